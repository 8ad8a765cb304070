import type { Environment } from "../../../../platform/base/connection";
import type { ListRulesStore } from "../../common/listRules";
import type { ServiceClient } from "../../../../platform/service/client";
import type { ErrorActions } from "../../../../platform/vscode/errorActions";
import type { AnswerDocuments } from "../answerDocuments";
import type { EndpointServices } from "../pickEndpoint";

/** What a comparison needs of what the lists have. */
export interface CompareServices extends EndpointServices {
  readonly answers: Pick<AnswerDocuments, "add" | "addOwn">;
  readonly errorActions: Pick<ErrorActions, "run">;
  readonly rules: Pick<ListRulesStore, "rules">;
  client(connectionId: string): Promise<ServiceClient>;
  connection(connectionId: string): Omit<KnownConnection, "id"> | undefined;
  connections(): readonly KnownConnection[];
  copy(text: string): Promise<void>;
  readonly snapshots: SnapshotFolder;
}

/** Where the user's snapshots are, in all windows; of this machine. */
export interface SnapshotFolder {
  /** Its path; undefined before one was chosen. */
  get(): string | undefined;
  set(path: string): Promise<void>;
}

interface KnownConnection {
  readonly id: string;
  readonly label: string;
  readonly environment: Environment;
}
