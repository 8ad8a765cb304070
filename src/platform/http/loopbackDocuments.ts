import { escapeHtml } from "../base/escapeHtml";
import { FRAGMENT_HEADER } from "./loopbackRequest";

/** What a callback came to: the end of the sign-in, well or not, or nothing that fits it. */
export type CallbackOutcome = "accepted" | "rejected" | "failed";

/** The same, with a sentence of why it failed, which takes the place of the page's own. */
export type CallbackAnswer = CallbackOutcome | { readonly failed: string };

/** Heading and sentence of a page, in the user's language. */
export interface PageWords {
  readonly heading: string;
  readonly sentence: string;
}

export interface LoopbackWords {
  /** Tag of the language, such as `en`. */
  readonly language: string;
  readonly outcomes: Readonly<Record<CallbackOutcome, PageWords>>;
  /** While the page hands over what it was given. */
  readonly working: PageWords;
  /** Where scripts are switched off. */
  readonly noScript: string;
}

/** Status of each outcome's page; the script of the fragment page tells them by it. */
export const OUTCOME_STATUS: Readonly<Record<CallbackOutcome, number>> = {
  accepted: 200,
  rejected: 400,
  failed: 410,
};

/** A page that says how it went. It holds nothing of what came, and no script. */
export function outcomeDocument(
  words: LoopbackWords,
  answer: CallbackAnswer,
  nonce: string,
): string {
  const { heading } = words.outcomes[outcomeOf(answer)];
  const shown = { heading, sentence: outcomeSentence(words, answer) };
  return documentOf(words, heading, nonce, section(shown));
}

/** The sentence of that page alone: what the script of the fragment page shows. */
export function outcomeSentence(words: LoopbackWords, answer: CallbackAnswer): string {
  return typeof answer === "string" ? words.outcomes[answer].sentence : answer.failed;
}

export function outcomeOf(answer: CallbackAnswer): CallbackOutcome {
  return typeof answer === "string" ? answer : "failed";
}

/**
 * The page for a callback whose parameters are in the fragment, which browsers do not send: its
 * script takes them out of the address bar and the history, and posts them here.
 */
export function fragmentDocument(words: LoopbackWords, nonce: string): string {
  const outcomes = Object.entries(words.outcomes).map(([outcome, { heading, sentence }]) =>
    section(
      { heading, sentence },
      `data-status="${OUTCOME_STATUS[outcome as CallbackOutcome]}" hidden`,
    ),
  );
  const body = [
    section(words.working, 'id="working"'),
    ...outcomes,
    `<noscript><p>${escapeHtml(words.noScript)}</p></noscript>`,
    `<script nonce="${nonce}">${SCRIPT}</script>`,
  ];
  return documentOf(words, words.working.heading, nonce, body.join("\n"));
}

/** Nothing but what the page brings along; `connect-src` for the one request of its script. */
export function contentPolicy(nonce: string, hasScript: boolean): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(hasScript ? [`script-src 'nonce-${nonce}'`, "connect-src 'self'"] : []),
    // The empty icon, so that none is asked for.
    "img-src data:",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const SCRIPT = `
(async () => {
  const fragment = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  const show = (status, sentence = "") => {
    const found = document.querySelector('[data-status="' + status + '"]');
    const shown = found ?? document.querySelector('[data-status="${OUTCOME_STATUS.rejected}"]');
    document.getElementById("working").remove();
    if (found !== null && sentence !== "") {
      shown.querySelector("p").textContent = sentence;
    }
    shown.hidden = false;
    document.title = shown.querySelector("h1").textContent;
  };
  if (fragment === "") {
    show(${OUTCOME_STATUS.rejected});
    return;
  }
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "${FRAGMENT_HEADER}": "fragment",
  };
  const options = { method: "POST", headers, body: fragment, cache: "no-store", redirect: "error" };
  try {
    const answer = await fetch(location.pathname, options);
    show(answer.status, await answer.text());
  } catch {
    show(${OUTCOME_STATUS.failed});
  }
})();
`;

const STYLE = `
:root { color-scheme: light dark; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center;
  font: 16px/1.5 system-ui, "Segoe UI", "Liberation Sans", sans-serif;
  background: light-dark(#f8f8f8, #1f1f1f); color: light-dark(#3b3b3b, #cccccc);
}
main {
  max-width: 30rem; margin: 1rem; padding: 2rem 2.5rem; border-radius: 8px;
  background: light-dark(#ffffff, #181818); border: 1px solid light-dark(#e5e5e5, #2b2b2b);
}
h1 { margin: 0 0 0.75rem; font-size: 1.4rem; font-weight: 600; color: light-dark(#1f1f1f, #ffffff); }
p { margin: 0; }
@media (forced-colors: active) { main { border-color: CanvasText; } }
`;

function documentOf(words: LoopbackWords, title: string, nonce: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="${escapeHtml(words.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main aria-live="polite">
${body}
</main>
</body>
</html>
`;
}

function section({ heading, sentence }: PageWords, attributes = ""): string {
  const start = attributes === "" ? "<div>" : `<div ${attributes}>`;
  return `${start}<h1>${escapeHtml(heading)}</h1><p>${escapeHtml(sentence)}</p></div>`;
}
