/**
 * Text from outside as the editor may show it. In messages, prompts and labels the editor turns
 * `[text](command:…)` into a link that runs the command (`parseLinkedText`) and `$(name)` into an
 * icon (`renderLabelWithIcons`); a space keeps both from being one.
 */
export function plainText(text: string): string {
  return wellFormedText(text)
    .replaceAll("](", "] (")
    .replace(/\$(?=\([a-z0-9-]+(?:~[a-z]+)?\))/gi, "$ ");
}

/**
 * The text without halves of characters, and with a visible mark for each control that turns round
 * the text beside it (Unicode Standard Annex 9, section 2: embeddings, overrides, isolates).
 */
export function wellFormedText(text: string): string {
  return text.toWellFormed().replace(/[\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}
