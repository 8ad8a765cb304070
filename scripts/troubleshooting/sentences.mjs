// All sentences about failures: every code of the catalogue, with what it says in each case.
import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CASES, VALUES } from "./cases.mjs";
import { GAP, withGaps } from "./gaps.mjs";
import { source } from "./source.mjs";

const SRC = fileURLToPath(new URL("../../src", import.meta.url));

source("errorTexts");
const { AppError } = source("platform/base/errors");
const { describeError, knownErrorCodes } = source("platform/texts/errorText");

/** Code, sentence of what happened and sentence of what to do, each pair once for a code. */
export function allSentences() {
  return knownErrorCodes().flatMap((code) => {
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

/** Codes of `CASES` that the catalogue does not have. */
export function unknownCases() {
  return Object.keys(CASES).filter((code) => !knownErrorCodes().includes(code));
}

function sentencesOf(code, { values = {}, status, method, isList, operationId, sandbox = false }) {
  const error = new AppError("internal", code, {
    status: status ?? statusOf(code),
    action: actionOf({ method, isList }),
    values: { ...VALUES, ...values },
  });
  const { what, advice } = describeError(error, withGaps, { sandbox, operationId });
  return { code, what, advice };
}

/** A status that fits the code; where the code is one of a status, that. */
function statusOf(code) {
  const [family, name] = code.split("/");
  return Number(name) || (family === "credentials" ? 401 : 404);
}

function actionOf({ method, isList }) {
  return method === undefined && isList === undefined
    ? undefined
    : {
        connectionLabel: GAP,
        connectionId: "",
        attempts: [{ method: method ?? "GET", url: `https://${GAP}/`, pathTemplate: "/" }],
      };
}
