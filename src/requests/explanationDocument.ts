import { commands, type Uri } from "vscode";
import type { ExplanationSection } from "../core/requests/explanation";
import { markdownText } from "../shared/markdownText";

const MARKS = {
  error: "❌",
  warning: "⚠️",
  info: "ℹ️",
  pass: "✅",
  question: "❔",
  lightbulb: "💡",
} as const;

/** Shows the sections as a rendered read-only document; `add` keeps it in memory. */
export async function showExplanation(
  add: (name: string, bytes: Uint8Array) => Uri,
  title: string,
  sections: readonly ExplanationSection[],
): Promise<void> {
  const uri = add("explanation.md", Buffer.from(explanationMarkdown(title, sections), "utf8"));
  await commands.executeCommand("markdown.showPreview", uri);
}

/** As Markdown that shows exactly these texts, whatever a server put into them. */
export function explanationMarkdown(
  title: string,
  sections: readonly ExplanationSection[],
): string {
  const parts = sections.map(({ heading, lines }) =>
    [
      `## ${markdownText(heading)}`,
      "",
      ...lines.map(({ icon, text }) => `- ${MARKS[icon]} ${markdownText(text)}`),
    ].join("\n"),
  );
  return `${[`# ${markdownText(title)}`, ...parts].join("\n\n")}\n`;
}
