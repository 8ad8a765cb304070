import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { setImmediate as turn } from "node:timers/promises";
import type {
  FormTab,
  FormTabRequest,
} from "../../../../src/features/connections/host/form/connectionForm";
import { ConnectionForms } from "../../../../src/features/connections/host/form/connectionForms";
import type {
  ConnectionFormServices,
  PastedDetails,
  PastedSecrets,
} from "../../../../src/features/connections/host/form/services";
import type {
  ConnectionDraft,
  SecretState,
} from "../../../../src/features/connections/messages/connectionDraft";
import type {
  FormToHost,
  FormView,
} from "../../../../src/features/connections/messages/connectionForm";
import type { Handlers } from "../../../../src/platform/base/rpc";
import { ACME_DRAFT, EMPTY_DRAFT } from "../../../e2e/panels/formBed";

/** What another command stores of the connection while its form is open. */
const ELSEWHERE = { ...ACME_DRAFT, scopes: "openid", proofKey: "required" } as const;
const OTHER_SERVER = "https://other.example";
const MOVES: readonly Partial<ConnectionDraft>[] = [
  { baseUrl: OTHER_SERVER },
  { authUrl: OTHER_SERVER },
];
const DROPPED = /^The addresses .* were changed elsewhere, .* paste the secrets again\.$/;

interface Saved {
  readonly id: string | undefined;
  readonly draft: ConnectionDraft;
  readonly saved: ConnectionDraft;
}

interface Filled {
  readonly draft: Partial<ConnectionDraft>;
}

/** The real forms, with tabs that only note what they are told. */
class NotedForms extends ConnectionForms {
  readonly fills: Partial<ConnectionDraft>[] = [];
  handlers: Handlers<FormToHost> | undefined;
  title = "";
  view: FormView | undefined;
  private onClose: (() => void) | undefined;

  override openTab({ title, handlers, onClose }: FormTabRequest): FormTab {
    this.title = title;
    this.handlers = handlers;
    this.onClose = onClose;
    return {
      rpc: { notify: (name: string, parameters: unknown) => this.note(name, parameters) },
      retitle: (changed) => {
        this.title = changed;
      },
      reveal: () => undefined,
      close: () => this.close(),
    };
  }

  close(): void {
    this.onClose?.();
  }

  private note(name: string, parameters: unknown): void {
    if (name === "fill") {
      this.fills.push((parameters as Filled).draft);
    } else if (name === "show") {
      this.view = parameters as FormView;
    }
  }
}

describe("connection forms", () => {
  let stored: ConnectionDraft;
  let changed: (() => void) | undefined;
  let asked: Saved[];
  /** What another window changed of it until it is saved here. */
  let elsewhere: Partial<ConnectionDraft>;
  let pasting: Promise<PastedDetails | undefined>;
  let state: SecretState;
  let forms: NotedForms;

  beforeEach(() => {
    [stored, asked, changed] = [ACME_DRAFT, [], undefined];
    [elsewhere, pasting] = [{}, Promise.resolve(undefined)];
    state = "missing";
    const services: Partial<ConnectionFormServices> = {
      dialogs: { notify: () => Promise.resolve(undefined) } as never,
      showError: (error) => assert.fail(String(error)),
      draftOf: (id) => (id === undefined ? EMPTY_DRAFT : stored),
      onDidChange: (listener) => {
        changed = () => void listener();
        return {
          dispose: () => {
            changed = undefined;
          },
        };
      },
      check: () => [],
      save: (id, draft, saved) => {
        asked.push({ id, draft, saved });
        stored = { ...draft, ...elsewhere };
        changed?.();
        return Promise.resolve(id ?? "new");
      },
      secretStates: () => Promise.resolve({ subscriptionKey: state, clientSecret: state }),
      enterSecret: () => Promise.resolve(true),
      paste: () => pasting,
      registrationHints: () => ({ uriHandler: "vscode://a.b/callback", isLoopbackReachable: true }),
    };
    forms = new NotedForms(services as ConnectionFormServices);
  });

  afterEach(() => forms.dispose());

  function change(draft: ConnectionDraft): void {
    stored = draft;
    changed?.();
  }

  function view(): FormView {
    return forms.view ?? assert.fail("nothing is shown");
  }

  function handlers(): Handlers<FormToHost> {
    return forms.handlers ?? assert.fail("no form is open");
  }

  async function send(
    what: "edit" | "save",
    draft: ConnectionDraft,
    fills = forms.fills.length,
  ): Promise<void> {
    await handlers()[what]({ draft, fills });
    // What is run without being waited for has come to its end.
    await turn();
  }

  it("take over what is changed elsewhere, and keep what was typed", async () => {
    forms.edit("acme");
    const typed = { ...ACME_DRAFT, label: "Typed" };
    await send("edit", typed);
    change(ELSEWHERE);
    assert.deepEqual(forms.fills, [{ scopes: "openid", proofKey: "required" }]);
    assert.equal(view().isChanged, true);
    const draft = { ...ELSEWHERE, label: "Typed" };
    await send("save", draft);
    assert.deepEqual(asked, [{ id: "acme", draft, saved: ELSEWHERE }]);
    assert.equal(view().status, "Saved.");
  });

  it("are told of nothing where nothing else was stored", async () => {
    forms.edit("acme");
    await send("edit", ACME_DRAFT);
    const before = view();
    changed?.();
    await turn();
    assert.equal(view(), before);
    assert.deepEqual(forms.fills, []);
  });

  it("are as they are stored where nothing was typed", async () => {
    forms.edit("acme");
    change({ ...ELSEWHERE, label: "Acme two" });
    assert.deepEqual([view().isChanged, forms.title], [false, "Edit Acme two"]);
    await send("save", stored);
    assert.deepEqual(asked, []);
  });

  it("save no old value that was on its way while they followed", async () => {
    forms.edit("acme");
    change(ELSEWHERE);
    // Sent before the panel heard of it.
    await send("save", { ...ACME_DRAFT, label: "Typed" }, 0);
    const draft = { ...ELSEWHERE, label: "Typed" };
    assert.deepEqual(asked, [{ id: "acme", draft, saved: ELSEWHERE }]);
  });

  it("take a value back that is typed after they followed", async () => {
    forms.edit("acme");
    change(ELSEWHERE);
    await send("save", { ...ELSEWHERE, proofKey: "auto" });
    assert.deepEqual(
      asked.map(({ draft }) => draft),
      [{ ...ELSEWHERE, proofKey: "auto" }],
    );
  });

  it("save what was typed last, also while the save waited for a paste", async () => {
    const paste = Promise.withResolvers<undefined>();
    pasting = paste.promise;
    forms.edit("acme");
    await handlers().paste({});
    await send("save", { ...ACME_DRAFT, label: "Typed" });
    change(ELSEWHERE);
    const draft = { ...ELSEWHERE, label: "Typed last" };
    await send("edit", draft);
    assert.deepEqual(asked, []);
    paste.resolve(undefined);
    await turn();
    assert.deepEqual(asked, [{ id: "acme", draft, saved: ELSEWHERE }]);
  });

  it("that were closed follow too when they are continued", async () => {
    forms.edit("acme");
    await send("edit", { ...ACME_DRAFT, label: "Typed" });
    forms.close();
    change(ELSEWHERE);
    forms.edit("acme");
    const { draft } = await handlers().start({});
    assert.deepEqual(draft, { ...ELSEWHERE, label: "Typed" });
  });

  it("follow nothing any more once they are ended", () => {
    forms.dispose();
    assert.equal(changed, undefined);
  });

  describe("with pasted secrets", () => {
    let isKept: boolean;
    let kept: string[];
    let secrets: PastedSecrets;

    beforeEach(() => {
      [isKept, kept] = [true, []];
      secrets = {
        names: ["clientSecret"],
        keep: (id) => {
          kept.push(id);
          state = isKept ? "session" : "missing";
          return Promise.resolve(isKept);
        },
        clearClipboard: () => Promise.resolve(true),
      };
    });

    function shown(): string | undefined {
      return view().secrets.find(({ name }) => name === "clientSecret")?.state;
    }

    function add(): void {
      forms.add({ draft: ACME_DRAFT, told: "", secrets });
    }

    /** Into the form of a stored connection, a text without an address. */
    async function paste(): Promise<void> {
      pasting = Promise.resolve({ draft: {}, told: "", secrets });
      forms.edit("acme");
      await handlers().paste({});
      await turn();
      assert.equal(shown(), "pasted");
    }

    it("drop them where the servers become others, and say so", async () => {
      for (const moved of MOVES) {
        await paste();
        change({ ...stored, ...moved });
        await turn();
        assert.match(view().status, DROPPED);
        assert.deepEqual([shown(), view().isChanged], ["missing", false]);
        await send("save", stored);
      }
      assert.deepEqual([asked, kept], [[], []]);
    });

    it("drop them where the servers became others while the form was closed", async () => {
      await paste();
      forms.close();
      change({ ...ACME_DRAFT, baseUrl: OTHER_SERVER });
      forms.edit("acme");
      const { view: first } = await handlers().start({});
      assert.match(first.status, DROPPED);
      assert.equal(shown(), "missing");
    });

    it("store them for no server that came with the save itself", async () => {
      await paste();
      elsewhere = { baseUrl: OTHER_SERVER };
      await send("save", { ...ACME_DRAFT, label: "Typed" });
      assert.match(view().status, DROPPED);
      assert.deepEqual([shown(), asked.length, kept], ["missing", 1, []]);
    });

    it("keep them for the server that was typed, and where something else changes", async () => {
      await paste();
      const typed = { ...ACME_DRAFT, baseUrl: "https://typed.example" };
      await send("edit", typed);
      change({ ...ELSEWHERE, baseUrl: OTHER_SERVER });
      await turn();
      assert.equal(shown(), "pasted");
      await send("save", { ...ELSEWHERE, baseUrl: typed.baseUrl });
      assert.deepEqual([kept, shown()], [["acme"], "session"]);
    });

    it("say which are kept in memory alone", async () => {
      add();
      await send("save", ACME_DRAFT);
      assert.match(view().status, /^Saved\. .* in memory until this window closes\.$/);
      assert.deepEqual([shown(), view().isChanged], ["session", false]);
    });

    it("say that they are not kept, and try it again", async () => {
      add();
      isKept = false;
      await send("save", ACME_DRAFT);
      assert.match(view().status, /was saved, but the pasted secrets were not\./);
      assert.deepEqual([shown(), view().isChanged], ["pasted", true]);
      isKept = true;
      await send("save", ACME_DRAFT);
      assert.deepEqual([kept, shown()], [["new", "new"], "session"]);
    });
  });

  it("call no secret stored that is kept in memory alone", async () => {
    const sent = { draft: ACME_DRAFT, fills: 0, name: "clientSecret" } as const;
    forms.edit("acme");
    state = "session";
    await handlers().enterSecret(sent);
    await turn();
    assert.match(view().status, /^The secret is kept in memory until/);
    state = "set";
    await handlers().enterSecret(sent);
    await turn();
    assert.equal(view().status, "The secret was stored.");
  });
});
