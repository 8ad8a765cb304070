import type { ColumnSummary, RowView } from "../../../messages/listQuestions";
import type { GridAsk } from "./gridHost";
import { setFilters } from "./viewChanges";

/** What is known of a column's values: `failed` where they could not be summed up. */
export type ColumnProfile = ColumnSummary | "failed";

interface WantedProfiles {
  readonly ask: Pick<GridAsk, "summary">;
  readonly view: RowView;
  readonly revision: number;
  readonly isMasked: boolean;
  /** Those in sight, in their order. */
  readonly columns: readonly string[];
}

interface KnownProfile {
  /** What it was asked by. */
  readonly question: string;
  readonly profile: ColumnProfile;
}

/**
 * Summaries of the columns in sight, asked for one after the other: the rows of a scroll get their
 * turn in between. An old one stays until the new one is there.
 */
export class ColumnProfiles {
  private readonly known = new Map<string, KnownProfile>();
  private wanted: WantedProfiles | undefined;
  private isAsking = false;

  constructor(private readonly onChange: () => void) {}

  of(column: string): ColumnProfile | undefined {
    return this.known.get(column)?.profile;
  }

  want(wanted: WantedProfiles): void {
    if (this.wanted?.isMasked !== wanted.isMasked) {
      this.known.clear();
    }
    this.wanted = wanted;
    void this.askNext();
  }

  /** Asks for no more, and forgets what is known. */
  clear(): void {
    this.wanted = undefined;
    this.known.clear();
  }

  private async askNext(): Promise<void> {
    const { wanted } = this;
    const column = wanted?.columns.find(
      (key) => this.known.get(key)?.question !== questionOf(wanted, key),
    );
    if (this.isAsking || wanted === undefined || column === undefined) {
      return;
    }
    this.isAsking = true;
    const question = questionOf(wanted, column);
    const profile = await wanted.ask
      .summary({ view: viewFor(wanted.view, column), column })
      .catch(() => "failed" as const);
    this.isAsking = false;
    if (this.wanted?.isMasked === wanted.isMasked) {
      this.known.set(column, { question, profile });
      this.onChange();
    }
    void this.askNext();
  }
}

/** Without the column's own filters, so that another of its values can be chosen. */
function viewFor(view: RowView, column: string): RowView {
  return { ...setFilters(view, column, []), sort: [] };
}

function questionOf({ view, revision }: WantedProfiles, column: string): string {
  return JSON.stringify([revision, viewFor(view, column)]);
}
