import type { JsonPath } from "../../../../platform/json/jsonPointer";
import type { NoteList } from "./noteList";
import { asObject } from "./objects";
import { EXTENDED_MAPS, SHAPES } from "./shapes";
import { refusal } from "./source";

/** Documents nest no deeper, and the time of the upgrade doubles with every two levels. */
const HEADERS_LIMIT = 16;

/** Each of them becomes a copy of each schema that 2.0 has beside it. */
const MEDIA_TYPES_LIMIT = 20;

/** Of 2.0, 3.0 and 3.1. */
const PARAMETER_PLACES: ReadonlySet<unknown> = new Set([
  ...["path", "query", "header", "cookie", "body", "formData"],
]);

/**
 * Takes out, in place, what is no OpenAPI, and notes it; afterwards every known member is what the
 * standard says it is. Throws `definition/tooDeep` for what no document has.
 */
export function makeSound(document: Record<string, unknown>, notes: NoteList): void {
  refuseNestedHeaders(document, 0);
  new Soundness(notes).check(document, "document", []);
  for (const path of Object.keys(asObject(document["paths"]) ?? {})) {
    if (!path.startsWith("/")) {
      drop(asObject(document["paths"]) ?? {}, path);
      notes.add("skipped", ["paths", path]);
    }
  }
}

class Soundness {
  constructor(private readonly notes: NoteList) {}

  /** True where the value is what it should be, once what is wrong inside was taken out. */
  check(value: unknown, shape: string, place: JsonPath): boolean {
    if (shape.endsWith("[]")) {
      return this.checkList(value, shape.slice(0, -2), place);
    }
    if (shape.endsWith("{}")) {
      return this.checkMap(value, shape, place);
    }
    const members = SHAPES[shape];
    return members === undefined
      ? isSimple(value, shape)
      : this.checkObject(value, { shape, members }, place);
  }

  private checkList(value: unknown, shape: string, place: JsonPath): boolean {
    if (!Array.isArray(value)) {
      return false;
    }
    const items: unknown[] = value;
    const sound = items.filter((item, index) => {
      const isOneTooMany = shape === "mediaType" && index >= MEDIA_TYPES_LIMIT;
      const isSound = !isOneTooMany && this.check(item, shape, [...place, index]);
      return isSound || this.skip([...place, index]);
    });
    // One by one: a call does not take a hundred thousand arguments.
    items.length = 0;
    sound.forEach((item) => items.push(item));
    return true;
  }

  private checkMap(value: unknown, shape: string, place: JsonPath): boolean {
    const map = asObject(value);
    for (const [name, item] of Object.entries(map ?? {})) {
      const isExtension = EXTENDED_MAPS.has(shape) && name.startsWith("x-");
      const isSound = !isExtension && this.check(item, shape.slice(0, -2), [...place, name]);
      if (!isSound) {
        drop(map ?? {}, name);
        if (!isExtension) {
          this.skip([...place, name]);
        }
      }
    }
    return map !== undefined;
  }

  private checkObject(
    value: unknown,
    {
      shape,
      members,
    }: { readonly shape: string; readonly members: Readonly<Record<string, string>> },
    place: JsonPath,
  ): boolean {
    const object = asObject(value);
    if (object === undefined) {
      // JSON Schema: `true` takes everything, `false` nothing.
      return shape === "schema" && typeof value === "boolean";
    }
    for (const [name, item] of Object.entries(object)) {
      const wanted = Object.hasOwn(members, name) ? members[name] : undefined;
      if (wanted !== undefined && !this.check(item, wanted, [...place, name])) {
        drop(object, name);
        // A name with nothing after it is YAML's way of leaving something out.
        if (item !== null) {
          this.skip([...place, name]);
        }
      }
    }
    return shape !== "parameter" || isParameter(object);
  }

  private skip(place: JsonPath): false {
    this.notes.add("skipped", place);
    return false;
  }
}

function isSimple(value: unknown, shape: string): boolean {
  switch (shape) {
    case "text":
      return typeof value === "string";
    case "mediaType":
      return typeof value === "string" && value.includes("/");
    case "flag":
      return typeof value === "boolean";
    case "number":
      return typeof value === "number";
    case "list":
      return Array.isArray(value);
    case "types":
      return typeof value === "string" || isTextList(value);
    default:
      return asObject(value) !== undefined;
  }
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isParameter({ $ref, name, in: place }: Readonly<Record<string, unknown>>): boolean {
  return typeof $ref === "string" || (typeof name === "string" && PARAMETER_PLACES.has(place));
}

function drop(object: Record<string, unknown>, name: string): void {
  Reflect.deleteProperty(object, name);
}

function refuseNestedHeaders(value: unknown, headers: number): void {
  if (headers > HEADERS_LIMIT) {
    throw refusal("definition/tooDeep", { line: 1, column: 1 });
  }
  for (const [name, item] of Object.entries(value ?? {})) {
    if (typeof item === "object") {
      refuseNestedHeaders(item, name === "headers" ? headers + 1 : headers);
    }
  }
}
