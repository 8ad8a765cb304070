import type { Domain } from "../../../../platform/base/connection";
import type { DocumentNote } from "./document";

/** One version of a provider's definition of one domain, as it is kept. */
export interface StoredDefinition {
  /** UUID. A document that describes several domains is kept once for each. */
  readonly id: string;
  readonly domain: Domain;
  readonly title: string;
  /** `info.version`, as the document says it. */
  readonly version: string;
  /** "2.0", "3.0.3", "3.1.0": what it was before it was read. */
  readonly openapi: string;
  readonly source: DefinitionSource;
  /** Milliseconds since the epoch. */
  readonly importedAt: number;
  /** SHA-256 of the text as it came, hexadecimal. */
  readonly hash: string;
  /** Of the text as it came. */
  readonly bytes: number;
  /** Endpoints of this domain. */
  readonly operations: number;
  readonly notes: readonly DocumentNote[];
}

export interface DefinitionSource {
  readonly kind: "file" | "clipboard" | "address";
  /** Name of the file without its folder, or the address without query; empty for the clipboard. */
  readonly name: string;
}

/** Absent where the description that ships with the explorer stands. */
export type ActiveVersions = Readonly<Partial<Record<Domain, StoredDefinition>>>;

/**
 * What connections chose for themselves, by their ids: the id of a version, "" for the description.
 * Where they chose nothing they follow the default.
 */
export type DefinitionChoices = Readonly<Record<string, Readonly<Partial<Record<Domain, string>>>>>;

/** Keeps definitions outside the workspace, for all windows. */
export interface DefinitionStore {
  /** Newest first; without texts. */
  list(): Promise<readonly StoredDefinition[]>;
  /** What a connection follows in each domain; the default where none is named. */
  active(connectionId?: string): Promise<ActiveVersions>;
  choices(): Promise<DefinitionChoices>;
  /** The OpenAPI 3.1 document, JSON. Throws `AppError` `definition/gone`. */
  document(id: string): Promise<string>;
  /** Keeps versions and makes them active: by default, or for the connection that is named. */
  add(
    definitions: readonly NewDefinition[],
    connectionId?: string,
  ): Promise<readonly StoredDefinition[]>;
  /** `undefined`: the description that ships with the explorer. */
  activate(domain: Domain, id: string | undefined, connectionId?: string): Promise<void>;
  /** The connection follows the default again: in a domain, or in all. */
  forgetChoices(connectionId: string, domain?: Domain): Promise<void>;
  /** A connection chooses what another one chose. */
  copyChoices(fromId: string, toId: string): Promise<void>;
  /** Wherever it was active, the domain goes back to the description. */
  remove(id: string): Promise<void>;
  /** Fires for changes of any window. */
  onDidChange(listener: () => void): { dispose(): void };
  dispose(): void;
}

export interface NewDefinition extends Omit<StoredDefinition, "id" | "importedAt"> {
  readonly document: string;
}
