// All sentences about failures: every code of the catalogue, with what it says in each case.
import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CASES, OTHER_CODES, VALUES } from "./cases.mjs";
import { isStatement, messagesIn } from "../l10n/messages.mjs";
import { GAP, withGaps } from "./gaps.mjs";
import { source } from "./source.mjs";

const SRC = fileURLToPath(new URL("../../src", import.meta.url));

source("errorTexts");
const { AppError } = source("platform/base/errors");
const { describeError, knownErrorCodes } = source("platform/texts/errorText");

/** Code, sentence of what happened and sentence of what to do, each pair once for a code. */
export function allSentences() {
  return [...knownErrorCodes(), ...OTHER_CODES].flatMap((code) => {
    const pairs = (CASES[code] ?? [{}]).map((given) => sentencesOf(code, given));
    const known = new Set();
    return pairs.filter(({ what, advice }) => {
      const isNew = !known.has(what + advice);
      known.add(what + advice);
      return isNew;
    });
  });
}

/** What fields and input boxes refuse. */
export function allRefusals() {
  return sentencesOfTables("_REFUSALS", [valueOf]);
}

/** What is said above the rows of a list. */
export function allFindings() {
  return sentencesOfTables("_FINDINGS", [() => true, () => false]);
}

/**
 * Sentences that are whole in one, of the tables with such a name in all folders of texts. They
 * take the translation, a value by its name, and a third: each is made with all of `thirds`.
 */
function sentencesOfTables(ending, thirds) {
  return globSync("{platform,features/*}/texts/**/*.ts", { cwd: SRC })
    .flatMap((file) => Object.entries(source(file.slice(0, -".ts".length))))
    .filter(([name]) => name.endsWith(ending))
    .flatMap(([, table]) => Object.values(table))
    .flatMap((sentence) => thirds.map((third) => sentence(withGaps, valueOf, third)));
}

function valueOf(name) {
  return name === "reason" ? "expectedComma" : GAP;
}

/** What these files of src say in whole sentences, as they are written. */
export function sentencesIn(files) {
  return files
    .flatMap((file) => {
      const messages = messagesIn(join(SRC, `${file}.ts`)).filter(isStatement);
      if (messages.length === 0) {
        throw new Error(`${file} has no sentence for the page`);
      }
      return messages;
    })
    .map((message) => message.replace(/\{\d+\}/g, GAP));
}

/** Codes of `CASES` that the catalogue does not have. */
export function unknownCases() {
  const codes = [...knownErrorCodes(), ...OTHER_CODES];
  return Object.keys(CASES).filter((code) => !codes.includes(code));
}

function sentencesOf(code, given) {
  const { values = {}, answer = {}, sandbox = false, operationId } = given;
  const status = given.status ?? statusOf(code);
  const error = new AppError(kindOf(code), code, {
    status,
    action: actionOf(given, status),
    values: { ...VALUES, ...values },
    body: answer.body === undefined ? undefined : Buffer.from(answer.body),
  });
  const { what, advice } = describeError(error, withGaps, { sandbox, operationId });
  return { code, what, advice };
}

/** A code without sentences of its own is told by its kind. */
function kindOf(code) {
  return OTHER_CODES.includes(code) ? code.split("/")[0] : "internal";
}

/** A status that fits the code; where the code is one of a status, that. */
function statusOf(code) {
  const [family, name] = code.split("/");
  return Number(name) || (family === "credentials" ? 401 : 404);
}

function actionOf({ method, isList, answer, lastStatus }, status) {
  if (method === undefined && isList === undefined && answer === undefined) {
    return undefined;
  }
  const attempt = {
    method: method ?? "GET",
    url: "https://service.example/7777777",
    pathTemplate: "/",
    status: lastStatus ?? status,
    responseHeaders: answer?.headers ?? [],
  };
  return { connectionLabel: GAP, connectionId: "", attempts: [attempt] };
}
