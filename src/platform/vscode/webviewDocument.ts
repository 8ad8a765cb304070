import { escapeHtml } from "../base/escapeHtml";

export interface WebviewDocument {
  /** Fresh for each document. */
  readonly nonce: string;
  /** Origin that styles, fonts and images may come from. */
  readonly source: string;
  readonly script: string;
  readonly codicons: string;
  readonly title: string;
  readonly language: string;
}

/**
 * The document of a panel. No inline script and no inline style: what comes from the service
 * could otherwise become one.
 */
export function webviewDocument(facts: WebviewDocument): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${facts.nonce}'`,
    `style-src ${facts.source}`,
    `font-src ${facts.source}`,
    `img-src ${facts.source} data:`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
  // `vscode-icon` looks for the link by this id and loads the same address once more inside
  // each icon: a font declared inside a shadow root does not count.
  return `<!DOCTYPE html>
<html lang="${escapeHtml(facts.language)}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="stylesheet" id="vscode-codicon-stylesheet" href="${escapeHtml(facts.codicons)}" />
    <title>${escapeHtml(facts.title)}</title>
  </head>
  <body>
    <script nonce="${facts.nonce}" src="${escapeHtml(facts.script)}"></script>
  </body>
</html>`;
}
