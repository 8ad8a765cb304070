export function packageExtension(options?: { stdio?: "inherit" | "ignore" }): Promise<string>;
export function pack(folder: string, file: string, stdio?: "inherit" | "ignore"): Promise<void>;

/** Those names in a package that are not meant to ship. */
export function unexpectedFiles(names: readonly string[]): readonly string[];
