import type { ServerResponse } from "node:http";

/** Someone who can sign in to the sandbox. */
export interface Person {
  readonly accountId: string;
  readonly name: string;
}

/** Sent with each page: no script, nothing from elsewhere, not inside another page. */
export const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
} as const;

/** The page on which a person signs in and consents. `action` is where its form goes. */
export function signInPage(
  action: string,
  people: readonly Person[],
  scopes: readonly string[],
): string {
  const buttons = people.map(
    ({ accountId, name }) =>
      `<button name="accountId" value="${escape(accountId)}">Continue as ${escape(name)}</button>`,
  );
  return page("Sign in to the sandbox", [
    "<p>The sandbox's people and data are made up. The application asks for:</p>",
    `<ul>${scopes.map((scope) => `<li>${escape(scope)}</li>`).join("")}</ul>`,
    `<form method="post" action="${escape(action)}">${buttons.join("")}`,
    `<button name="refuse" value="yes">Refuse</button></form>`,
  ]);
}

/** The page that is shown where an error must not be sent back to the application. */
export function errorPage(error: string, description: string): string {
  return page("Sign-in stopped", [
    `<p><strong>${escape(error)}</strong></p>`,
    `<p>${escape(description)}</p>`,
    "<p>Close this page and start the sign-in again.</p>",
  ]);
}

/** Answers with a page. */
export function sendPage(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...PAGE_HEADERS, "Content-Length": Buffer.byteLength(text) });
  response.end(text);
}

function page(title: string, parts: readonly string[]): string {
  const head = `<meta charset="utf-8"><title>${title}</title>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body><main><h1>${title}</h1>${parts.join(
    "",
  )}</main></body></html>`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
