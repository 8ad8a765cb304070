import type { Theme } from "./themes";

/**
 * Script that gives a page what VS Code provides to a webview, by its documented contract: the
 * API once only, messages as structured clones, state that outlives the document, the theme's
 * variables and body class, the editor's default style. As text: it belongs to the page.
 */
export function fakeEditorScript(theme: Theme, state: unknown): string {
  return `(${SCRIPT})(${JSON.stringify({ theme, state })});`;
}

const SCRIPT = `({ theme, state }) => {
  // What a panel says for a moment stays: on a busy machine the moment could be over unseen.
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (act, milliseconds, ...given) =>
    milliseconds >= 1000 ? 0 : setTimeout(act, milliseconds, ...given);
  const toHost = globalThis.toHost;
  if (state !== undefined && sessionStorage.getItem("state") === null) {
    sessionStorage.setItem("state", JSON.stringify(state));
  }
  let isAcquired = false;
  globalThis.acquireVsCodeApi = () => {
    if (isAcquired) {
      throw new Error("An instance of the VS Code API has already been acquired");
    }
    isAcquired = true;
    return Object.freeze({
      // A test may answer in the page what would be too many ways to the host.
      postMessage: (message) => {
        if (globalThis.answeredHere?.(message) !== true) {
          void toHost(structuredClone(message));
        }
      },
      getState: () => JSON.parse(sessionStorage.getItem("state")) ?? undefined,
      setState: (value) => sessionStorage.setItem("state", JSON.stringify(value)),
    });
  };
  addEventListener("message", () => (globalThis.wasTold = true));
  document.addEventListener("securitypolicyviolation", (event) => {
    console.error("policy violation: " + event.violatedDirective + " " + event.blockedURI);
  });
  document.addEventListener("DOMContentLoaded", () => {
    const root = document.documentElement;
    for (const [name, value] of Object.entries(theme.variables)) {
      root.style.setProperty("--vscode-" + name, value);
    }
    root.style.backgroundColor = "var(--vscode-editor-background)";
    document.body.className = theme.bodyClass;
    const defaults = new CSSStyleSheet();
    defaults.replaceSync("body { padding: 0 20px; background-color: transparent; }");
    document.adoptedStyleSheets.unshift(defaults);
  });
}`;
