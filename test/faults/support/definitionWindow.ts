import { createDefinitionStore } from "../../../src/features/definitions/common/imports/definitionStore";
import { SYSTEM_CLOCK } from "../../../src/platform/base/clock";
import { createFileLocks } from "../../../src/platform/files/locks/fileLocks";
import { aDefinition } from "../../fakes/definition";

/** A window that imports one version after the other; it says each that was kept. */
const { FOLDER = "", WINDOW = "", IMPORTS = "" } = process.env;
const quiet = (): void => undefined;
const log = { trace: quiet, info: quiet, warn: quiet, error: quiet };
const store = createDefinitionStore({
  folder: `${FOLDER}/definitions`,
  locks: createFileLocks({ folder: `${FOLDER}/locks`, clock: SYSTEM_CLOCK, log }),
  ...{ clock: SYSTEM_CLOCK, log, limits: { versionsPerDomain: 1000, bytes: 1_000_000_000 } },
});

void run();

async function run(): Promise<void> {
  for (let turn = 0; turn < Number(IMPORTS); turn++) {
    const version = `${WINDOW}-${turn}`;
    // Long enough that a kill can meet half a file.
    await store.add([aDefinition({ version, padding: 400_000 })]);
    process.send?.({ version });
  }
  process.disconnect();
}
