import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { watchFolder } from "../../../../src/platform/files/watchFolder";
import { SYSTEM_CLOCK } from "../../../../src/platform/base/clock";
import { type SharedMode, shareMode } from "../../../../src/features/privacy/common/sharedMode";

describe("privacy mode in other windows", () => {
  let folder: string;
  const windows: SharedMode[] = [];

  /** A window, and the mode that it hears of next. */
  const open = (): { readonly mode: SharedMode; heard: () => Promise<boolean> } => {
    let tell: (isOn: boolean) => void = () => undefined;
    const mode = shareMode({ folder, clock: SYSTEM_CLOCK, onChange: (isOn) => tell(isOn) });
    windows.push(mode);
    const heard = (): Promise<boolean> => new Promise((resolve) => (tell = resolve));
    return { mode, heard };
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "privacy-"));
  });

  afterEach(async () => {
    windows.splice(0).forEach((mode) => mode.dispose());
    await rm(folder, { recursive: true, force: true });
  });

  it("is heard of by every other, on and off", async () => {
    const [one, two, three] = [open(), open(), open()];
    for (const isOn of [true, false, true]) {
      const others = Promise.all([two.heard(), three.heard()]);
      await one.mode.announce(isOn);
      assert.deepEqual(await others, [isOn, isOn]);
    }
  });

  it("takes nothing but the two words for it, and goes on after what is broken", async () => {
    const [one, two] = [open(), open()];
    const heard = two.heard();
    await writeFile(join(folder, "mode.txt"), "perhaps");
    await one.mode.announce(true);
    assert.equal(await heard, true);
  });

  it("is not put back by an older word that comes late", async () => {
    const [one, two] = [open(), open()];
    let heard = two.heard();
    await one.mode.announce(true);
    assert.equal(await heard, true);
    const late = await readFile(join(folder, "mode.txt"), "utf8");
    heard = two.heard();
    await one.mode.announce(false);
    assert.equal(await heard, false);
    heard = two.heard();
    await writeFile(join(folder, "mode.txt"), late);
    await new Promise<void>((resolve) => {
      const stop = watchFolder(folder, SYSTEM_CLOCK, () => (stop(), resolve()));
      void writeFile(join(folder, "mode.txt"), late);
    });
    await one.mode.announce(false);
    assert.equal(await heard, false);
  });

  it("costs nothing where the disk takes nothing", async () => {
    await rm(folder, { recursive: true });
    await writeFile(folder, "a file");
    await open().mode.announce(true);
  });
});
