import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type {
  DefinitionAction,
  DefinitionFact,
  DefinitionTexts,
  DomainSection,
  DriftLine,
  VersionLine,
} from "../messages/definitionsPanel";
import { formatMoment, formatSpan } from "../../../platform/base/spans";
import { fillText } from "../../../platform/base/texts";
import { documentLanguage, fillCounts } from "../../../platform/webview/counts";
import { renderSentence } from "../../../platform/webview/sentence";
import { actEvent } from "./actEvent";

/** What is drawn again in each. */
export const MINUTE = 60_000;

/** What a section is drawn with. */
interface Drawing {
  readonly texts: DefinitionTexts;
  /** Milliseconds since the epoch; ages are drawn by it. */
  readonly now: number;
}

/** One domain: what is active there, its versions, its answers, its endpoints. */
export function renderSection(section: DomainSection, drawing: Drawing): TemplateResult {
  const { domain, heading, title, isDescription, facts, endpoints } = section;
  const { texts } = drawing;
  return html`<section aria-labelledby=${domain}>
    <h2 id=${domain} tabindex="-1">${heading}</h2>
    <p class="active" title=${title}>
      <vscode-icon name=${isDescription ? "book" : "references"}></vscode-icon>
      <span class=${isDescription ? "dim" : "name"}>${title}</span>
    </p>
    ${
      facts.length === 0
        ? nothing
        : html`<dl aria-label=${`${heading}: ${texts.facts}`}>
            ${facts.map((fact) => renderFact(fact, drawing))}
          </dl>`
    }
    ${renderVersions(section, drawing)} ${renderDrift(section, drawing)}
    ${renderNotes(section, texts)}
    <details ?open=${!isDescription}>
      <summary>
        <h3>${texts.endpoints} <span class="dim">${count(endpoints.length)}</span></h3>
      </summary>
      <fp-endpoint-table
        .endpoints=${endpoints}
        .texts=${texts}
        .label=${heading}
      ></fp-endpoint-table>
    </details>
  </section>`;
}

function count(number: number): string {
  return fillCounts("{0}", number);
}

function renderFact({ label, text, at }: DefinitionFact, drawing: Drawing): TemplateResult {
  return html`<div class="fact">
    <dt>${label}</dt>
    <dd>${at === undefined ? text : renderMoment(at, drawing)}</dd>
  </div>`;
}

/** Its age first, for the eye; the moment itself beside it. */
function renderMoment(at: number, drawing: Drawing): TemplateResult {
  return html`${ageOf(at, drawing)} ·
    <span class="dim">${formatMoment(at, documentLanguage())}</span>`;
}

/** In minutes: the view is drawn anew once in each, and seconds would stand still. */
function ageOf(at: number, { texts, now }: Drawing): string {
  const minutes = Math.floor((now - at) / MINUTE);
  return minutes < 1
    ? texts.justNow
    : fillText(texts.ago, formatSpan(minutes * MINUTE, documentLanguage()));
}

function renderVersions(
  { domain, heading, versions }: DomainSection,
  drawing: Drawing,
): TemplateResult | typeof nothing {
  const { texts } = drawing;
  return versions.length === 0
    ? nothing
    : html`<h3>${texts.versions}</h3>
        <ul class="versions" aria-label=${`${heading}: ${texts.versions}`}>
          ${repeat(
            versions,
            ({ id }) => id,
            (version) => renderVersion(domain, version, drawing),
          )}
        </ul>`;
}

function renderVersion(
  domain: DomainSection["domain"],
  version: VersionLine,
  drawing: Drawing,
): TemplateResult {
  const { texts } = drawing;
  const { id, name, details, at, isActive, canUse, chosenBy } = version;
  const button = (action: DefinitionAction, label: string): TemplateResult => {
    const act = (event: Event): void => {
      event.currentTarget?.dispatchEvent(actEvent({ id: action, domain, target: id }));
    };
    return html`<vscode-button
      secondary
      aria-label=${fillText(texts.ofVersion, label, name)}
      @click=${act}
      >${label}</vscode-button
    >`;
  };
  return html`<li class=${isActive ? "current" : ""}>
    <div class="what">
      <span class="name">${name}</span>
      ${isActive ? html`<span class="mark"><vscode-icon name="check"></vscode-icon>${texts.active}</span>` : nothing}
      ${
        // The facts above say the same of the active one.
        isActive && at !== undefined
          ? nothing
          : html`<div class="dim">
              ${details}${at === undefined ? nothing : html` · ${renderMoment(at, drawing)}`}
            </div>`
      }
      ${chosenBy === "" ? nothing : html`<div class="chosen">${chosenBy}</div>`}
    </div>
    <div class="acts">
      ${canUse ? button("use", texts.use) : nothing} ${button("compare", texts.compare)}
      ${button("open", texts.open)} ${id === "" ? nothing : button("remove", texts.remove)}
    </div>
  </li>`;
}

function renderDrift(
  { drift, heading }: DomainSection,
  drawing: Drawing,
): TemplateResult | typeof nothing {
  const { texts } = drawing;
  return drift.length === 0
    ? nothing
    : html`<h3>${texts.drift}</h3>
        <ul class="drift" aria-label=${`${heading}: ${texts.drift}`}>
          ${drift.map((line) => renderDriftLine(line, drawing))}
        </ul>`;
}

function renderDriftLine(line: DriftLine, drawing: Drawing): TemplateResult {
  const { operation, connection, summary, findings, at, actionId } = line;
  const { texts } = drawing;
  const open = (event: Event): void => {
    event.currentTarget?.dispatchEvent(actEvent({ id: "openAnswer", target: actionId }));
  };
  return html`<li>
    <div class="what">
      <code>${operation}</code> · <span class="summary">${summary}</span>
      <div class="dim">${connection} · ${fillText(texts.driftAt, ageOf(at, drawing))}</div>
      <ul class="findings">
        ${findings.map((finding) => html`<li>${renderSentence(finding)}</li>`)}
      </ul>
    </div>
    <div class="acts">
      <vscode-button
        secondary
        aria-label=${fillText(texts.ofVersion, texts.openAnswer, operation)}
        @click=${open}
        >${texts.openAnswer}</vscode-button
      >
    </div>
  </li>`;
}

function renderNotes(
  { notes }: DomainSection,
  texts: DefinitionTexts,
): TemplateResult | typeof nothing {
  return notes.length === 0
    ? nothing
    : html`<details>
        <summary>
          <h3>${texts.notes} <span class="dim">${count(notes.length)}</span></h3>
        </summary>
        <ul class="notes">
          ${notes.map((note) => html`<li>${renderSentence(note)}</li>`)}
        </ul>
      </details>`;
}
