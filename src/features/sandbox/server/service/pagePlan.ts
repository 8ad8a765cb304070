import type { PagingFault } from "../../messages/sandboxFaults";

export interface AskedPage {
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** Which rows a page has, and what it says of itself. */
export interface PagePlan {
  readonly from: number;
  readonly to: number;
  /** As it was asked for. */
  readonly pageNumber: number;
  readonly pageSize: number;
  /** Pages before it. */
  readonly index: number;
  readonly hasNext: boolean;
  /** What is told of the whole list; undefined: nothing. */
  readonly total: number | undefined;
  readonly saysNumber: boolean;
  readonly saysSize: boolean;
  readonly style: PageStyle;
}

export type PageStyle =
  Extract<PagingFault, { variant: "envelope" }>["style"] | "plain" | "bareArray";

/** Number of the first page. */
export function firstPageNumber(oddities: readonly PagingFault[]): number {
  return oddities.some(({ variant }) => variant === "zeroBased") ? 0 : 1;
}

/** The page of a list of `length` rows, with all that is odd about it. */
export function planPages(
  { pageNumber, pageSize }: AskedPage,
  length: number,
  oddities: readonly PagingFault[],
): PagePlan {
  const is = (name: PagingFault["variant"]): boolean =>
    oddities.some(({ variant }) => variant === name);
  const size = clampedSize(pageSize, oddities);
  const end = is("emptyLast") && length >= size ? length - (length % size) : length;
  const index = pageNumber - firstPageNumber(oddities);
  const stride = is("repeated") ? size - Math.min(REPEATED, size - 1) : size;
  const from = is("unpaged") ? 0 : index * stride;
  const to = is("unpaged") ? length : Math.min(from + size, end);
  return {
    from,
    to: Math.max(from, to),
    pageNumber,
    pageSize,
    index: is("unpaged") ? 0 : index,
    hasNext: to < end,
    total: totalOf(is, { length, index }),
    saysNumber: !is("unpaged"),
    saysSize: !is("unpaged") && !is("clamped"),
    style: styleOf(oddities),
  };
}

/** Rows of the page before that come again. */
const REPEATED = 3;

function clampedSize(asked: number, oddities: readonly PagingFault[]): number {
  return oddities.reduce(
    (size, fault) => (fault.variant === "clamped" ? Math.min(size, fault.size ?? 10) : size),
    asked,
  );
}

function totalOf(
  is: (name: PagingFault["variant"]) => boolean,
  { length, index }: { readonly length: number; readonly index: number },
): number | undefined {
  if (is("noTotal") || is("emptyLast")) {
    return undefined;
  }
  return length + (is("wrongTotal") ? 10 : 0) + (is("movingTotal") ? 3 * index : 0);
}

function styleOf(oddities: readonly PagingFault[]): PageStyle {
  const [style = "plain"] = oddities.flatMap((fault) =>
    fault.variant === "envelope"
      ? [fault.style]
      : fault.variant === "bareArray"
        ? [fault.variant]
        : [],
  );
  return style;
}
