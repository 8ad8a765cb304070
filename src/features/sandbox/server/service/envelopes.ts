import type { PagePlan, PageStyle } from "./pagePlan";

/** A page with what its envelope may speak of. */
interface WrappedPage extends PagePlan {
  /** What the rows are: `holdings`. */
  readonly name: string;
  readonly address: URL;
}

/** The text before and after the rows of a page. */
export function wrapRows(page: WrappedPage): readonly [before: string, after: string] {
  const text = JSON.stringify(STYLES[page.style](page));
  const at = text.indexOf(MARK);
  return [`${text.slice(0, at)}[`, `]${text.slice(at + MARK.length)}`];
}

/** Stands where the rows come; addresses and numbers cannot hold it. */
const ROWS = "\u0000rows";
const MARK = JSON.stringify(ROWS);

// Members that are undefined are left out of the text.
const STYLES: Readonly<Record<PageStyle, (page: WrappedPage) => unknown>> = {
  plain: (page) => ({
    items: ROWS,
    pageNumber: numberOf(page),
    pageSize: sizeOf(page),
    totalItems: page.total,
  }),
  bareArray: () => ROWS,
  items: (page) => ({
    items: ROWS,
    total: page.total,
    page: numberOf(page),
    size: sizeOf(page),
  }),
  data: (page) => ({
    data: ROWS,
    meta: {
      pagination: {
        current_page: numberOf(page),
        per_page: sizeOf(page),
        total_count: page.total,
        total_pages: pagesOf(page),
      },
    },
  }),
  links: (page) => ({ _embedded: { [page.name]: ROWS }, _links: linksOf(page) }),
  cursor: (page) => ({ value: ROWS, nextCursor: page.hasNext ? cursorOf(page) : null }),
  odata: (page) => ({
    "@odata.count": page.total,
    value: ROWS,
    "@odata.nextLink": page.hasNext ? addressOf(page, 1) : undefined,
  }),
  numbersFromZero: (page) => ({
    content: ROWS,
    number: page.saysNumber ? page.index : undefined,
    size: sizeOf(page),
    totalElements: page.total,
    totalPages: pagesOf(page),
    last: !page.hasNext,
  }),
  nested3: (page) => ({
    response: {
      status: "ok",
      body: {
        result: { [page.name]: ROWS, count: page.to - page.from, total: page.total },
        page: { number: numberOf(page), size: sizeOf(page) },
      },
    },
  }),
};

function numberOf({ saysNumber, pageNumber }: PagePlan): number | undefined {
  return saysNumber ? pageNumber : undefined;
}

function sizeOf({ saysSize, pageSize }: PagePlan): number | undefined {
  return saysSize ? pageSize : undefined;
}

function pagesOf({ total, saysSize, pageSize }: PagePlan): number | undefined {
  return total === undefined || !saysSize ? undefined : Math.ceil(total / pageSize);
}

function linksOf(page: WrappedPage): unknown {
  const link = (step: number): unknown => ({ href: addressOf(page, step) });
  return {
    self: link(0),
    next: page.hasNext ? link(1) : undefined,
    prev: page.index > 0 ? link(-1) : undefined,
  };
}

/** The page so many further on, with everything else as it was asked for. */
function addressOf({ address, pageNumber, pageSize }: WrappedPage, step: number): string {
  const other = new URL(address);
  other.searchParams.set("pageNumber", String(pageNumber + step));
  other.searchParams.set("pageSize", String(pageSize));
  other.searchParams.delete("cursor");
  return other.href;
}

/** Means something to this service only. */
function cursorOf({ pageNumber, pageSize }: PagePlan): string {
  return Buffer.from(`${pageNumber + 1}/${pageSize}`, "utf8").toString("base64url");
}

/** The page that a cursor of ours stands for; undefined where it is none. */
export function readCursor(
  cursor: string,
): { readonly pageNumber: string; readonly pageSize: string } | undefined {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const [, pageNumber, pageSize] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  return pageNumber === undefined || pageSize === undefined ? undefined : { pageNumber, pageSize };
}
