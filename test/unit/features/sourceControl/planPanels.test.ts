import "../../../../src/errorTexts";
import assert from "node:assert/strict";
// First: it stands in for the editor.
import "../../../fakes/editorSurfaces";
import { aBatch, CLIENT } from "../../../e2e/panels/planBed";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import {
  PlanPanels,
  type PlanPanelParts,
} from "../../../../src/features/sourceControl/host/batch/planPanels";
import type { PlanContent } from "../../../../src/features/sourceControl/messages/planPanel";
import { AppError } from "../../../../src/platform/base/errors";
import { createRedactor } from "../../../../src/platform/http/redaction";
import { privateTranslate } from "../../../../src/platform/vscode/translate";

describe("the panel of a plan while privacy mode is on", () => {
  it("names no client in the path of another payload of the same pension", () => {
    const { batch, plan } = aBatch([{ effect: "invalid" }, { effect: "invalid" }]);
    const masking = createMasking(new Uint8Array(32).fill(7));
    const place = plan.rows[1]?.place ?? assert.fail();
    const problem = new AppError("input", "batch/samePension", { values: { place } });
    const rows = plan.rows.map((row) => ({ ...row, state: { ...row.state, problem } }));
    const onDidChange = () => ({ dispose: () => undefined });
    const privacy = { isOn: true, masking, key: new Uint8Array(), onDidChange };
    const parts: Partial<PlanPanelParts> = {
      batches: { onDidChange, planOf: () => ({ ...plan, rows }), said: () => [] } as never,
      services: {
        ...{ extensionUri: undefined as never, onDidChange, privacy },
        clientLabel: () => "Okafor, Ngozi",
        translateSent: privateTranslate(createRedactor(), privacy),
      },
      target: () => undefined,
    };
    const panels = new PlanPanels(parts as PlanPanelParts);
    const contentOf = Reflect.get(panels, "contentOf") as (of: typeof batch) => PlanContent;
    const shown = JSON.stringify(contentOf.call(panels, batch));
    assert.match(shown, /Another payload is for the same pension: pensions\/••••[0-9a-f]{4}-/);
    assert.ok(!shown.includes(CLIENT));
  });
});
