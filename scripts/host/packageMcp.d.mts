export function packageMcp(options?: { stdio?: "inherit" | "ignore" }): Promise<string>;
