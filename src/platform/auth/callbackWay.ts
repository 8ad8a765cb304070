/** The editor as an address can name it. */
export interface EditorAddress {
  /** `vscode`, `vscode-insiders`, `code-oss`…: never assumed. */
  readonly uriScheme: string;
  /** `publisher.name`, lower case. */
  readonly extensionId: string;
}

/** Where a callback on this machine is listened for. */
export interface LoopbackWay {
  readonly kind: "loopback";
  readonly host: "127.0.0.1" | "::1";
  /** As registered; 0 is any free port (RFC 8252, section 7.3). */
  readonly port: number;
  readonly path: string;
}

/** How a browser comes back: to the editor's address, to a page of ours, or by hand. */
export type CallbackWay = { readonly kind: "uri" } | LoopbackWay | { readonly kind: "paste" };

/** The literals only: `localhost` may be resolved to anything (RFC 8252, section 8.3). */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::([1-9]\d{0,4}))?(\/[!-~]*)$/;
const LAST_PORT = 65_535;

/** The way that a callback, as it was registered at onboarding, leaves open. Pure. */
export function callbackWay(callbackUrl: string, editor: EditorAddress): CallbackWay {
  if (isEditorCallback(callbackUrl, editor)) {
    return { kind: "uri" };
  }
  const [, host = "", port = "0", path = ""] = LOOPBACK.exec(callbackUrl) ?? [];
  if (host === "" || Number(port) > LAST_PORT || !isPlainPath(path)) {
    return { kind: "paste" };
  }
  const literal = host === "127.0.0.1" ? host : "::1";
  return { kind: "loopback", host: literal, port: Number(port), path };
}

/** What to register so that the operating system brings the browser back to this editor. */
export function editorCallback({ uriScheme, extensionId }: EditorAddress): string {
  return `${uriScheme}://${extensionId}/callback`;
}

/** Scheme and authority have no case (RFC 3986, section 6.2.2.1), the path has. */
function isEditorCallback(callbackUrl: string, editor: EditorAddress): boolean {
  const length = callbackUrl.length - "/callback".length;
  const lowered = callbackUrl.slice(0, length).toLowerCase() + callbackUrl.slice(length);
  return lowered === editorCallback(editor);
}

/** A path that browsers send as it is written: nothing to resolve, no query, no fragment. */
function isPlainPath(path: string): boolean {
  return !/[?#]/.test(path) && URL.parse(path, "http://127.0.0.1")?.pathname === path;
}
