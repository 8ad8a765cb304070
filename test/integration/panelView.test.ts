import assert from "node:assert/strict";
import type { TextEncoding } from "../../src/platform/http/text";
import type { ListEndpoint } from "../../src/features/lists/common/listEndpoint";
import type { ListState } from "../../src/features/lists/common/session";
import type { ReadPage } from "../../src/features/lists/common/table/rowTables";
import { createMasking } from "../../src/features/privacy/common/masking";
import { NO_MASKING } from "../../src/platform/base/masking";
import { listView } from "../../src/features/lists/host/listView";
import type { ListView } from "../../src/features/lists/messages/listMessages";
import type { ListQuery } from "../../src/features/lists/messages/listQuery";
import { describePaging } from "../../src/features/lists/messages/paging";
import { anAction } from "../fakes/action";

const UTF8: TextEncoding = { name: "utf-8", exact: true };
const CLIENT = "0f8fad5b-d9cb-469f-a165-70867728950e";

const QUERY: ListQuery = {
  ...{ connectionId: "c", operationId: "listHoldings", path: { clientId: CLIENT } },
  ...{ subject: "Abernathy, Ruth", parameters: { fields: ["owner"] } },
  ...{ pageNumber: 1, pageSize: 25, mode: "page", copy: 0 },
};

const ENDPOINT: ListEndpoint = {
  ...{ operationId: "listHoldings", domain: "finances", path: "/clients/{clientId}/holdings" },
  ...{ summary: "", pathParameters: ["clientId"], takesPages: true },
  parameters: [{ name: "fields", kind: "list", options: ["owner"], description: "", value: [] }],
};

describe("what a panel says of an answer's encoding", () => {
  it("warns above rows that are not all there, and names the first bad byte", () => {
    const { warning, notes } = viewOf({
      encoding: { name: "utf-8", exact: false, badByteOffset: 1233 },
    });
    assert.deepEqual(notes, []);
    assert.equal(
      warning?.what,
      `From byte ${(1234).toLocaleString("en")} on, the answer holds bytes that are not valid UTF-8; they are shown as \ufffd.`,
    );
    assert.equal(
      warning.advice,
      "To get every byte, choose 'Open as JSON', then run 'Show Answer as It Came'.",
    );
  });

  it("notes another encoding that was read without loss", () => {
    const { warning, notes } = viewOf({ encoding: { name: "windows-1252", exact: true } });
    assert.equal(warning, undefined);
    assert.deepEqual(notes, ["The service sent this list as WINDOWS-1252, not as UTF-8."]);
  });

  it("says nothing of UTF-8", () => {
    const { warning, notes } = viewOf({});
    assert.deepEqual([warning, notes], [undefined, []]);
  });
});

describe("the view of a page without rows", () => {
  it("offers to explain why, whatever page it is", () => {
    const offered = ({ empty }: ListView): unknown =>
      empty?.actions.find(({ id }) => id === "list.explain")?.label;
    assert.equal(offered(viewOf({ rows: 0 })), "Why can't I see it?");
    assert.equal(offered(viewOf({ rows: 0, pageNumber: 2 })), "Why can't I see it?");
    assert.equal(offered(viewOf({})), undefined);
  });

  it("tells the first page from one behind the end, from 0 too", () => {
    const advice = (view: ListView): string | undefined => view.empty?.advice;
    const end = "The list ends before this page. Go back to the first one.";
    assert.notEqual(advice(viewOf({ rows: 0 })), end);
    assert.equal(advice(viewOf({ rows: 0, pageNumber: 2 })), end);
    assert.equal(advice(viewOf({ rows: 0, pageNumber: 1, firstPage: 0 })), end);
    assert.equal(viewOf({ rows: 0 }).empty?.what, "No holdings on this page.");
  });
});

describe("the view of a list", () => {
  it("puts findings into words with what can be done about them", () => {
    const { findings } = viewOf({
      findings: [
        {
          ...{ kind: "moreThanTotal", values: { total: 1200, counted: 1225 } },
          actionId: "list.ignoreTotal",
        },
      ],
    });
    assert.deepEqual(findings, [
      {
        kind: "moreThanTotal",
        text: `The service's number of all rows is ${(1200).toLocaleString("en")}, but ${(1225).toLocaleString("en")} came.`,
        action: { id: "list.ignoreTotal", label: "Ignore this number" },
      },
    ]);
  });

  it("has the endpoint's parameters with the values of the page", () => {
    assert.deepEqual(viewOf({}).parameters, [{ ...ENDPOINT.parameters[0], value: ["owner"] }]);
  });

  it("is production, locked by its looks, where the connection is not there any more", () => {
    const { environment, connection } = viewOf({});
    assert.deepEqual([environment.icon, connection], ["shield", ""]);
  });

  it("hides whose list it is in privacy mode, in the title and the address", () => {
    const plain = viewOf({});
    assert.equal(plain.title, "Holdings · Abernathy, Ruth");
    assert.match(plain.address.url, new RegExp(CLIENT));
    const masked = viewOf({ isMasked: true });
    assert.equal(masked.isMasked, true);
    assert.match(masked.title, /^Holdings · \S+/);
    assert.doesNotMatch(masked.title, /Abernathy|Ruth/);
    assert.doesNotMatch(masked.address.url, new RegExp(CLIENT));
    assert.match(masked.address.url, /^http:\/\/127\.0\.0\.1\/clients\/.+\/holdings$/);
  });
});

interface Shown {
  readonly encoding?: TextEncoding;
  readonly rows?: number;
  readonly pageNumber?: number;
  readonly firstPage?: 0 | 1;
  readonly findings?: ListState["findings"];
  readonly isMasked?: boolean;
}

function viewOf(shown: Shown): ListView {
  const { encoding = UTF8, rows = 1, pageNumber = 1, firstPage = 1, findings = [] } = shown;
  const query = { ...QUERY, pageNumber };
  const action = anAction();
  const facts = { revision: 1, rows, columns: [], omittedColumns: 0, isGrowing: false };
  const page: ReadPage = {
    ...{ facts, rows, listPath: [], encoding },
    ...{ repeatsPage: false, repeatedRows: 0, sameRecords: 0 },
  };
  const state: ListState = {
    ...{ query, loading: undefined, growing: undefined },
    loaded: { ...page, envelope: page, query, page, action },
    ...{
      failure: undefined,
      canceled: undefined,
      action,
      wasAsked: true,
      isInvalidated: false,
      waiting: undefined,
      walk: undefined,
    },
    paging: describePaging({ pageNumber, firstPage, pageSize: 25, rows, isUnpaged: false }),
    findings,
    isWhole: false,
  };
  const isOn = shown.isMasked === true;
  return listView({
    ...{
      endpoint: ENDPOINT,
      isGone: false,
      drift: undefined,
      target: QUERY,
      connection: undefined,
      lastConnection: undefined,
      ...{ state, place: state },
      waysOn: [],
      rules: {},
    },
    address: { method: "GET", url: `http://127.0.0.1/clients/${CLIENT}/holdings` },
    privacy: { isOn, masking: isOn ? createMasking(new Uint8Array(32)) : NO_MASKING },
    ...{ waysOn: [], rules: {} },
    describeError: () => ({ what: "", advice: "", actions: [] }),
  });
}
