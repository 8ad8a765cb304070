import type { ServerResponse } from "node:http";
import { escapeHtml } from "../../../../platform/base/escapeHtml";
import { STYLESHEET, STYLESHEET_SOURCE } from "./stylesheet";

/** Text of HTML; made by `html` only, so that whatever else comes in is escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type HtmlPart = Html | string | readonly Html[];

/** HTML from a template: values are escaped, unless they are HTML themselves. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const [first = "", ...rest] = strings;
  return new Html(rest.reduce((text, part, at) => `${text}${textOf(parts[at])}${part}`, first));
}

/** A whole page. */
export function page(title: string, content: Html): string {
  // Its text must be the one that its hash was made of, to the last space.
  const style = new Html(`<style>${STYLESHEET}</style>`);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Financial Planning sandbox</title>
        <link rel="icon" href="data:," />
        ${style}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`.text;
}

/**
 * Sent with each page: no script, nothing from elsewhere, not inside another page. A form may
 * lead to `formTarget` besides the provider: browsers hold redirects of a form against it too.
 */
export function pageHeaders(formTarget?: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "img-src data:",
    `style-src ${STYLESHEET_SOURCE}`,
    `form-action ${formTarget === undefined ? "'none'" : `'self' ${formTarget}`}`,
  ];
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": policy.join("; "),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
  };
}

/** Where a callback address is, in the words of a content security policy. */
export function policySource(address: string): string {
  if (!URL.canParse(address)) {
    return "";
  }
  const url = new URL(address);
  // An IPv6 literal cannot be said in a policy; other schemes have no origin.
  return /^https?:$/.test(url.protocol) && !url.hostname.startsWith("[")
    ? url.origin
    : url.protocol;
}

export interface PageAnswer {
  readonly status: number;
  readonly text: string;
  readonly formTarget?: string | undefined;
}

/** Answers with a page. */
export function sendPage(response: ServerResponse, { status, text, formTarget }: PageAnswer): void {
  const length = { "Content-Length": Buffer.byteLength(text) };
  response.writeHead(status, { ...pageHeaders(formTarget), ...length });
  response.end(text);
}

function textOf(part: HtmlPart | undefined): string {
  if (typeof part === "string") {
    return escapeHtml(part);
  }
  return [part ?? []]
    .flat()
    .map((one: Html) => one.text)
    .join("");
}
