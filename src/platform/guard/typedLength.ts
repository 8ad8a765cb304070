/** How many characters of an id or a fingerprint are typed before the first write of an unlock. */
export const TYPED_LENGTH = 6;
