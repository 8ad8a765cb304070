import { type ListEndpoint, missingParameters, parameterFields } from "../common/listEndpoint";
import type { EndpointDrift } from "../../definitions/common/drift/drift";
import { describeFinding } from "../texts/findingTexts";
import type { ListRules } from "../common/listRules";
import type { WayOn } from "../common/refusedPaging";
import type { ListState } from "../common/session";
import type { ShownPlace } from "../common/shownPlace";
import { statusOf } from "../../../platform/http/status";
import type { Privacy } from "../../../platform/vscode/privacy";
import { inexactNotice, otherEncodingNote } from "../../../platform/vscode/encodingWords";
import { environmentIcon, environmentWord, waitWords } from "../../../platform/vscode/words";
import { translate } from "../../../platform/vscode/translate";
import type { ListView } from "../messages/listMessages";
import type { ListQuery } from "../messages/listQuery";
import type { PanelNotice } from "../../../platform/base/panelNotice";
import {
  canceledNotice,
  driftFinding,
  emptyNotice,
  errorNotice,
  goneNotice,
  inWords,
  ruleFindings,
} from "./listNotices";
import type { ListConnection } from "./services";
import { titleOf } from "./listTexts";

interface ListFacts {
  readonly endpoint: ListEndpoint;
  /** True where the active definition does not have it any more. */
  readonly isGone: boolean;
  /** What the panel was opened for: whose list it is, and which copy of it. */
  readonly target: ListQuery;
  /** Undefined where it was removed. */
  readonly connection: ListConnection | undefined;
  /** The same as it was found last. */
  readonly lastConnection: ListConnection | undefined;
  readonly state: ListState;
  /** Of the rows on screen. */
  readonly place: ShownPlace;
  /** Other ways to ask for what did not come. */
  readonly waysOn: readonly WayOn[];
  /** What the user said of the list. */
  readonly rules: ListRules;
  readonly address: ListView["address"];
  readonly privacy: Pick<Privacy, "isOn" | "masking">;
  /** How its answers differ from the definition; undefined where they do not, or it was put away. */
  readonly drift: EndpointDrift | undefined;
  readonly describeError: (error: unknown) => PanelNotice;
}

/** Everything a panel shows beside its rows. */
export function listView(facts: ListFacts): ListView {
  const { endpoint, target, lastConnection: connection, state, privacy } = facts;
  const { describeError, drift } = facts;
  const { loaded, failure, canceled, action, walk } = state;
  const { query, paging } = facts.place;
  const status = action && statusOf(action);
  const empty = facts.isGone && loaded === undefined ? goneNotice() : emptyOf(facts);
  const warning =
    facts.isGone && empty === undefined
      ? goneNotice()
      : loaded && inexactNotice(loaded.page.encoding);
  // An unknown environment counts as production.
  const environment = connection?.environment ?? "production";
  const word = environmentWord(environment);
  return {
    query: { ...target, ...query },
    title: titleOf(endpoint, target, privacy.masking),
    connection: connection === undefined || connection.label === word ? "" : connection.label,
    environment: { word, icon: environmentIcon(environment) },
    address: { ...facts.address, url: privacy.masking.maskText(facts.address.url) },
    isLoading: state.loading !== undefined || walk?.state === "running",
    isMasked: privacy.isOn,
    parameters: parameterFields(endpoint, query.parameters),
    ...(paging === undefined ? {} : { paging }),
    ...(walk === undefined ? {} : { walk }),
    findings: [
      ...state.findings.map((fact) => describeFinding(fact, translate, inWords)),
      ...ruleFindings(endpoint, facts.rules),
      ...(drift === undefined || drift.findings.length === 0 ? [] : [driftFinding(drift)]),
    ],
    ...(status === undefined ? {} : { status }),
    ...(failure === undefined
      ? {}
      : { error: errorNotice(failure.error, describeError, facts.waysOn) }),
    ...(canceled === undefined || empty !== undefined
      ? {}
      : { canceled: canceledNotice(canceled) }),
    ...(warning === undefined ? {} : { warning }),
    ...(empty === undefined ? {} : { empty }),
    notes: notesOf(state),
  };
}

function emptyOf({
  endpoint,
  connection,
  state: { query, loaded, growing, paging, loading, failure, wasAsked, isInvalidated, findings },
}: ListFacts): PanelNotice | undefined {
  const { operationId } = endpoint;
  const facts = growing ?? loaded?.page.facts;
  const missing = missingParameters(endpoint, query.parameters);
  const known = { operationId, connection, wasAsked, isInvalidated, missing };
  if (facts !== undefined && facts.rows > 0) {
    return undefined;
  }
  if (loaded !== undefined) {
    const { firstPage = 1 } = paging ?? {};
    const emptyPage = loaded.query.pageNumber > firstPage ? "later" : "first";
    const isLate = findings.some(({ kind }) => kind === "countsFromZero");
    return emptyNotice({ ...known, emptyPage, isLate });
  }
  return loading !== undefined || failure !== undefined
    ? undefined
    : emptyNotice({ ...known, emptyPage: undefined });
}

function notesOf({ loaded, waiting }: ListState): readonly string[] {
  const encodingNote = loaded && otherEncodingNote(loaded.page.encoding);
  return [
    ...(waiting === undefined ? [] : [waitWords(waiting)]),
    ...(encodingNote === undefined ? [] : [encodingNote]),
  ];
}
