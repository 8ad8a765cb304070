/**
 * A message of the editor turns `[label](command:…)` into a link. Names that users import, and
 * words that servers send, must not be able to make one.
 */
export function withoutLinks(message: string): string {
  return message.replaceAll("](", "] (");
}
