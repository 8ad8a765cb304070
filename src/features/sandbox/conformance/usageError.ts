/** An option, a variable or a file that cannot be used; the message is a sentence for users. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
