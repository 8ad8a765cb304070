import { AppError, isCanceled } from "../../../../platform/base/errors";
import { positionAt } from "../../../../platform/json/position";
import { checkPayload } from "../../../pensions/common/checks/checkPayload";
import { checkSchema } from "../../../pensions/common/checks/gate";
import { readPayload } from "../../../pensions/common/payload";
import { demandIdentity, type PensionIdentity } from "../../../pensions/common/target";
import type { DryRun } from "../../../pensions/common/writing/writer";
import { changeLines, currentLines } from "../../../pensions/texts/comparisonWords";
import { findingLines, findingSentence } from "../../../pensions/texts/findingLines";
import type { Wording } from "../../../pensions/texts/wording";
import type { ConnectionSummary } from "../../../../platform/base/connection";
import { PAYLOAD_FOLDER, PAYLOAD_SUFFIX } from "../../../../manifest";
import type { ToolInput } from "../../messages/toolInputs";
import { quoteWithin } from "../quotedJson";
import { MOST_BYTES, type ToolAnswer } from "../toolAnswer";
import {
  connectionFacts,
  findConnection,
  type Telling,
  type ToolCall,
  tellingOf,
} from "../toolCall";
import { assistantClient } from "../assistantClient";
import type { PayloadServices, WrittenFile } from "../toolServices";
import { formatNumber } from "../../../../platform/base/texts";

/** UTF-16 units of a payload; no pension is longer. */
const LONGEST_PAYLOAD = 200_000;
const MOST_WARNINGS = 20;

/** Writes a payload file, then says what the checks and a dry run think of it. Sends no write. */
export async function writePensionPayload(
  call: ToolCall,
  input: ToolInput<"writePensionPayload">,
): Promise<ToolAnswer> {
  const { services } = call;
  const { payloads } = services;
  if (payloads === undefined) {
    throw new AppError("input", "assistants/noFolder");
  }
  const connection = findConnection(services, input.connection);
  const pseudonyms = services.pseudonyms();
  const clientId = pseudonyms.resolve(input.clientId);
  const pensionId = pseudonyms.resolve(input.pensionId);
  const target = { connectionId: connection.id, clientId, pensionId };
  demandIdentity(target);
  if (pseudonyms.isIn(input.values)) {
    throw new AppError("input", "assistants/pseudonymInPayload");
  }
  const text = `${JSON.stringify(input.values, undefined, 2)}\n`;
  if (text.length > LONGEST_PAYLOAD) {
    throw new AppError("input", "assistants/payloadLong");
  }
  const file = await payloads.write(target, text);
  const telling = await tellingOf(services, connection);
  const words: Wording = {
    ...{ ...services.times, t: telling.t, language: services.language },
    field: (path) => telling.masking.maskText(path),
  };
  const data = {
    file: toldPath(file, target, telling),
    checks: await checkLines(call, payloads, { connection, text, words }),
    dryRun: await dryRun(call, payloads, { connection, text, target, words, telling }),
  };
  return {
    isMasked: telling.isMasked,
    facts: {
      ...{ connection: connectionFacts(connection), fileIs: file.outcome },
      sent: "nothing: the user reviews the file and sends it",
    },
    data:
      quoteWithin(JSON.stringify(data), MOST_BYTES, services.redact)?.text ??
      JSON.stringify("… (cut)"),
  };
}

/** Made of pseudonyms where data are masked: a file's name holds the ids, or what the user chose. */
function toldPath(
  { path }: WrittenFile,
  { clientId, pensionId }: PensionIdentity,
  { isMasked, label }: Telling,
): string {
  return isMasked
    ? `${PAYLOAD_FOLDER}/${label(clientId, "id")}/${label(pensionId, "id")}${PAYLOAD_SUFFIX}`
    : path;
}

interface Written {
  readonly connection: ConnectionSummary;
  readonly text: string;
  readonly words: Wording;
}

async function checkLines(
  { services }: ToolCall,
  { rulesOff }: PayloadServices,
  { connection, text, words }: Written,
): Promise<readonly string[]> {
  const definition = await services.definition(connection.id);
  const found = checkPayload(text, { definition, off: rulesOff() });
  const schema = findingLines(
    { schema: await checkSchema(text, definition), warnings: 0 },
    text,
    words,
  );
  const warnings = found.slice(0, MOST_WARNINGS).map((finding) => {
    const { line } = positionAt(text, finding.offset);
    return words.t("line {0}: {1}", String(line), findingSentence(finding, words));
  });
  const rest = found.length - warnings.length;
  return [
    ...schema,
    ...warnings,
    ...(rest > 0 ? [words.t("More warnings: {0}", formatNumber(rest, words.language))] : []),
  ];
}

interface DryRunFacts extends Written {
  readonly target: { readonly clientId: string; readonly pensionId: string };
  readonly telling: Telling;
}

/** What a PUT of the file would do; the read before it is all that is sent. */
async function dryRun(
  { services, tool, signal }: ToolCall,
  { writer }: PayloadServices,
  { connection: summary, text, target, words, telling }: DryRunFacts,
): Promise<Readonly<Record<string, unknown>>> {
  const { clientId, pensionId } = target;
  try {
    const { connection, client } = await services.open(summary.id);
    const request = {
      ...{ connection, client: assistantClient(client, tool), payload: readPayload(text) },
      ...{ target: { clientId, pensionId }, title: services.translate("Dry run of pension") },
    };
    const run = await (
      await writer()
    ).dryRun(request, { whileCalling: (_step, task) => task(signal) });
    return runFacts(run, words);
  } catch (error) {
    if (isCanceled(error)) {
      throw error;
    }
    // The file is there all the same.
    const { what, advice, requestId, traceId } = await services.describeError(error, telling.t);
    return { failed: { what, advice, requestId, traceId } };
  }
}

function runFacts({ plan, review }: DryRun, words: Wording): Readonly<Record<string, unknown>> {
  return {
    request: `${plan.method} ${plan.pathTemplate}`,
    effect: review.effect,
    changes: review.comparison?.changes,
    lines: [...changeLines(review, words), ...currentLines(review.current, words)],
  };
}
