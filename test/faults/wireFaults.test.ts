import { CONTENT_FAULTS } from "./support/contentFaults";
import { runFault } from "./support/faultRun";
import { FRAMING_FAULTS } from "./support/framingFaults";
import { expectNoRejections } from "./support/leftovers";
import { NETWORKINGS, placesFor } from "./support/networkings";
import { outcomeAt } from "./support/wireFault";

const FAULTS = [...FRAMING_FAULTS, ...CONTENT_FAULTS];

for (const networking of NETWORKINGS) {
  for (const place of placesFor(networking)) {
    describe(`faults on the wire: ${place}, ${networking} networking`, () => {
      expectNoRejections("G8");
      for (const fault of FAULTS.filter(({ places }) => places?.includes(place) ?? true)) {
        const outcome = outcomeAt(fault, place, networking);
        it(`${fault.row} ${fault.name}: ${outcome}`, () => runFault(fault, place, networking));
      }
    });
  }
}
