/**
 * "Check your network, then resume." A sentence of an error, for what is gone on with by "Resume".
 * Retries that were made ("after 1 retry") stay such. The bundle of sentences has both forms.
 */
export function withResume(message: string): string {
  return message
    .replace(/\b(?:Retry|Try again)\b/g, "Resume")
    .replace(/(?<!\d )\b(?:retry|try again)\b/g, "resume");
}
