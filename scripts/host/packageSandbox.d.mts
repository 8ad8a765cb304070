export function packageSandbox(options?: { stdio?: "inherit" | "ignore" }): Promise<string>;
