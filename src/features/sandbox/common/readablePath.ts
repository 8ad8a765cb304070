/** A path as scenarios and messages have it; what escapes no text stays as it was sent. */
export function readablePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
