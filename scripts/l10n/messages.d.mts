export function messagesIn(file: string): readonly string[];
export function isStatement(message: string): boolean;
