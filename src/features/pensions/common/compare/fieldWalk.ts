import type { Schema } from "../../../../platform/service/definition/schema";
import { sameValue, schemaOf, type Value, valuesOf } from "./values";

/** The texts that are gone through together; each is an object. */
interface Sides {
  readonly base?: Value | undefined;
  readonly mine: Value;
  readonly theirs: Value;
  /** Of the payload: members that it marks as the service's own count where the payload has them. */
  readonly schema?: Schema | undefined;
}

/** A field, and what each side has there. */
export interface Place {
  /** Like `contributions[0].amount`; "" for the whole. */
  readonly path: string;
  readonly base: Value | undefined;
  readonly mine: Value | undefined;
  readonly theirs: Value | undefined;
  readonly schema: Schema | undefined;
  /** Known to hold the same as the base, the service's own members apart. */
  readonly isMineBase: boolean;
  readonly isTheirsBase: boolean;
  /** Inside of an item that not both sides changed, to different values. */
  readonly isInItem: boolean;
  /** Where it stands in what it is a part of; undefined for the whole. */
  readonly parent: Place | undefined;
  readonly key: string | number | undefined;
}

/**
 * Goes through payload and service's version in the order of the payload, down to what is no
 * container of one type on both sides, or an empty one. Items go together by their index; an array
 * that both sides changed, one of them in length, is one field: its items cannot be told apart. So is
 * an item that both changed: it may stand elsewhere on one side, and is not mixed of two.
 */
export function walkFields(sides: Sides, visit: (place: Place) => void): void {
  const hasBase = sides.base !== undefined;
  const { base, mine, theirs, schema } = sides;
  const known = { isMineBase: false, isTheirsBase: false, isInItem: false };
  const whole = { path: "", parent: undefined, key: undefined };
  const open: Place[] = [{ ...whole, base, mine, theirs, schema, ...known }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const inner = innerOf(place, hasBase);
    const parts = inner === undefined ? [] : partsOf(inner);
    if (parts.length === 0) {
      visit(place);
    }
    for (const part of parts.reverse()) {
      open.push(part);
    }
  }
}

/** A place whose parts are looked at one by one, with what was found of it on the way. */
interface Inner extends Place {
  readonly mine: Value;
  readonly theirs: Value;
}

function innerOf(place: Place, hasBase: boolean): Inner | undefined {
  const { mine, theirs } = place;
  const type = mine?.node.type;
  if (mine === undefined || theirs === undefined || theirs.node.type !== type) {
    return undefined;
  }
  if ((type !== "object" && type !== "array") || (hasBase && isTornItem(place))) {
    return undefined;
  }
  const base = place.base?.node.type === type ? place.base : undefined;
  const isInItem = place.isInItem || typeof place.key === "number";
  const inner = { ...place, base, mine, theirs, isInItem };
  return type === "object" ? inner : innerOfArray(inner, hasBase);
}

/** An item that both sides changed, to different values. */
function isTornItem({ base, mine, theirs, schema, ...place }: Place): boolean {
  const isKnown = place.isInItem || place.isMineBase || place.isTheirsBase;
  return (
    typeof place.key === "number" &&
    !isKnown &&
    !sameValue(mine, base, schema) &&
    !sameValue(theirs, base, schema) &&
    !sameValue(mine, theirs, schema, true)
  );
}

function innerOfArray(place: Inner, hasBase: boolean): Inner | undefined {
  const { base, mine, theirs, schema } = place;
  const length = base?.node.count ?? 0;
  let { isMineBase, isTheirsBase } = place;
  if (hasBase && theirs.node.count !== length) {
    isMineBase ||= sameValue(mine, base, schema);
  }
  if (hasBase && mine.node.count !== length) {
    isTheirsBase ||= sameValue(theirs, base, schema);
  }
  const isTorn =
    (theirs.node.count !== length && !isMineBase) || (mine.node.count !== length && !isTheirsBase);
  return hasBase && isTorn ? undefined : { ...place, isMineBase, isTheirsBase };
}

function partsOf(inner: Inner): Place[] {
  const [mine, theirs] = [valuesOf(inner.mine), valuesOf(inner.theirs)];
  const base = valuesOf(inner.base);
  const keys = new Set([...mine.keys(), ...theirs.keys(), ...base.keys()]);
  const found: Place[] = [];
  for (const key of keys) {
    const own = mine.get(key);
    const schema = schemaOf(inner.schema, key);
    // What the service sets itself is not taken away by a payload that leaves it out.
    if (own !== undefined || schema?.readOnly !== true) {
      found.push({
        ...inner,
        ...{ path: pathOf(inner.path, key), parent: inner, key, schema },
        ...{ mine: own, theirs: theirs.get(key), base: base.get(key) },
      });
    }
  }
  return found;
}

function pathOf(path: string, key: string | number): string {
  return typeof key === "number" ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
}
