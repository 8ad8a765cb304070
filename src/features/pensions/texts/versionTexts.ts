/** Texts of versions in memory, by their hash; those that were used last stay. */
export class VersionTexts {
  private readonly kept = new Map<string, string>();
  private held = 0;

  constructor(private readonly limitBytes = 32 * 1024 * 1024) {}

  put(hash: string, text: string): void {
    this.remove(hash);
    if (sizeOf(text) > this.limitBytes) {
      return;
    }
    this.kept.set(hash, text);
    this.held += sizeOf(text);
    for (const oldest of this.kept.keys()) {
      if (this.held <= this.limitBytes) {
        return;
      }
      this.remove(oldest);
    }
  }

  get(hash: string): string | undefined {
    const text = this.kept.get(hash);
    if (text !== undefined) {
      this.kept.delete(hash);
      this.kept.set(hash, text);
    }
    return text;
  }

  private remove(hash: string): void {
    const text = this.kept.get(hash);
    if (text !== undefined) {
      this.kept.delete(hash);
      this.held -= sizeOf(text);
    }
  }
}

/** At most two bytes a unit. */
function sizeOf(text: string): number {
  return text.length * 2;
}
