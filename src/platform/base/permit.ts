/** One write: exactly this method, address and body. */
export interface WriteTarget {
  readonly connectionId: string;
  readonly method: string;
  /** Absolute address, as it will be sent. */
  readonly url: string;
  /** SHA-256 of the body in hex; the hash of nothing where there is no body. */
  readonly bodyHash: string;
}

/** The right to send one write, once. Only a `PermitOffice` can make one that counts. */
export interface WritePermit {
  readonly target: WriteTarget;
}
