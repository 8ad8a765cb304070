import type { Fault, FaultRule } from "../../../../src/features/sandbox/messages/sandboxFaults";

/** What the payload file is, beside the version that was seen. */
export const FILES = [
  "template",
  "unchanged",
  "mine",
  "unknownFields",
  "bigNumbers",
  "duplicates",
] as const;

/** Files that nothing may be sent of. */
export const BROKEN_FILES = ["empty", "syntax", "notObject", "halfCharacter"] as const;

/** What the service holds, and what another client does to it, when. */
const SERVICES = [
  "absent",
  "present",
  "changedElsewhere",
  "changedToo",
  "deletedSince",
  "changedAtConfirm",
  "deletedAtConfirm",
  "createdAtConfirm",
  "changedBeforePut",
] as const;

/** What a GET of the pension answers. */
const READINGS = [
  "readable",
  "notAllowed",
  "forbidden",
  "notImplemented",
  "hidden",
  "gone",
  "page",
  "failsOnce",
  "fails",
] as const;

/** What a PUT of the pension answers, and whether it was done. */
export const ANSWERS = [
  "ok",
  "noContent",
  "receipt",
  "echo",
  "changed",
  "dropped",
  "text",
  "page",
  "fields",
  "conflictOnce",
  "conflict",
  "preconditionOnce",
  "busyOnce",
  "busy",
  "failsOnce",
  "fails",
  "doneFailsOnce",
  "doneFails",
  "cut",
  "reset",
  "doneReset",
] as const;

export const USERS = ["confirms", "declines", "declinesSecond"] as const;

export interface PipelineCase {
  readonly file: (typeof FILES)[number] | (typeof BROKEN_FILES)[number];
  readonly service: (typeof SERVICES)[number];
  readonly tags: boolean;
  readonly reading: (typeof READINGS)[number];
  readonly answer: (typeof ANSWERS)[number];
  readonly user: (typeof USERS)[number];
}

/** In the words of its parts. */
export function nameOf({ file, service, tags, reading, answer, user }: PipelineCase): string {
  const tagged = tags ? "tags" : "no tags";
  return `${file}, service ${service}, ${tagged}, GET ${reading}, PUT ${answer}, user ${user}`;
}

/** True where a read shows what is there, if need be at the second attempt. */
export function isReadable({ reading }: PipelineCase): boolean {
  return reading === "readable" || reading === "failsOnce";
}

/** True where another client comes between confirmation and PUT, and a read can tell. */
export function isOvertaken(one: PipelineCase): boolean {
  return isReadable(one) && /AtConfirm|BeforePut/.test(one.service);
}

/**
 * Each reading with each answer, each other two parts together at least once; those who decline;
 * those who decline when they are asked again; files that cannot be sent.
 */
export function pipelineCases(): readonly PipelineCase[] {
  const all = { file: FILES, service: SERVICES, tags: [true, false] };
  const sent = pairs({ ...all, reading: READINGS, answer: ANSWERS, user: ["confirms"] });
  const declined = pairs({ ...all, reading: READINGS, answer: ["ok"], user: ["declines"] });
  const broken = pairs({ ...all, file: BROKEN_FILES, reading: ["readable", "notAllowed"] });
  return [...sent, ...declined, ...askedAgain(), ...broken];
}

/** Seeded picks out of everything. */
export function randomCases(amount: number, random: () => number): readonly PipelineCase[] {
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const cases = Array.from({ length: amount * 2 }, () => ({
    file: pick(FILES),
    service: pick(SERVICES),
    tags: pick([true, false]),
    reading: pick(READINGS),
    answer: pick(ANSWERS),
    user: pick(USERS),
  }));
  return cases.filter(isPossible).slice(0, amount);
}

function askedAgain(): readonly PipelineCase[] {
  const base = { reading: ["readable"], user: ["declinesSecond"] } as const;
  const overtaken = pairs({
    ...base,
    ...{ file: FILES, tags: [true, false], answer: ["ok", "doneReset"] },
    service: SERVICES.filter((service) => /AtConfirm|BeforePut/.test(service)),
  });
  const refused = pairs({
    ...base,
    ...{ file: FILES, tags: [true, false], service: ["absent", "present", "changedElsewhere"] },
    answer: ["conflictOnce", "conflict", "preconditionOnce", "doneFailsOnce"],
  });
  return [...overtaken, ...refused];
}

/** Nobody can tell of a change in the last moment but a service with tags. */
function isPossible(one: PipelineCase): boolean {
  return one.service !== "changedBeforePut" || (one.tags && isReadable(one));
}

type Parts = { readonly [Part in keyof PipelineCase]?: readonly PipelineCase[Part][] };

const FIRST: Required<Parts> = {
  file: ["mine"],
  service: ["present"],
  tags: [false],
  reading: ["readable"],
  answer: ["ok"],
  user: ["confirms"],
};

interface Candidate {
  readonly one: PipelineCase;
  readonly pairs: readonly string[];
}

/** Cases in which every two values of two parts meet; greedy, and the same each time. */
function pairs(parts: Parts): readonly PipelineCase[] {
  const wanted = { ...FIRST, ...parts };
  const candidates = product(wanted)
    .filter(isPossible)
    .map((one) => ({ one, pairs: pairsOf(one) }));
  const missing = new Set(candidates.flatMap(({ pairs }) => pairs));
  const cases: PipelineCase[] = [];
  while (missing.size > 0) {
    let [best, gain]: [Candidate | undefined, number] = [undefined, 0];
    // Beginning elsewhere each time spreads the rest of the parts.
    for (let look = 0; look < Math.min(candidates.length, 400); look++) {
      const at = (cases.length * 7919 + look * 613) % candidates.length;
      const candidate = candidates[at] as Candidate;
      const more = candidate.pairs.filter((pair) => missing.has(pair)).length;
      [best, gain] = more > gain ? [candidate, more] : [best, gain];
    }
    best ??= candidates.find(({ pairs }) => pairs.some((pair) => missing.has(pair)));
    const { one, pairs } = best as Candidate;
    cases.push(one);
    pairs.forEach((pair) => missing.delete(pair));
  }
  return cases;
}

function product(parts: Required<Parts>): readonly PipelineCase[] {
  let cases: readonly Partial<PipelineCase>[] = [{}];
  for (const [name, values] of Object.entries(parts)) {
    cases = cases.flatMap((one) => values.map((value) => ({ ...one, [name]: value })));
  }
  return cases as readonly PipelineCase[];
}

function pairsOf(one: PipelineCase): readonly string[] {
  const values = Object.entries(one).map(([part, value]) => `${part}=${String(value)}`);
  return values.flatMap((value, index) =>
    values.slice(index + 1).map((other) => `${value}&${other}`),
  );
}

type Rule = Omit<FaultRule, "path" | "operationId">;

/** What the sandbox is told to do wrong in a case. */
export function faultsOf({ reading, answer }: PipelineCase): readonly Rule[] {
  return [
    ...rules("GET", { ...READING_FAULTS[reading] }),
    ...rules("PUT", { ...ANSWER_FAULTS[answer] }),
  ];
}

interface Wrong {
  readonly fault?: Fault;
  readonly times?: number;
}

function rules(method: string, { fault, times }: Wrong): readonly Rule[] {
  return fault === undefined ? [] : [{ method, fault, ...(times === undefined ? {} : { times }) }];
}

type Statuses = Extract<Fault, { readonly kind: "status" }>["status"];

function status(code: Statuses, more: { times?: number; done?: boolean } = {}): Wrong {
  const { times, done = false } = more;
  const fault: Fault = { kind: "status", status: code, done };
  return times === undefined ? { fault } : { fault, times };
}

const READING_FAULTS: Readonly<Record<PipelineCase["reading"], Wrong>> = {
  readable: {},
  notAllowed: status(405),
  forbidden: status(403),
  notImplemented: status(501),
  hidden: status(404),
  gone: status(410),
  page: { fault: { kind: "notJson" } },
  failsOnce: status(503, { times: 1 }),
  fails: status(500),
};

const ANSWER_FAULTS: Readonly<Record<PipelineCase["answer"], Wrong>> = {
  ok: {},
  noContent: { fault: { kind: "putAnswer", variant: "noContent" } },
  receipt: { fault: { kind: "putAnswer", variant: "receipt" } },
  echo: { fault: { kind: "putAnswer", variant: "echo" } },
  changed: { fault: { kind: "putAnswer", variant: "changed" } },
  dropped: { fault: { kind: "putAnswer", variant: "dropped" } },
  text: { fault: { kind: "putAnswer", variant: "text" } },
  page: { fault: { kind: "notJson" } },
  fields: { fault: { kind: "fields", shape: "problem" } },
  conflictOnce: status(409, { times: 1 }),
  conflict: status(409),
  preconditionOnce: status(412, { times: 1 }),
  busyOnce: status(429, { times: 1 }),
  busy: status(429),
  failsOnce: status(500, { times: 1 }),
  fails: status(500),
  doneFailsOnce: status(500, { times: 1, done: true }),
  doneFails: status(500, { done: true }),
  cut: { fault: { kind: "cut" } },
  reset: { fault: { kind: "reset" } },
  doneReset: { fault: { kind: "reset", done: true } },
};
