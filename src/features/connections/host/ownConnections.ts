import * as vscode from "vscode";
import { editorCallback } from "../../../platform/auth/callbackWay";
import { checkDraft } from "../common/checkDraft";
import { draftOf, emptyDraft } from "../common/draft";
import { describeDraft } from "../texts/draftTexts";
import type { OnboardingDetails } from "../common/onboardingText";
import type { Redactor } from "../../../platform/base/redactor";
import type { ErrorActions } from "../../../platform/vscode/errorActions";
import type { ShowError } from "../../../platform/vscode/commands";
import type { Privacy } from "../../../platform/vscode/privacy";
import { localizer } from "../../../platform/vscode/translate";
import { EXTENSION_ID } from "../../../manifest";
import { SECRET_NAMES } from "../messages/connectionDraft";
import { registerConnectionForm } from "./form/register";
import type { PastedDetails, PastedSecrets } from "./form/services";
import { openTemporaryClient, type TemporaryClientOptions } from "./temporaryClient";
import type { ConnectionsServices } from "../register";
import { requestScopes } from "./requestScopes";
import { enterSecret, keepSecrets } from "./secretEntry";
import type { PastedOnboarding } from "./setup/pasteOnboarding";
import { registerConnectionSetup } from "./setup/register";
import { storedConnection } from "./storedCommands";

interface OwnConnectionsServices extends ConnectionsServices {
  readonly extensionUri: vscode.Uri;
  readonly showError: ShowError;
  readonly redactor: Redactor;
  readonly privacy: Privacy;
  readonly errorActions: ErrorActions;
  readonly passing: TemporaryClientOptions;
}

/** How connections of the user's own come about: the form, and what fills and tests it. */
export function registerOwnConnections(services: OwnConnectionsServices): vscode.Disposable {
  services.errorActions.provide("requestScope", (error) => requestScopes(services, error));
  const { commands, dialogs, connections, redactor, privacy, openText, connectionOf } = services;
  const setup = registerConnectionSetup({
    ...{ commands, dialogs, redactor, privacy, openText },
    stored: () => connections.stored,
    reservedLabels: () => sandboxLabels(services),
    saveAll: (imported) => connections.saveAll(imported),
    connectionOf: (node) => connectionOf(node) ?? connections.current,
    open: (id) => connections.open(id),
    openTemporaryClient: (connection, secrets) =>
      openTemporaryClient(services.passing, connection, secrets),
    openForm: (details) => form.add(pasted(services, details)),
    requestScopes: (error) => requestScopes(services, error),
  });
  const form = registerConnectionForm({
    ...formServices(services),
    paste: async () => {
      const details = await setup.paste();
      return details && pasted(services, details);
    },
    test: ({ secrets, ...tested }, report, signal) =>
      setup.test({ ...tested, secrets: secrets && VALUES.get(secrets) }, report, signal),
  });
  return vscode.Disposable.from(setup.disposable, form.disposable);
}

type FormServices = Parameters<typeof registerConnectionForm>[0];

function formServices(services: OwnConnectionsServices): Omit<FormServices, "paste" | "test"> {
  const { commands, dialogs, showError, extensionUri, connections } = services;
  const stored = (id: string | undefined) => connections.stored.find((one) => one.id === id);
  return {
    ...{ commands, dialogs, showError, extensionUri },
    connectionOf: (node) => storedConnection(services, node),
    draftOf: (id) => {
      const found = stored(id);
      return id === undefined ? emptyDraft() : found && draftOf(found);
    },
    onDidChange: connections.onDidChange,
    check: (draft, id) => {
      const others = connections.summaries.filter((other) => other.id !== id);
      return describeDraft(checkDraft(draft, others), localizer);
    },
    save: async (...changed) => {
      const { saveConnection } = await import("./form/saveConnection");
      return saveConnection({ dialogs, connections }, ...changed);
    },
    secretStates: (id) => connections.secretStates(id),
    enterSecret: (id, name) => enterSecret(services, id, name),
    registrationHints: () => ({
      uriHandler: editorCallback({
        uriScheme: vscode.env.uriScheme,
        extensionId: EXTENSION_ID.toLowerCase(),
      }),
      // Where it cannot be reached, the sign-in itself finds out and asks for the address.
      isLoopbackReachable: vscode.env.remoteName === undefined,
    }),
  };
}

/** The values of pasted secrets: the form holds what stands for them, and cannot read them. */
const VALUES = new WeakMap<PastedSecrets, OnboardingDetails["secrets"]>();

/** They are stored once there is a connection to bind them to. */
function pasted(
  services: OwnConnectionsServices,
  { draft, told, secrets: values, clearClipboard }: PastedOnboarding,
): PastedDetails {
  const names = SECRET_NAMES.filter((name) => values[name] !== undefined);
  if (names.length === 0) {
    return { draft, told };
  }
  const keep = async (id: string): Promise<boolean> =>
    keepSecrets(services, await services.connections.connection(id), values);
  const secrets: PastedSecrets = { names, keep, clearClipboard };
  VALUES.set(secrets, values);
  return { draft, told, secrets };
}

function sandboxLabels({ connections }: OwnConnectionsServices): readonly string[] {
  const own = new Set(connections.stored.map(({ id }) => id));
  return connections.summaries.filter(({ id }) => !own.has(id)).map(({ label }) => label);
}
