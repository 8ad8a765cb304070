import type { JsonRecord } from "../../../../platform/service/definition/reading";
import { targetOf } from "../../../../platform/service/definition/references";
import { listIn, recordIn } from "./pointer";
import { ANY_SHAPE, readShape, SAID, type SchemaShape, type SchemaView } from "./shape";

/** Schemas that lead to one another, or are choices of one another; the stack ends somewhere. */
const DEEPEST = 200;

/** The schemas of one document. Views are made when they are asked for, so cycles are no matter. */
export class SchemaViews {
  private readonly views = new Map<string, SchemaView>();
  private readonly ids = new WeakMap<JsonRecord, number>();
  private lastId = 0;
  /** Shapes that are being read, one for the sake of another. */
  depth = 0;

  constructor(private readonly document: JsonRecord) {}

  /** What holds where all of `schemas` hold; any value where none says anything. */
  of(...schemas: readonly unknown[]): SchemaView {
    const [parts, seen] = [new Set<JsonRecord>(), new Set<JsonRecord>()];
    schemas.forEach((schema) => this.collect(schema, { parts, seen, depth: 0 }));
    const name = schemas.length === 1 ? nameOf(schemas[0]) : undefined;
    const key = `${[...parts].map((part) => this.idOf(part)).join(" ")} ${name ?? ""}`;
    const view = this.views.get(key) ?? new View(this.views.size, name, [...parts], this);
    this.views.set(key, view);
    return view;
  }

  /** A schema, what it refers to and what it is composed of; each once. */
  private collect(schema: unknown, { parts, seen, depth }: Collected): void {
    const part = recordIn(schema);
    if (part === undefined || seen.has(part) || depth > DEEPEST) {
      return;
    }
    seen.add(part);
    const inside = { parts, seen, depth: depth + 1 };
    const { $ref: reference, allOf } = part;
    if (typeof reference === "string") {
      this.collect(targetOf(this.document, reference), inside);
    }
    listIn(allOf).forEach((member) => this.collect(member, inside));
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

interface Collected {
  readonly parts: Set<JsonRecord>;
  readonly seen: Set<JsonRecord>;
  readonly depth: number;
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
    if (this.known !== undefined) {
      return this.known;
    }
    if (this.isOpen || this.views.depth >= DEEPEST) {
      // A choice that is among its own choices adds nothing to them.
      return ANY_SHAPE;
    }
    this.isOpen = true;
    this.views.depth++;
    this.known = readShape(this.parts, this.views);
    this.views.depth--;
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
