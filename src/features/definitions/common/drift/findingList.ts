import type { DriftFinding } from "./drift";

/** Findings of one endpoint; more than this help nobody. */
const MOST_FINDINGS = 100;

/** Findings, each once, with the number of places that show it. */
export class FindingList {
  private readonly byKey = new Map<string, { readonly finding: DriftFinding; count: number }>();

  /** In the order in which they were found first. */
  get findings(): readonly DriftFinding[] {
    return [...this.byKey.values()].map(({ finding, count }) => ({ ...finding, count }));
  }

  get size(): number {
    return this.byKey.size;
  }

  /** Adds a finding, or its places to the same one. */
  add(finding: DriftFinding): void {
    const { kind, path, expected = "", seen = "", count } = finding;
    const key = `${kind} ${expected} ${seen} ${path}`;
    const known = this.byKey.get(key);
    if (known !== undefined) {
      known.count += count;
    } else if (this.byKey.size < MOST_FINDINGS) {
      this.byKey.set(key, { finding, count });
    }
  }
}
