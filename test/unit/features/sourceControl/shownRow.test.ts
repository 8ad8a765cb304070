import assert from "node:assert/strict";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import { NO_MASKING } from "../../../../src/platform/base/masking";
import { shownPlace } from "../../../../src/features/sourceControl/host/batch/shownRow";
import { key } from "./support";

describe("the path of a payload as a batch shows it", () => {
  const pension = key("PEN-1");
  const { clientId } = pension;

  it("has no id of a client in any letters, and nobody who is known", () => {
    const masking = createMasking(new Uint8Array(32).fill(7));
    masking.know("Okafor, Ngozi", "person");
    const place = `Ngozi Okafor/${clientId}/${clientId.toUpperCase()}/PEN-1.json`;
    const shown = shownPlace({ place, pension }, { privacy: { masking } as never });
    const id = masking.maskLabel(clientId, "id");
    assert.equal(shown, `${masking.maskLabel("Okafor, Ngozi", "person")}/${id}/${id}/PEN-1.json`);
  });

  it("is as it is while the mode is off", () => {
    const place = `a/${clientId}/PEN-1.json`;
    const privacy = { masking: NO_MASKING } as never;
    assert.equal(shownPlace({ place, pension }, { privacy }), place);
  });
});
