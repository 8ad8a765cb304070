import { type Connection, SANDBOX_CONNECTION_ID } from "../../../platform/base/connection";
import { type AppError, needsSignIn } from "../../../platform/base/errors";
import { describeError, type ErrorContext } from "../../../platform/texts/errorText";
import { describeNetworkCheck } from "../../../platform/texts/networkCheck";
import { warningText } from "../../../platform/texts/warnings";
import type { Localizer, Translate } from "../../../platform/texts/words";
import { refusalOf } from "../../../platform/http/refusals/refusal";
import type {
  ConnectionTestReport,
  TestFinding,
  TestStepName,
  TestStepResult,
  TestStepState,
} from "../common/testReport";
import { CONNECTION_WARNINGS } from "./warnings";

type Values = (name: string) => string;

const FINDINGS: Readonly<Record<TestFinding, (t: Translate, value: Values) => string>> = {
  networkReached: (t) => t("Service and identity provider can be reached."),
  requestIdMissing: (t) =>
    t("Remark: the service's answers lack the request id (x-dt-requestid) that they should have."),
  answeredInFront: (t) =>
    t("The answer has no request id: it may have come from a proxy, and not from the service."),
  discoveryFound: (t, value) =>
    t("The discovery document names this issuer: {0}.", value("issuer")),
  discoveryAbsent: (t, value) =>
    t("There is no discovery document; the documented address {0} is used.", value("token")),
  tokenGranted: (t) => t("Client ID and client secret were accepted; an access token was issued."),
  tokenInForce: (t) => t("The user is signed in."),
  scopesNarrower: (t, value) =>
    t("An access token was issued, but without these scopes: {0}.", value("missing")),
  keyAccepted: (t) => t("The subscription key was accepted."),
  listCame: (t, value) => t("The service sent the first page of clients ({0}).", value("status")),
  listCameWhole: (t, value) =>
    t(
      "The service sent the whole list of clients ({0}), but refused a single page of it ({1}).",
      value("status"),
      value("refused"),
    ),
  identityNotReached: (t) => t("Skipped: the identity provider cannot be reached."),
  providerUnclear: (t) =>
    t("Skipped: discovery failed, so this may be the wrong identity provider. No secret was sent."),
  signInFirst: (t) => warningText(CONNECTION_WARNINGS["connections/testWithoutSignIn"], t),
  noToken: (t) => t("Skipped: there is no access token."),
  serviceNotReached: (t) => t("Skipped: the service cannot be reached."),
  keyFirst: (t) => t("Skipped: the step 'Subscription key' failed."),
  stopped: (t) => warningText(CONNECTION_WARNINGS["connections/testStopped"], t),
  keyNotTold: (t) => t("Not known: the answer does not tell whether the key was accepted."),
};

/** Beside the message of an error that the test itself ended with. */
export function brokenTestText(t: Translate): string {
  return t("The test ended with an error.");
}

/** What has to be mended, as the buttons beside the message ask. */
export type TestFault = "key" | "secret" | "signIn" | "scope" | "other";

export interface TestStepText {
  readonly label: string;
  readonly state: TestStepState;
  /** "" while it waits. */
  readonly text: string;
}

export interface ConnectionTestText {
  readonly outcome: "passed" | "failed" | "incomplete";
  readonly summary: string;
  readonly steps: readonly TestStepText[];
  /** Absent where nothing is wrong. */
  readonly fault: TestFault | undefined;
  /** Why the decisive step failed. */
  readonly error: AppError | undefined;
  /** Plain text; times in UTC. Holds no secret. */
  readonly details: string;
}

type Named = Pick<Connection, "id" | "label">;

/** Puts a test of a connection, also an unfinished one, into words. Pure. */
export function describeConnectionTest(
  report: ConnectionTestReport,
  connection: Named,
  { t, language }: Localizer,
): ConnectionTestText {
  const steps = report.steps.map((result): TestStepText => ({
    label: stepWord(result.step, t),
    state: result.state,
    text: textOf(result, { report, connection, t, language }),
  }));
  const failed = report.steps.findIndex(({ state }) => state === "failed");
  const open = report.steps.findIndex(({ state }) => state !== "passed");
  const outcome = failed >= 0 ? "failed" : open >= 0 ? "incomplete" : "passed";
  const decisive = steps[failed >= 0 ? failed : open];
  const { error } = report.steps[failed >= 0 ? failed : open] ?? {};
  const fault = faultOf(report.steps[failed >= 0 ? failed : open]);
  const isRemarked = report.steps[0]?.finding === "requestIdMissing";
  const remark = isRemarked && outcome === "passed" ? ` ${steps[0]?.text ?? ""}` : "";
  const summary = summaryOf(connection, decisive, { outcome, t }) + remark;
  const details = detailsOf(report, { steps, summary, t });
  return { outcome, summary, steps, fault, error, details };
}

function stepWord(step: TestStepName, t: Translate): string {
  return {
    network: t("Network"),
    discovery: t("Discovery"),
    token: t("Access token"),
    key: t("Subscription key"),
    list: t("First list"),
  }[step];
}

interface Telling extends Localizer {
  readonly report: ConnectionTestReport;
  readonly connection: Named;
}

function textOf(result: TestStepResult, { report, connection, t, language }: Telling): string {
  const { finding, values, error, step, state } = result;
  if (error !== undefined) {
    const context: ErrorContext = {
      language,
      connectionLabel: connection.label,
      sandbox: connection.id === SANDBOX_CONNECTION_ID,
      operationId: "listClients",
    };
    const { what, advice } = describeError(error, t, context);
    const more = finding === undefined ? [] : [FINDINGS[finding](t, () => "")];
    return [what, advice, ...more].join(" ");
  }
  if (finding !== undefined) {
    return FINDINGS[finding](t, (name) => String(values?.[name] ?? ""));
  }
  const { network } = report;
  return step === "network" && state === "failed" && network !== undefined
    ? describeNetworkCheck(network, t).summary
    : "";
}

function summaryOf(
  { label }: Named,
  decisive: TestStepText | undefined,
  { outcome, t }: Pick<ConnectionTestText, "outcome"> & { t: Translate },
): string {
  if (outcome === "passed" || decisive === undefined) {
    return t("'{0}' works: addresses, key and access were accepted.", label);
  }
  if (decisive.text === "") {
    return t("'{0}' is being tested.", label);
  }
  return outcome === "failed"
    ? t("'{0}' does not work yet ({1}). {2}", label, decisive.label, decisive.text)
    : t("'{0}' was tested in part ({1}). {2}", label, decisive.label, decisive.text);
}

const FAULTS: Readonly<Record<string, TestFault>> = {
  "credentials/keyRefused": "key",
  "credentials/keyMissing": "key",
  "credentials/keyMalformed": "key",
  "credentials/refused": "key",
  "credentials/missing": "key",
  "credentials/lost": "key",
  "credentials/secretMissing": "secret",
  "credentials/secretRefused": "secret",
  "credentials/tokenRefused": "signIn",
  "credentials/insufficientScope": "signIn",
};

function faultOfError(error: AppError | undefined): TestFault {
  // Another secret would be refused as well: the message says what to change.
  if (error === undefined || error.values["remedy"] !== undefined) {
    return "other";
  }
  if (needsSignIn(error)) {
    return "signIn";
  }
  const { blamed, scopes } = refusalOf(error, (text) => text);
  return scopes.length > 0 ? "scope" : blamed === "key" ? "key" : (FAULTS[error.code] ?? "other");
}

function faultOf(result: TestStepResult | undefined): TestFault | undefined {
  if (result?.state === "skipped") {
    return result.finding === "signInFirst" ? "signIn" : "other";
  }
  const { error, state } = result ?? {};
  return state === "failed" ? faultOfError(error) : undefined;
}

function detailsOf(
  { startedAt, network, steps: results }: ConnectionTestReport,
  { steps, summary, t }: Pick<ConnectionTestText, "steps" | "summary"> & { t: Translate },
): string {
  const width = Math.max(...steps.map(({ label }) => label.length));
  const lines = steps.flatMap(({ label, state, text }, index) => {
    const { requestId, traceId } = results[index]?.error ?? {};
    const ids = Object.entries({ "x-dt-requestid": requestId, "x-dt-traceid": traceId });
    const known = ids.flatMap(([name, id]) => (id === undefined ? [] : [`    ${name}: ${id}`]));
    return [`  ${label.padEnd(width)}  ${stateWord(state, t)}`, ...textLines(text), ...known];
  });
  const head = [t("Connection test, {0}", new Date(startedAt).toISOString()), summary, ""];
  const tail = network === undefined ? "" : `\n${describeNetworkCheck(network, t).details}`;
  return `${[...head, ...lines].join("\n")}\n${tail}`;
}

function textLines(text: string): readonly string[] {
  return text === "" ? [] : [`    ${text}`];
}

function stateWord(state: TestStepState, t: Translate): string {
  return {
    waiting: t("not begun"),
    running: t("under way"),
    passed: t("passed"),
    failed: t("FAILED"),
    skipped: t("skipped"),
  }[state];
}
