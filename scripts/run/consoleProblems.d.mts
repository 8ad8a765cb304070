export function findConsoleProblems(text: string): string[];
