import assert from "node:assert/strict";
import { readContributes, shownInPalette } from "../../fakes/palette";
import { shownCommands } from "./paletteHands";
import { untilRead } from "./until";
import type { Workbench } from "./workbench";

interface Turn {
  readonly on?: readonly string[];
  readonly off?: readonly string[];
  /** What the editor knows of the document or panel in front. */
  readonly inFront?: Readonly<Record<string, string>>;
}

/** The context keys that a window should have set, held against what its palette shows. */
export class PaletteKeys {
  private readonly keys = new Set(["view.financialPlanning.connections.visible"]);
  private inFront: Readonly<Record<string, string>> = {};

  constructor(private readonly window: Workbench) {}

  on(...names: readonly string[]): Promise<void> {
    return this.turn({ on: names });
  }

  off(...names: readonly string[]): Promise<void> {
    return this.turn({ off: names });
  }

  /** Waits until just the commands are shown that may run now. */
  async turn({ on = [], off = [], inFront = this.inFront }: Turn): Promise<void> {
    const before = this.expected();
    on.forEach((name) => this.keys.add(keyOf(name)));
    off.forEach((name) => this.keys.delete(keyOf(name)));
    this.inFront = inFront;
    assert.notEqual(this.expected(), before, "a command goes by it");
    await untilRead("the palette", this.expected(), async () =>
      [...(await shownCommands(this.window))].sort().join("\n"),
    );
  }

  /** The commands that are shown by these keys alone. */
  cameWith(...names: readonly string[]): readonly { readonly command: string; title: string }[] {
    const rest = new Set(this.keys);
    names.forEach((name) => rest.delete(keyOf(name)));
    const others = new Set(this.shown(rest).map(({ command }) => command));
    return this.shown(this.keys).filter(({ command }) => !others.has(command));
  }

  private expected(): string {
    return this.shown(this.keys)
      .map(({ title }) => title)
      .sort()
      .join("\n");
  }

  private shown(keys: ReadonlySet<string>): ReturnType<typeof shownInPalette> {
    return shownInPalette(readContributes(), [...keys], this.inFront);
  }
}

/** The keys of the explorer are given without its prefix; other facts as the manifest has them. */
function keyOf(name: string): string {
  return /[ :]|^view\./.test(name) ? name : `financialPlanning.${name}`;
}
