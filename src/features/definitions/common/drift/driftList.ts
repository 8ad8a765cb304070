import type { DriftFinding, EndpointDrift } from "./drift";

/** Findings of one endpoint; more than this are not read. */
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

interface Endpoint {
  readonly list: FindingList;
  drift: EndpointDrift;
}

/** What was found, by connection and operation. */
export class DriftList {
  private readonly endpoints = new Map<string, Endpoint>();

  /** Of a connection, or of all; in the order of their operations. */
  all(connectionId?: string): readonly EndpointDrift[] {
    return [...this.endpoints.values()]
      .map(({ drift }) => drift)
      .filter((drift) => connectionId === undefined || drift.connectionId === connectionId)
      .sort((one, other) => (one.operationId < other.operationId ? -1 : 1));
  }

  of(connectionId: string, operationId: string): EndpointDrift | undefined {
    return this.endpoints.get(keyOf(connectionId, operationId))?.drift;
  }

  /** Adds what one answer shows. */
  add(
    findings: readonly DriftFinding[],
    answer: Omit<EndpointDrift, "findings" | "answers">,
  ): void {
    const key = keyOf(answer.connectionId, answer.operationId);
    const known = this.endpoints.get(key);
    const list = known?.list ?? new FindingList();
    findings.forEach((finding) => list.add(finding));
    const answers = (known?.drift.answers ?? 0) + 1;
    this.endpoints.set(key, { list, drift: { ...answer, findings: list.findings, answers } });
  }

  /** Forgets what came through connections that are meant; false where there was nothing. */
  forget(isMeant: (connectionId: string) => boolean): boolean {
    const before = this.endpoints.size;
    for (const [key, { drift }] of this.endpoints) {
      if (isMeant(drift.connectionId)) {
        this.endpoints.delete(key);
      }
    }
    return this.endpoints.size < before;
  }
}

function keyOf(connectionId: string, operationId: string): string {
  return `${connectionId}\n${operationId}`;
}
