import type { Domain } from "../../connection";
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

/** Keeps definitions outside the workspace, for all windows. */
export interface DefinitionStore {
  /** Newest first; without texts. */
  list(): Promise<readonly StoredDefinition[]>;
  /** Of each domain; absent where the description that ships with the explorer stands. */
  active(): Promise<Readonly<Partial<Record<Domain, StoredDefinition>>>>;
  /** The OpenAPI 3.1 document, JSON. Throws `AppError` `definition/gone`. */
  document(id: string): Promise<string>;
  /** Keeps versions and makes them the active ones of their domains. */
  add(definitions: readonly NewDefinition[]): Promise<readonly StoredDefinition[]>;
  /** `undefined`: the description that ships with the explorer. */
  activate(domain: Domain, id: string | undefined): Promise<void>;
  /** Where it was active, the domain goes back to the description. */
  remove(id: string): Promise<void>;
  /** Fires for changes of any window. */
  onDidChange(listener: () => void): { dispose(): void };
  dispose(): void;
}

export interface NewDefinition extends Omit<StoredDefinition, "id" | "importedAt"> {
  readonly document: string;
}
