/** What a key asks of the list. */
type LineStep =
  | { readonly kind: "to" | "extend"; readonly index: number }
  | { readonly kind: "expand" | "collapse" | "open" | "copy" | "deselect" | "cancel" };

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

interface ListSize {
  readonly total: number;
  /** Lines in sight, for PageUp and PageDown. */
  readonly visible: number;
}

/**
 * What a key means on a line (WAI-ARIA Authoring Practices, treegrid pattern with rows as
 * stops); undefined for keys that are not ours.
 */
export function lineStep(index: number, press: KeyPress, size: ListSize): LineStep | undefined {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = press;
  if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "c") {
    return { kind: "copy" };
  }
  if (ctrlKey || altKey || metaKey) {
    return undefined;
  }
  const target = targetOf(index, key, size);
  if (target !== undefined) {
    const kind = shiftKey ? "extend" : "to";
    return { kind, index: Math.max(0, Math.min(target, size.total - 1)) };
  }
  if (shiftKey) {
    return undefined;
  }
  const kinds: Readonly<Record<string, "expand" | "collapse" | "open" | "deselect" | "cancel">> = {
    ArrowRight: "expand",
    ArrowLeft: "collapse",
    Enter: "open",
    Escape: "deselect",
    Delete: "cancel",
  };
  const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
  return kind && { kind };
}

function targetOf(index: number, key: string, { total, visible }: ListSize): number | undefined {
  switch (key) {
    case "ArrowUp":
      return index - 1;
    case "ArrowDown":
      return index + 1;
    case "Home":
      return 0;
    case "End":
      return total - 1;
    case "PageUp":
      return index - Math.max(1, visible - 1);
    case "PageDown":
      return index + Math.max(1, visible - 1);
    default:
      return undefined;
  }
}
