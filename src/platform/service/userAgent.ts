/** What the explorer calls itself to servers. */
export function userAgentOf(version: string): string {
  return `financial-planning-api-explorer/${version}`;
}
