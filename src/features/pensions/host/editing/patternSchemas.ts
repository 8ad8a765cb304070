import * as vscode from "vscode";
import { lackingPatterns, usablePatterns, withSchema } from "../../common/editing/patterns";
import { onPayloadsChange } from "../payloadPatterns";
import { PAYLOAD_SCHEMA_URL } from "./schemaFiles";
import type { EditingServices } from "./services";

const PATTERNS = "financialPlanning.pension.files";
const SCHEMAS = "json.schemas";

type OfferServices = Pick<EditingServices, "dialogs" | "state" | "log">;

/**
 * The editor takes schemas for files from the manifest, which cannot know patterns of a setting,
 * and from `json.schemas`, which is the user's. So an entry there is offered, once for each pattern.
 */
export function offerPatternSchemas(services: OfferServices): vscode.Disposable {
  const offer = (): void => {
    offerAll(services).catch((error: unknown) =>
      services.log.warn("Schema of payload files not offered", { error: String(error) }),
    );
  };
  offer();
  return onPayloadsChange(offer);
}

async function offerAll(services: OfferServices): Promise<void> {
  const { Global, Workspace } = vscode.ConfigurationTarget;
  await offerIn(services, Global);
  await offerIn(services, Workspace);
}

async function offerIn(
  { dialogs, state }: OfferServices,
  target: vscode.ConfigurationTarget,
): Promise<void> {
  const patterns = usablePatterns(inScope(PATTERNS, target));
  const offered = state.get("pensions.schemaOffers");
  const lacking = lackingPatterns(inScope(SCHEMAS, target), patterns, PAYLOAD_SCHEMA_URL).filter(
    (pattern) => !offered.includes(pattern),
  );
  if (lacking.length === 0) {
    return;
  }
  await state.set("pensions.schemaOffers", [...offered, ...lacking]);
  const add = vscode.l10n.t("Add to settings");
  const message = vscode.l10n.t(
    "Files like {0} are pension payloads now. To complete and check them by the definition, VS Code needs an entry in the setting json.schemas. Add it beside the patterns, or complete such files without.",
    lacking.join(", "),
  );
  if ((await dialogs.notify("information", message, [add])) === add) {
    const entries = withSchema(inScope(SCHEMAS, target), lacking, PAYLOAD_SCHEMA_URL);
    if (entries !== undefined) {
      await vscode.workspace.getConfiguration().update(SCHEMAS, entries, target);
    }
  }
}

/** What a setting is in one scope, without those around it. */
function inScope(id: string, target: vscode.ConfigurationTarget): unknown {
  const found = vscode.workspace.getConfiguration(undefined, null).inspect<unknown>(id);
  const isGlobal = target === vscode.ConfigurationTarget.Global;
  return isGlobal ? found?.globalValue : found?.workspaceValue;
}
