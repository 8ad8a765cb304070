/** What a request to the page is measured against. */
export interface LoopbackDoor {
  /** As browsers spell it: `http://127.0.0.1:PORT`, without the port where that is 80. */
  readonly origin: string;
  readonly path: string;
  /** Where the browser was sent to sign in. */
  readonly authOrigin: string;
}

/** The head of a request, nothing decoded. */
export interface RequestHead {
  readonly method: string;
  /** As it stands in the request line. */
  readonly target: string;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
}

/** What a request is; a refused one says nothing of why. */
type RequestKind =
  | { readonly kind: "page" }
  | { readonly kind: "query"; readonly text: string }
  | { readonly kind: "body"; readonly from: "form" | "fragment" }
  | { readonly kind: "refused"; readonly status: 400 | 404 | 405 };

/** Only our own page can send it: another origin's script would be asked for a preflight. */
export const FRAGMENT_HEADER = "x-callback-from";

const FORM = /^application\/x-www-form-urlencoded(\s*;|$)/i;
const QUERY = /^[!-"$-~]+$/;

/**
 * Takes one request in: a callback by query or by form, or the wish for the page that turns a
 * fragment into a form. Pure; whether a callback fits is for others to say.
 */
export function classifyRequest(head: RequestHead, door: LoopbackDoor): RequestKind {
  const { method, target } = head;
  // A name that was made to lead here (DNS rebinding) stands in Host; so does no Host at all.
  if (only(head, "host") !== new URL(door.origin).host) {
    return refuse(400);
  }
  const [path, query] = cut(target);
  if (path !== door.path) {
    return refuse(404);
  }
  if (method !== "GET" && method !== "POST") {
    return refuse(405);
  }
  return method === "GET" ? classifyGet(head, query) : classifyPost(head, query, door);
}

function classifyGet(head: RequestHead, query: string): RequestKind {
  const hasBody = values(head, "transfer-encoding").length > 0 || lengthOf(head) > 0;
  if (hasBody || !isNavigation(head)) {
    return refuse(400);
  }
  if (query === "") {
    return { kind: "page" };
  }
  return QUERY.test(query) ? { kind: "query", text: query } : refuse(400);
}

function classifyPost(head: RequestHead, query: string, door: LoopbackDoor): RequestKind {
  if (query !== "" || !FORM.test(only(head, "content-type") ?? "")) {
    return refuse(400);
  }
  const origins = values(head, "origin");
  if (values(head, FRAGMENT_HEADER).length > 0) {
    const isOurs = origins.length === 1 && origins[0] === door.origin;
    const isFragment = only(head, FRAGMENT_HEADER) === "fragment";
    return isOurs && isFragment ? { kind: "body", from: "fragment" } : refuse(400);
  }
  // "null" is what a form_post page with a strict referrer policy sends, and so could any page in
  // a sandboxed frame. Such a page can also send a GET, which has no Origin at all: what keeps
  // both out is the state, and a callback without it costs nothing.
  const known = [door.origin, door.authOrigin, "null"];
  const isKnown =
    origins.length === 0 || (origins.length === 1 && known.includes(origins[0] ?? ""));
  return isKnown && isNavigation(head) ? { kind: "body", from: "form" } : refuse(400);
}

/** Callbacks come by navigation; an image, a script or a fetch of some page is none of them. */
function isNavigation(head: RequestHead): boolean {
  return values(head, "sec-fetch-mode").every((mode) => mode === "navigate");
}

function cut(target: string): [path: string, query: string] {
  const mark = target.indexOf("?");
  return mark === -1 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}

function lengthOf(head: RequestHead): number {
  return Number(only(head, "content-length") ?? "0");
}

/** The value of a header that came once. */
function only(head: RequestHead, name: string): string | undefined {
  const found = values(head, name);
  return found.length === 1 ? found[0] : undefined;
}

function values({ rawHeaders }: RequestHead, name: string): readonly string[] {
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  );
}

function refuse(status: 400 | 404 | 405): RequestKind {
  return { kind: "refused", status };
}
