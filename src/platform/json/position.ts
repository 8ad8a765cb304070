/** Where an offset is, both 1-based; line breaks as the editor counts them: CRLF, LF, CR. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let index = 0; index < offset; index++) {
    const code = text.charCodeAt(index);
    const isBreak = code === 10 || (code === 13 && text.charCodeAt(index + 1) !== 10);
    if (isBreak) {
      line++;
      lineStart = index + 1;
    }
  }
  return { line, column: offset - lineStart + 1 };
}
