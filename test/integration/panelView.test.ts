import assert from "node:assert/strict";
import type { TextEncoding } from "../../src/core/http/text";
import { parseJsonText } from "../../src/core/jsonText";
import { readPage } from "../../src/core/lists/page";
import type { ListState } from "../../src/core/lists/pagedSession";
import { panelView } from "../../src/lists/panelView";
import type { PanelView } from "../../src/shared/listPanel";
import { anAction } from "../fakes/action";

const QUERY = { pageNumber: 1, pageSize: 25 };

describe("what a panel says of an answer's encoding", () => {
  it("warns above rows that are not all there, and names the first bad byte", () => {
    const { warning, notes } = viewOf({ name: "utf-8", exact: false, badByteOffset: 1233 });
    assert.deepEqual(notes, []);
    assert.equal(
      warning?.what,
      `The answer is not valid UTF-8 from byte ${(1234).toLocaleString()} on; what could not be read is shown as \ufffd.`,
    );
    assert.equal(warning.advice, "Open as JSON has every byte as it came.");
  });

  it("notes another encoding that was read without loss", () => {
    const { warning, notes } = viewOf({ name: "windows-1252", exact: true });
    assert.equal(warning, undefined);
    assert.deepEqual(notes, ["The service sent this list as WINDOWS-1252, not as UTF-8."]);
  });

  it("says nothing of UTF-8", () => {
    const { warning, notes } = viewOf({ name: "utf-8", exact: true });
    assert.deepEqual([warning, notes], [undefined, []]);
  });
});

describe("the view of a page without rows", () => {
  it("offers to explain why, whatever page it is", () => {
    const offered = ({ empty }: PanelView): unknown =>
      empty?.actions.find(({ id }) => id === "list.explain")?.label;
    const utf8 = { name: "utf-8", exact: true } as const;
    assert.equal(offered(viewOf(utf8, "[]")), "Why can't I see it?");
    assert.equal(offered(viewOf(utf8, "[]", { pageNumber: 2 })), "Why can't I see it?");
    assert.equal(offered(viewOf(utf8)), undefined);
  });
});

function viewOf(
  encoding: TextEncoding,
  text = '[{"name": "\ufffd"}]',
  change: Partial<typeof QUERY> = {},
): PanelView {
  const query = { ...QUERY, ...change };
  const root = parseJsonText(text);
  const action = anAction();
  const answer = {
    ...{ status: 200, statusText: "OK", headers: [], body: new Uint8Array(), action },
    ...{ text, encoding, index: () => Promise.resolve(root) },
  };
  const state: Partial<ListState> = {
    query,
    loaded: { query, page: readPage(text, root), answer },
    action,
  };
  return panelView({
    target: { connectionId: "c", list: "clients", ...QUERY },
    connection: undefined,
    state: state as ListState,
    describeError: () => ({ what: "", advice: "", actions: [] }),
  });
}
