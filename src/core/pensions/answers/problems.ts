/** What a service said of one part of a body that it refused. */
export interface BodyProblem {
  /** Path of member names and indexes from the root; empty where it speaks of the whole body. */
  readonly path: readonly (string | number)[];
  /** The service's own words. */
  readonly message: string;
}
