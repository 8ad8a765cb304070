import type { JsonRecord } from "../reading";
import { listIn, recordIn, targetOf } from "./pointer";
import { ANY_SHAPE, readShape, SAID, type SchemaShape } from "./shape";

/** A schema with all that it takes from others: `$ref` and `allOf` are looked through. */
export interface SchemaView {
  /** The same for the same schemas of a document. */
  readonly id: number;
  /** Last part of the `$ref`, or the title; undefined where it has neither. */
  readonly name: string | undefined;
  readonly shape: SchemaShape;
}

/** The schemas of one document. Views are made when they are asked for, so cycles are no matter. */
export class SchemaViews {
  private readonly views = new Map<string, SchemaView>();
  private readonly ids = new WeakMap<JsonRecord, number>();
  private lastId = 0;

  constructor(private readonly document: JsonRecord) {}

  /** What holds where all of `schemas` hold; any value where none says anything. */
  of(...schemas: readonly unknown[]): SchemaView {
    const [parts, seen] = [new Set<JsonRecord>(), new Set<JsonRecord>()];
    schemas.forEach((schema) => this.collect(schema, parts, seen));
    const name = schemas.length === 1 ? nameOf(schemas[0]) : undefined;
    const key = `${[...parts].map((part) => this.idOf(part)).join(" ")} ${name ?? ""}`;
    const view = this.views.get(key) ?? new View(this.views.size, name, [...parts], this);
    this.views.set(key, view);
    return view;
  }

  /** A schema, what it refers to and what it is composed of; each once. */
  private collect(schema: unknown, parts: Set<JsonRecord>, seen: Set<JsonRecord>): void {
    const part = recordIn(schema);
    if (part === undefined || seen.has(part)) {
      return;
    }
    seen.add(part);
    const { $ref: reference, allOf } = part;
    if (typeof reference === "string") {
      this.collect(targetOf(this.document, reference), parts, seen);
    }
    listIn(allOf).forEach((member) => this.collect(member, parts, seen));
    // What only refers is no schema of its own: many places would be as many views of one.
    if (Object.keys(part).some((name) => SAID.has(name))) {
      parts.add(part);
    }
  }

  private idOf(part: JsonRecord): number {
    const known = this.ids.get(part);
    if (known !== undefined) {
      return known;
    }
    this.ids.set(part, ++this.lastId);
    return this.lastId;
  }
}

class View implements SchemaView {
  private known: SchemaShape | undefined;
  private isOpen = false;

  constructor(
    readonly id: number,
    readonly name: string | undefined,
    private readonly parts: readonly JsonRecord[],
    private readonly views: SchemaViews,
  ) {}

  get shape(): SchemaShape {
    if (this.known === undefined && this.isOpen) {
      // A choice that is among its own choices adds nothing to them.
      return ANY_SHAPE;
    }
    this.isOpen = true;
    this.known ??= readShape(this.parts, this.views);
    return this.known;
  }
}

function nameOf(schema: unknown): string | undefined {
  const { $ref, title } = recordIn(schema) ?? {};
  if (typeof $ref === "string") {
    return $ref.slice($ref.lastIndexOf("/") + 1);
  }
  return typeof title === "string" ? title : undefined;
}
