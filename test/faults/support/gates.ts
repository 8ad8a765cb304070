type Count = (what: string) => number;

/** The one line of each gate; every number in it was counted by the tests that just ran. */
const LINES: Readonly<Record<string, (count: Count) => string>> = {
  G1: (count) =>
    `G1 callback attacks: ${count("attacks")} in ${count("classes")} classes, ` +
    `${count("cases")} cases (decoded ${count("decoded")}, raw ${count("raw")}, ` +
    `paste ${count("paste")}), ${count("token requests")} token requests, ` +
    `${count("values stored")} values stored, ${count("completed")} genuine ones completed, ` +
    `${count("ended")} sign-ins ended by a bad ID token or issuer, by its name`,
  G2: (count) =>
    `G2 callback fuzz: ${count("callbacks")} random callbacks (decoded ${count("decoded")}, ` +
    `raw ${count("raw")}, paste ${count("paste")}), ${count("with the state")} of them with the ` +
    `right state, ${count("crashes")} crashes, ${count("effects")} effects`,
  G3: (count) =>
    `G3 hostile provider: ${count("answers")} answers (token ${count("token answer")}, ` +
    `ID token ${count("ID token")}, keys ${count("keys")}, discovery ${count("discovery")}), ` +
    `${count("checks")} against the seven checks, ${count("conformance")} conformance names, ` +
    `${count("requests beyond one")} requests beyond one`,
  G4: (count) =>
    `G4 grants: ${count("grants")} of ${count("providers")} sandbox providers by an independent ` +
    `client, ${count("renewals")} renewals, ${count("calls")} calls, ` +
    `${count("refusals")} refused as they should be`,
  G5: (count) =>
    `G5 refresh race: ${count("rounds")} rounds x 5 processes, ${count("refreshes")} refreshes, ` +
    `${count("signed out")} sign-outs, ${count("lost")} lost rotations; ` +
    `${count("recovered") + count("ended")} kills -9: ${count("recovered")} recovered in one call, ` +
    `${count("ended")} with the answer lost asked for a sign-in in one call`,
  G6: (count) =>
    `G6 redirect and origin: ${count("redirects")} redirects, ${count("confusions")} confusions, ` +
    `${count("bytes elsewhere")} bytes elsewhere`,
  G8: (count) =>
    `G8 HTTP faults: ${count("cases")} cases (service ${count("service")}, ` +
    `token ${count("token")}, discovery ${count("discovery")}, TLS ${count("tls")}, ` +
    `proxy ${count("proxy")}), ${count("llhttp")} llhttp answers, ${count("bombs")} bombs ` +
    `(heap +${count("megabytes")} MB at most), ` +
    `${count("begun") - count("settled")} hangs, ` +
    `${count("rejections")} unhandled rejections, ${count("left")} sockets or timers left`,
  G10: (count) =>
    `G10 retry: ${count("cells")} cells, ${count("wire")} of them over the wire, ` +
    `${count("waits")} Retry-After values, ` +
    `token request sent once in ${count("token once")} faults`,
  G12: (count) =>
    `G12 webview, host side: ${count("messages")} random messages, ${count("effects")} effects, ` +
    `${count("rejections")} unhandled rejections, ${count("static")} static checks of ` +
    `policy, options and sinks`,
  G13: (count) =>
    `G13 secret storage: ${count("cells")} cells (8 failures x 6 operations), ` +
    `${count("states")} states and ${count("messages")} outcomes as expected, ` +
    `${count("values elsewhere")} values written elsewhere`,
  G14: (count) =>
    `G14 isolation: ${count("requests")} requests over 2 environments x 2 users, ` +
    `${count("switches")} switches, ${count("renewals")} renewals: ${count("mixed")} mixed`,
  G15: (count) =>
    `G15 cancellation: ${count("phases")} phases x ${count("repeats")} on each sender, ` +
    `longest ${count("longest")} ms, ${count("left")} left running`,
  G16: (count) =>
    `G16 loopback page: ${count("probes")} raw probes, ${count("random")} random requests, ` +
    `${count("files")} files served, ${count("ended")} sign-ins ended by them, ` +
    `${count("genuine")} genuine callbacks taken after them, ` +
    `${count("closed")} ends closed within a second`,
  G17: (count) =>
    `G17 soak: ${count("calls")} calls (${count("writes")} writes) in ${count("minutes")} virtual ` +
    `minutes with ${count("faulted")} faults, ${count("attempts")} requests, ` +
    `${count("renewals")} tokens, ${count("unexplained")} unexplained ends, ` +
    `${count("lost")} records lost, ${count("left")} sockets, timers or permits left, ` +
    `memory ${count("megabytes")} MB above the first tenth`,
  links: (count) =>
    `link fuzz: ${count("links")} random links, ${count("refused")} refused with ` +
    `${count("reasons")} reasons, ${count("taken")} taken (${count("byPath")} with a path), ` +
    `${count("foreign")} with a foreign part`,
  pipeline: (count) =>
    `pipeline: ${count("cases")} cases, ${count("unconfirmed")} writes without confirmation, ` +
    `${count("lost")} edits lost, ${count("false")} false successes`,
  windows: (count) =>
    `two windows on one pension: ${count("rounds")} interleavings, ${count("puts")} PUTs, ` +
    `${count("lost")} silent overwrites, ${count("unread")} confirmed as not readable`,
  batches: (count) =>
    `batches: ${count("runs")} random runs of ${count("rows")} payloads in ${count("rounds")} rounds, ` +
    `${count("puts")} PUTs, ${count("stops")} stops, ${count("kills")} kills -9; told after rounds: ` +
    ["landed", "differs", "notSeen", "refused", "changed", "failed", "unknown", "waiting"]
      .map((outcome) => `${outcome} ${count(outcome)}`)
      .join(", ") +
    `; ${count("lies")} not as the service has it`,
  killedExports: (count) =>
    `killed exports: ${count("kills")} kills -9 of ${count("exports")} exports, ` +
    `${count("rows")} rows whole in the end`,
  killedDataSets: (count) =>
    `killed data sets: ${count("kills")} kills -9, ${count("clients")} clients in the end as ` +
    `without them`,
  killedWrites: (count) =>
    `killed pension writes: ${count("kills")} kills -9, ${count("agreed")} records that said what ` +
    `was known`,
  killedHistories: (count) =>
    `killed histories: ${count("kills")} kills -9 of ${count("windows")} windows, ` +
    `${count("actions")} actions written, ${count("lost")} of them lost`,
};

type Gates = Map<string, Map<string, number>>;

// Every test file is a bundle with its own copy of this module; the counts are one.
const KEY = Symbol.for("financialPlanning.gates");
const shared = globalThis as { [KEY]?: Gates };
const known = shared[KEY];
const gates: Gates = known ?? new Map<string, Map<string, number>>();
shared[KEY] = gates;

if (known === undefined) {
  after(() => {
    for (const [gate, counts] of gates) {
      process.stdout.write(`  ${LINES[gate]?.((what) => counts.get(what) ?? 0) ?? gate}\n`);
    }
  });
}

/** Adds to a count of a gate. */
export function count(gate: string, what: string, amount = 1): void {
  const counts = countsOf(gate);
  counts.set(what, (counts.get(what) ?? 0) + amount);
}

/** Keeps the highest value seen. */
export function highest(gate: string, what: string, value: number): void {
  const counts = countsOf(gate);
  counts.set(what, Math.max(counts.get(what) ?? 0, value));
}

function countsOf(gate: string): Map<string, number> {
  const counts = gates.get(gate) ?? new Map<string, number>();
  gates.set(gate, counts);
  return counts;
}
