import { html, nothing, type TemplateResult } from "lit";
import { mayMove } from "../../../platform/webview/motion";
import type { SecretName } from "../messages/connectionDraft";
import type {
  CallbackHint,
  FormTexts,
  SecretView,
  ShownSecretState,
  TestState,
  TestView,
} from "../messages/connectionForm";

/** What to register for each way back from the browser; folded, or the form would not fit. */
export function renderHints(
  hints: readonly CallbackHint[],
  texts: FormTexts,
  use: (address: string) => void,
): TemplateResult {
  return html`
    <details class="hints">
      <summary>${texts.registerTitle}</summary>
      <ul>
        ${hints.map(
          (hint) => html`
            <li>
              <strong>${hint.way}</strong>
              ${hint.address === "" ? nothing : html`<code>${hint.address}</code>`}
              <span class="dim">${hint.note}</span>
              ${
                hint.isUsable
                  ? html`<vscode-button
                      secondary
                      aria-label="${texts.use}: ${hint.address}"
                      @click=${() => use(hint.address)}
                      >${texts.use}</vscode-button
                    >`
                  : nothing
              }
            </li>
          `,
        )}
      </ul>
    </details>
  `;
}

const SECRET_ICONS: Readonly<Record<ShownSecretState, string>> = {
  missing: "circle-slash",
  set: "pass",
  session: "watch",
  lost: "warning",
  pasted: "clippy",
};

/** The secrets' states, each with the button that lets VS Code ask for it. Never a field. */
export function renderSecrets(
  secrets: readonly SecretView[],
  enter: (name: SecretName) => void,
): TemplateResult {
  return html`<dl class="secrets">
    ${secrets.map(
      ({ name, label, state, word, button }) => html`
        <div class="secret" data-secret=${name}>
          <dt>${label}</dt>
          <dd>
            <vscode-icon class=${state} name=${SECRET_ICONS[state]}></vscode-icon>
            <span>${word}</span>
            <vscode-button secondary aria-label="${label}: ${button}" @click=${() => enter(name)}
              >${button}</vscode-button
            >
          </dd>
        </div>
      `,
    )}
  </dl>`;
}

const TEST_ICONS: Readonly<Record<TestState, string>> = {
  waiting: "circle-large",
  running: "loading",
  passed: "pass",
  failed: "error",
  skipped: "circle-slash",
};

/** The steps of the connection test, each read out as it comes. */
export function renderTest(
  { steps, summary, isRunning }: TestView,
  texts: FormTexts,
): TemplateResult {
  return html`
    <section class="test" aria-labelledby="section-test">
      <h2 id="section-test">${texts.testTitle}</h2>
      <ol aria-live="polite" aria-busy=${String(isRunning)}>
        ${steps.map(
          ({ label, state, word, text }) => html`
            <li class=${state}>
              <vscode-icon
                name=${TEST_ICONS[state]}
                ?spin=${state === "running" && mayMove()}
              ></vscode-icon>
              <span class="step">${label}</span>
              <span class="word">${word}</span>
              ${text === "" ? nothing : html`<p>${text}</p>`}
            </li>
          `,
        )}
      </ol>
      <p class="summary-line" role="status">${isRunning ? texts.testing : summary}</p>
    </section>
  `;
}
