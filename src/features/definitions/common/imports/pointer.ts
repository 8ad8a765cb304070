/** Names and indexes from the outermost value inwards. */
export type Place = readonly (string | number)[];

/** A place as a JSON Pointer (RFC 6901); "" is the whole. */
export function pointerOf(place: Place): string {
  return place
    .map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** The steps of a JSON Pointer; undefined where it is none. */
export function stepsOf(pointer: string): readonly string[] | undefined {
  if (pointer === "") {
    return [];
  }
  return pointer.startsWith("/")
    ? pointer
        .slice(1)
        .split("/")
        .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    : undefined;
}
