import type { Expression } from "typescript";

export function messagesIn(file: string): readonly string[];
export function isStatement(message: string): boolean;
export function isTranslating(called: Expression): boolean;
