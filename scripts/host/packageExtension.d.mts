export function packageExtension(options?: { stdio?: "inherit" | "ignore" }): Promise<string>;
export function pack(folder: string, file: string, stdio?: "inherit" | "ignore"): Promise<void>;
