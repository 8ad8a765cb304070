import type { CallbackParameters } from "../../../src/platform/auth/browserSignIn";
import {
  readDecodedCallback,
  readPastedCallback,
  readRawCallback,
} from "../../../src/platform/auth/callbackParameters";

/** What comes back, percent-encoded as on the wire. */
export interface CallbackText {
  readonly query?: string;
  readonly fragment?: string;
  readonly form?: string;
  /** In place of the redirect URI, where somebody pasted another address. */
  readonly address?: string;
}

export type Door = "decoded" | "raw" | "paste";

/** Reads a callback as the door does; undefined where it cannot come in by it. */
export const DOORS: Readonly<
  Record<Door, (text: CallbackText, redirectUri: string) => (() => CallbackParameters) | undefined>
> = {
  decoded: ({ query = "", fragment = "", form, address }) =>
    form === undefined && address === undefined
      ? () => readDecodedCallback({ query: decodeOnce(query), fragment: decodeOnce(fragment) })
      : undefined,
  raw: ({ query, fragment, form, address }) => {
    const parts = [
      { from: "query", text: query },
      { from: "fragment", text: fragment },
      { from: "form", text: form },
    ] as const;
    const given = parts.filter(({ text }) => text !== undefined);
    const [only] = given;
    return only !== undefined && given.length === 1 && address === undefined
      ? () => readRawCallback({ from: only.from, text: only.text ?? "" })
      : undefined;
  },
  paste: ({ query, fragment, form, address }, redirectUri) => {
    const behind =
      (query === undefined ? "" : `?${query}`) + (fragment === undefined ? "" : `#${fragment}`);
    return form === undefined
      ? () => readPastedCallback((address ?? redirectUri) + behind, redirectUri)
      : undefined;
  },
};

/** Decodes as `vscode.Uri.parse` does: what is no escape stays as it is. */
function decodeOnce(text: string): string {
  return text.replace(/(%[0-9A-Za-z]{2})+/g, (escapes) => decodeGracefully(escapes));
}

function decodeGracefully(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.length > 3 ? text.slice(0, 3) + decodeGracefully(text.slice(3)) : text;
  }
}
