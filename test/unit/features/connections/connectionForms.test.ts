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
  let state: SecretState;
  let forms: NotedForms;

  beforeEach(() => {
    [stored, asked, changed] = [ACME_DRAFT, [], undefined];
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
        stored = draft;
        changed?.();
        return Promise.resolve(id ?? "new");
      },
      secretStates: () => Promise.resolve({ subscriptionKey: state, clientSecret: state }),
      enterSecret: () => Promise.resolve(true),
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

    beforeEach(() => {
      [isKept, kept] = [true, []];
      const secrets: PastedSecrets = {
        names: ["clientSecret"],
        keep: (id) => {
          kept.push(id);
          state = isKept ? "session" : "missing";
          return Promise.resolve(isKept);
        },
        clearClipboard: () => Promise.resolve(true),
      };
      forms.add({ draft: ACME_DRAFT, told: "", secrets });
    });

    function shown(): string | undefined {
      return view().secrets.find(({ name }) => name === "clientSecret")?.state;
    }

    it("say which are kept in memory alone", async () => {
      await send("save", ACME_DRAFT);
      assert.match(view().status, /^Saved\. .* in memory until this window closes\.$/);
      assert.deepEqual([shown(), view().isChanged], ["session", false]);
    });

    it("say that they are not kept, and try it again", async () => {
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
