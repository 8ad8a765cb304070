import { createHash } from "node:crypto";

/** Look of all pages, light and dark as the system is; from 320 pixels of width. */
export const STYLESHEET = `
:root { color-scheme: light dark; --text: #1f2328; --soft: #57606a; --page: #f3f4f6;
  --card: #ffffff; --line: #8b949e; --accent: #0b57b0; --on-accent: #ffffff; --error: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e8eb; --soft: #b3b9c1; --page: #16181c;
  --card: #22252b; --line: #7d8590; --accent: #8ab8ff; --on-accent: #0c1a2e; --error: #ffb4ab; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, "Segoe UI", "Liberation Sans", sans-serif; }
main { max-width: 34rem; margin: 2rem auto; padding: 1.5rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.4rem; line-height: 1.25; }
h2 { margin: 1.75rem 0 0.5rem; font-size: 1rem; }
p, ul { margin: 0.75rem 0; }
a { color: var(--accent); }
code { font-family: ui-monospace, "Cascadia Mono", "Liberation Mono", monospace; font-size: 0.9em; }
.soft { color: var(--soft); }
.error { padding: 0.6rem 0.8rem; border: 1px solid var(--error);
  border-left-width: 4px; border-radius: 4px; color: var(--error); }
label { display: block; margin-top: 0.9rem; font-weight: 600; }
input:not([type="checkbox"]) { display: block; width: 100%; min-height: 2.75rem; margin-top: 0.25rem;
  padding: 0.4rem 0.6rem; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: 4px; }
fieldset { margin: 1rem 0; padding: 0.5rem 1rem 0.75rem; border: 1px solid var(--line);
  border-radius: 4px; }
legend { padding: 0 0.4rem; font-weight: 600; }
.scope { display: flex; gap: 0.6rem; align-items: baseline; min-height: 1.75rem; margin-top: 0.5rem;
  font-weight: 400; }
.scope input { flex: none; width: 1.1rem; height: 1.1rem; accent-color: var(--accent); }
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.25rem; }
button { min-height: 2.75rem; padding: 0.4rem 1.4rem; font: inherit; font-weight: 600;
  border: 1px solid var(--accent); border-radius: 4px; cursor: pointer;
  background: var(--accent); color: var(--on-accent); }
button.second { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.45rem 0.5rem 0.45rem 0; text-align: left; vertical-align: top;
  border-top: 1px solid var(--line); }
th { white-space: nowrap; overflow-wrap: normal; }
th[scope="row"] { font-weight: 400; }
@media (max-width: 36rem) { main { margin: 0; padding: 1rem; border: 0; border-radius: 0; } }
@media (forced-colors: active) { .error, main { border-color: CanvasText; } }
`;

/** What lets this one stylesheet through a content security policy. */
export const STYLESHEET_SOURCE = `'sha256-${createHash("sha256").update(STYLESHEET).digest("base64")}'`;
