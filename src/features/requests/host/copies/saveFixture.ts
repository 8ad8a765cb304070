import * as vscode from "vscode";
import { noAnswerBody } from "../../common/meantCall";
import { NO_MASKING } from "../../../../platform/base/masking";
import type { Action, Attempt } from "../../../../platform/base/action";
import { decodeText } from "../../../../platform/http/text";
import { saveFile } from "../../../../platform/vscode/saveFile";
import { maskBody } from "../../../privacy/common/maskBody";
import { createMasking } from "../../../privacy/common/masking";
import { factsName, fixtureName, writeFixtureFacts } from "../../common/fixture";
import type { CopiesServices } from "./services";

type FixtureServices = Pick<
  CopiesServices,
  "dialogs" | "fixtureFolder" | "history" | "maskWorker" | "privacy" | "redactor"
>;

/**
 * Saves the answer of a call as a file for tests, masked or as it came, and beside it what the call
 * was. Secrets that the service sent back are taken out of both.
 */
export async function saveFixture(
  services: FixtureServices,
  action: Action,
  attempt: Attempt,
): Promise<void> {
  const { dialogs, fixtureFolder, history, privacy, redactor } = services;
  const bodies = await history.bodies(action.id, attempt.number);
  if (bodies?.response === undefined) {
    throw noAnswerBody(action, attempt);
  }
  const plain = withoutSecrets(bodies.response, bodies.responseType, redactor);
  const { key } = privacy;
  const masked = await maskBody(plain, { key, worker: services.maskWorker });
  const form = await chooseForm(services, masked);
  if (form === undefined) {
    return;
  }
  const isMasked = form === "masked";
  const bytes = isMasked ? masked : plain;
  const folder = fixtureFolder.get();
  const ending = masked === undefined ? "txt" : "json";
  const target = await dialogs.saveFile(
    `${fixtureName(attempt)}.${ending}`,
    folder === undefined ? undefined : vscode.Uri.parse(folder, true),
  );
  if (target === undefined || bytes === undefined) {
    return;
  }
  const name = target.path.split("/").at(-1) ?? "";
  const parent = vscode.Uri.joinPath(target, "..");
  const facts = vscode.Uri.joinPath(parent, factsName(name));
  if (!(await mayReplace(dialogs, target, facts))) {
    return;
  }
  const masking = isMasked ? createMasking(key) : NO_MASKING;
  const redact = (text: string): string => redactor.redact(text);
  const text = writeFixtureFacts(action, attempt, { body: name, masking, redact });
  await saveFile(target, (write) => write(bytes));
  await saveFile(facts, (write) => write(new TextEncoder().encode(text)));
  await fixtureFolder.set(parent.toString());
  const open = vscode.l10n.t("Open");
  const message = vscode.l10n.t("Saved {0}, and what the call was in {1}.", name, factsName(name));
  if ((await dialogs.notify("information", message, [open])) === open) {
    await vscode.commands.executeCommand("vscode.open", target);
  }
}

/** Byte for byte where there are none. */
function withoutSecrets(
  bytes: Uint8Array,
  contentType: string | undefined,
  redactor: FixtureServices["redactor"],
): Uint8Array {
  const { text } = decodeText(bytes, contentType);
  const clean = redactor.redact(text);
  return clean === text ? bytes : new TextEncoder().encode(clean);
}

/** Of what is not JSON nobody can say what is private in it. */
async function chooseForm(
  { dialogs, privacy }: FixtureServices,
  masked: Uint8Array | undefined,
): Promise<"masked" | "plain" | undefined> {
  const forms = [
    {
      form: "masked" as const,
      label: vscode.l10n.t("Masked"),
      detail: vscode.l10n.t("Pseudonyms in place of what is private, the same ones each time."),
    },
    {
      form: "plain" as const,
      label: vscode.l10n.t("As it came"),
      detail: privacy.isOn
        ? vscode.l10n.t("Privacy mode is on, but the file would have data of clients.")
        : vscode.l10n.t("The file has data of clients, if the answer has."),
    },
  ];
  const offered = forms.filter(({ form }) => form === "plain" || masked !== undefined);
  const title = vscode.l10n.t("Save the answer as a fixture");
  return (await dialogs.pick(title, offered))?.form;
}

/** The dialog has asked about the file that was typed, but knows nothing of the one beside it. */
async function mayReplace(
  dialogs: FixtureServices["dialogs"],
  target: vscode.Uri,
  facts: vscode.Uri,
): Promise<boolean> {
  if ((await isThere(target)) || !(await isThere(facts))) {
    return true;
  }
  return dialogs.confirm({
    message: vscode.l10n.t("Replace {0}?", facts.path.split("/").at(-1) ?? ""),
    detail: vscode.l10n.t("This file exists already and is overwritten when the fixture is saved."),
    button: vscode.l10n.t("Replace"),
  });
}

async function isThere(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
}
