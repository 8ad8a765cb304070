/** One thing that is wrong with a request: a parameter or member, and what it must be. */
export interface ProblemDetail {
  readonly field: string;
  readonly issue: string;
}

interface ProblemOptions {
  readonly details?: readonly ProblemDetail[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A failure that the service answers with; anything else that is thrown is a 500. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly details: readonly ProblemDetail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    options: ProblemOptions = {},
  ) {
    super(message);
    this.details = options.details ?? [];
    this.headers = options.headers ?? {};
  }
}

/** The error body; its shape is an illustration, the specification shows none. */
export function problemText(problem: Problem, requestId: string): string {
  return JSON.stringify({
    error: problem.code,
    message: problem.message,
    correlationId: requestId,
    details: problem.details,
  });
}

/** What a caller is told of a failure that is ours. */
export function internalProblem(): Problem {
  return new Problem(500, "internal_error", "The service failed. Try again.");
}
