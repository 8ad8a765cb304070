/** A value that an option does not take; `option` is its name in `SandboxOptions`. */
export class OptionError extends Error {
  override readonly name = "OptionError";

  /** `sentence` tells users what is wrong, and where. */
  constructor(
    readonly option: string,
    sentence: string,
  ) {
    super(sentence);
  }
}
