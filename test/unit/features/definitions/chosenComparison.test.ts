import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import type { StoredDefinition } from "../../../../src/features/definitions/common/imports/stored";
import type { DefinitionServices } from "../../../../src/features/definitions/host/services";
import { chooseComparison } from "../../../../src/features/definitions/host/versionCommands";
import type { Dialogs } from "../../../../src/platform/vscode/dialogs";
import { aDefinition } from "../../../fakes/definition";

describe("two versions of a definition that are compared", () => {
  it("are the earlier and the later one, and can be given up meanwhile", async () => {
    const signals: unknown[] = [];
    const versions = ["2026-1", "2026-2"].map((version, importedAt): StoredDefinition => ({
      ...aDefinition({ version }),
      ...{ id: version, importedAt },
    }));
    const store: Partial<DefinitionServices["store"]> = {
      list: () => Promise.resolve(versions),
      active: () => Promise.resolve({}),
      document: (id) => Promise.resolve(id),
    };
    const pick: Dialogs["pick"] = (_, items) => Promise.resolve(items[0]);
    const services: Partial<DefinitionServices> = {
      ...{ store: store as DefinitionServices["store"], dialogs: { pick } as Dialogs },
      compare: (before, after, domain, signal) => {
        assert.deepEqual([before, after, domain], ["2026-1", "2026-2", "finances"]);
        signals.push(signal);
        return Promise.resolve([]);
      },
    };
    await chooseComparison(services as DefinitionServices, { id: "2026-2" });
    assert.ok(signals[0] instanceof AbortSignal);
  });
});
