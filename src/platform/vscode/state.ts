import type * as vscode from "vscode";
import type { GivenWarning } from "../auth/consentWarnings";
import { type Networking, SANDBOX_CONNECTION_ID } from "../base/connection";

/** Everything kept in a Memento: key to type. Ids and view state only, never answers. */
export interface StoredState {
  /** The user's connections: records as `connections/common` writes them, checked when read. */
  "connections.records": unknown;
  /** Which secrets were stored, by connection id; never a secret itself. */
  "connections.secretMarks": Readonly<Record<string, unknown>>;
  /** How the sandbox is signed in to, where the user chose. */
  "sandbox.access": unknown;
  /** Results prefix of a connection, by connection id, where the user chose one. */
  "connections.resultsPrefix": Readonly<Record<string, string>>;
  /** Whose networking a connection uses, by connection id, where the user chose. */
  "connections.networking": Readonly<Record<string, Networking>>;
  /** Id of the connection that was chosen for a workspace. */
  "connections.chosen": string;
  /** The last warning of a consent's end, by connection id. */
  "access.consentWarnings": Readonly<Record<string, GivenWarning>>;
  /** What pseudonyms are made under, in Base64; empty before the first one. */
  "privacy.key": string;
  /** What an untitled payload is for, by its URI; of files where no workspace is open to share it. */
  "pensions.targets": Readonly<Record<string, unknown>>;
  /** What this window compares its pensions with, as `pensions/common/writing/keptBases` reads it. */
  "pensions.bases": Readonly<Record<string, unknown>>;
  /** Payload files that are staged, by their URIs, as they were kept before windows shared them. */
  "pensions.staged": readonly string[];
  /** Patterns of payload files that a schema was offered for, whatever came of it. */
  "pensions.schemaOffers": readonly string[];
  /** How the columns of lists were laid out, as `lists/common/keptColumns` writes it: no values. */
  "lists.columns": unknown;
  /** Rows, form and place of the last export, as `exports/host/exportWizard` reads it. */
  "exports.lastChoice": unknown;
  /** How lists are read, by connection id and operation, where the user said it. */
  "lists.rules": Readonly<Record<string, unknown>>;
  /** Path of the folder that snapshots are kept in; empty before the first one. */
  "snapshots.folder": string;
  /** Address of the folder that a fixture was saved in last; empty before the first one. */
  "fixtures.folder": string;
}

const DEFAULTS: StoredState = {
  "connections.records": undefined,
  "connections.secretMarks": {},
  "sandbox.access": undefined,
  "connections.resultsPrefix": {},
  "connections.networking": {},
  "connections.chosen": SANDBOX_CONNECTION_ID,
  "access.consentWarnings": {},
  "privacy.key": "",
  "pensions.targets": {},
  "pensions.bases": {},
  "pensions.staged": [],
  "pensions.schemaOffers": [],
  "lists.columns": undefined,
  "exports.lastChoice": undefined,
  "lists.rules": {},
  "snapshots.folder": "",
  "fixtures.folder": "",
};

/** A Memento whose keys have types and defaults. */
export class TypedMemento {
  constructor(private readonly memento: vscode.Memento) {}

  get<Key extends keyof StoredState>(key: Key): StoredState[Key] {
    return this.memento.get(key, DEFAULTS[key]);
  }

  async set<Key extends keyof StoredState>(key: Key, value: StoredState[Key]): Promise<void> {
    await this.memento.update(key, value);
  }
}
