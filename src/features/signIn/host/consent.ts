import { l10n, window } from "vscode";
import { readConsentEnd, writeConsentEnd } from "../../../platform/auth/typedConsentEnd";
import { ConsentWatch } from "../../../platform/auth/consentWatch";
import type { GivenWarning } from "../../../platform/auth/consentWarnings";
import { SYSTEM_CLOCK } from "../../../platform/base/clock";
import type { Session } from "../../../platform/base/session";
import { DisposableStore } from "../../../platform/vscode/disposables";
import { remainingWords } from "../../../platform/vscode/words";
import { AppError } from "../../../platform/base/errors";
import { nameConnection } from "./namedErrors";
import type { AccessServices } from "./services";
import { exactMoment } from "../../../platform/vscode/formats";
import { warningText } from "../../../platform/texts/warnings";
import { localizer, translate } from "../../../platform/vscode/translate";
import { SIGN_IN_WARNINGS } from "../texts/warnings";
import { type Refusal, refusal } from "../../../platform/texts/refusals";
import { SIGN_IN_REFUSALS } from "../texts/refusals";

export interface ConsentClock {
  readonly watch: ConsentWatch;
  dispose(): void;
}

/**
 * Warns 7 days, 1 day and 1 hour before a delegation's consent ends, and when it has; `renew`
 * asks the user for another one.
 */
export function startConsentClock(
  services: AccessServices,
  renew: (connectionId: string) => Promise<void>,
): ConsentClock {
  const { state, summaries, onDidChange } = services;
  const watch = new ConsentWatch({
    clock: SYSTEM_CLOCK,
    consents: () =>
      summaries().flatMap(({ id, connection, session }) =>
        connection?.accessModel === "delegation" && session?.consentEndsAt !== undefined
          ? [{ connectionId: id, endsAt: session.consentEndsAt }]
          : [],
      ),
    given: (id) => state.get("access.consentWarnings")[id],
    note: (id, given) =>
      state.set("access.consentWarnings", { ...state.get("access.consentWarnings"), [id]: given }),
    isFocused: () => window.state.focused,
    warn: (id, given) => void warn(services, { id, given, renew }),
  });
  const store = new DisposableStore();
  store.add(watch);
  store.add(onDidChange(() => watch.check()));
  store.add(window.onDidChangeWindowState(() => watch.check()));
  watch.check();
  return { watch, dispose: () => store.dispose() };
}

interface Warning {
  readonly id: string;
  readonly given: GivenWarning;
  readonly renew: (connectionId: string) => Promise<void>;
}

async function warn(
  { dialogs, summaries, showError }: AccessServices,
  { id, given, renew }: Warning,
): Promise<void> {
  const label = summaries().find((summary) => summary.id === id)?.label ?? "";
  const code = given.warning === "ended" ? "signIn/consentEnded" : "signIn/consentEnds";
  const values = {
    name: l10n.t("'{0}'", label),
    remaining: remainingWords(given.endsAt, Date.now()),
    date: exactMoment(given.endsAt),
  };
  const button = l10n.t("Renew consent");
  try {
    const picked = await dialogs.notify(
      "warning",
      warningText(SIGN_IN_WARNINGS[code], translate, values),
      [button],
    );
    if (picked === button) {
      await renew(id);
    }
  } catch (error) {
    void showError(error);
  }
}

/**
 * Offers, after a sign-in, the end that the token answer tells: which member of it is the end of
 * the consent no standard says, so nothing is used unless the user agrees.
 */
export async function offerAnnouncedEnd(
  services: AccessServices,
  { watch }: ConsentClock,
  connectionId: string,
): Promise<void> {
  const { dialogs, summaries, showError } = services;
  const summary = summaries().find(({ id }) => id === connectionId);
  const { session } = summary ?? {};
  const told = session?.toldConsentEnd;
  if (summary === undefined || told === undefined || session?.consentEndsAt !== undefined) {
    return;
  }
  const message = l10n.t(
    "The token response of '{0}' has {1}, {2}. Use it as the end of the consent?",
    summary.label,
    told.name,
    exactMoment(told.at),
  );
  const button = l10n.t("Use it");
  try {
    if ((await dialogs.notify("information", message, [button])) === button) {
      await keepEnd(services, watch, { connectionId, endsAt: told.at, session });
    }
  } catch (error) {
    await showError(nameConnection(services, error, connectionId));
  }
}

/**
 * Asks for the end of a delegation's consent; what the token answer tells stands there already.
 * @throws AppError `input/accessModel`, or `credentials/signInNeeded` where no sign-in is known
 */
export async function askConsentEnd(
  services: AccessServices,
  { watch }: ConsentClock,
  connectionId: string,
): Promise<void> {
  const { dialogs, open } = services;
  const { connection, client } = await open(connectionId);
  if (connection.accessModel !== "delegation") {
    throw nameConnection(services, new AppError("input", "input/accessModel"), connectionId);
  }
  // A client that was just opened has not read its store yet: an end that is known would be missed.
  const session = await client.knownSession();
  if (session === undefined) {
    // The store may only be slow: the box would be empty, and Enter would erase the end it holds.
    const error = new AppError("credentials", "credentials/signInNeeded");
    throw nameConnection(services, error, connectionId);
  }
  const known = session.consentEndsAt ?? session.toldConsentEnd?.at;
  const text = await dialogs.input({
    title: l10n.t("End of the consent of {0}", connection.label),
    prompt: l10n.t(
      "As YYYY-MM-DD, which is the end of that day, or YYYY-MM-DD HH:MM, local time. Empty: not known.",
    ),
    value: known === undefined ? "" : writeConsentEnd(known),
    check: problemOf,
  });
  if (text === undefined) {
    return;
  }
  const endsAt = text === "" ? undefined : readConsentEnd(text);
  try {
    await keepEnd(services, watch, { connectionId, endsAt, session });
  } catch (error) {
    throw nameConnection(services, error, connectionId);
  }
}

interface EndOfConsent {
  readonly connectionId: string;
  readonly endsAt: number | undefined;
  /** The one that it was asked about: a question may stand while somebody signs in anew. */
  readonly session: Session | undefined;
}

async function keepEnd(
  { open }: AccessServices,
  watch: ConsentWatch,
  { connectionId, endsAt, session }: EndOfConsent,
): Promise<void> {
  // Anew: the connection may have been edited since it was asked about.
  const { client } = await open(connectionId);
  if (endsAt !== undefined && client.session?.signedInAt === session?.signedInAt) {
    await watch.skip({ connectionId, endsAt });
  }
  await client.setConsentEnd(endsAt, session?.signedInAt);
}

function problemOf(text: string): Refusal | undefined {
  if (text === "") {
    return undefined;
  }
  const endsAt = readConsentEnd(text);
  if (endsAt === undefined) {
    return refusal(SIGN_IN_REFUSALS.noDate, localizer);
  }
  return endsAt <= Date.now() ? refusal(SIGN_IN_REFUSALS.consentOver, localizer) : undefined;
}
