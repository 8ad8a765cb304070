import { l10n } from "vscode";
import type { AnyCall } from "../../../../platform/base/call";
import { hashBody } from "../../../../platform/http/bodyHash";
import type { Question } from "../../../../platform/vscode/dialogs";
import { connectionName, environmentWord } from "../../../../platform/vscode/words";
import type { AskedWrite, SendServices } from "./services";
import { countText } from "../../../../platform/vscode/formats";

/** Digits of the SHA-256 that are shown: enough to tell bodies apart. */
const HASH_LENGTH = 12;

type QuestionServices = Pick<SendServices, "keyFingerprint" | "sameKeyLine" | "privacy">;

/** What the user is asked before a write: where it goes and what it carries. */
export function writeQuestion(
  { goesTo, connection, call }: AskedWrite,
  { keyFingerprint, sameKeyLine, privacy }: QuestionServices,
): Question {
  const { method, url } = goesTo;
  const { body } = call;
  const environment = environmentWord(connection.environment);
  const sameKey = sameKeyLine(connection.id);
  return {
    message: l10n.t("Send this {0} to {1}?", method, environment),
    detail: [
      l10n.t(
        "Connection: {0} (key {1})",
        connectionName(connection),
        keyFingerprint(connection.id) ?? l10n.t("unknown"),
      ),
      ...(sameKey === undefined ? [] : [sameKey]),
      l10n.t("Request: {0} {1}", method, privacy.masking.maskText(url)),
      ...headersOf(call).map(([name, value]) =>
        l10n.t("Header: {0}: {1}", name, privacy.masking.maskText(value)),
      ),
      body === undefined
        ? l10n.t("Body: none")
        : l10n.t(
            "Body: {0} B, SHA-256 {1}…",
            countText(body.length),
            hashBody(body).slice(0, HASH_LENGTH),
          ),
      ...warningsOf(method),
    ].join("\n"),
    button: l10n.t("Send {0}", method),
  };
}

/** Those that the user gave: one can make a write a dry or a conditional one. */
function headersOf(call: AnyCall): readonly (readonly [name: string, value: string])[] {
  return "operationId" in call ? Object.entries(call.headers ?? {}) : [];
}

function warningsOf(method: string): readonly string[] {
  switch (method) {
    case "DELETE":
      return [l10n.t("Deletes what is at this address. The explorer cannot restore it.")];
    case "PUT":
      return [l10n.t("Creates what is at this address, or replaces it.")];
    default:
      return [l10n.t("If it is sent twice, it may be carried out twice.")];
  }
}
