/**
 * Whether a header that a definition names is the user's to give. Those of the connection and of
 * HTTP itself are the explorer's; credentials come from the connection alone; and none may make
 * of a request another one than was shown and allowed.
 */
export function isGivenHeader(name: string): boolean {
  return /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name) && !OWN.some((own) => own.test(name));
}

/** Visible ASCII without an end of line (RFC 9110, section 5.5). */
export function isHeaderValue(value: string): boolean {
  return /^[\x20-\x7e]*$/.test(value);
}

const OWN: readonly RegExp[] = [
  /^(accept|accept-(charset|encoding)|user-agent|host|date|expect|origin|referer|via|forwarded)$/i,
  /^(content-(length|type|encoding)|transfer-encoding|connection|keep-alive|te|trailer|upgrade)$/i,
  /^(if-(match|none-match)|x-forwarded-.*|x-dt-.*|proxy-.*|sec-.*)$/i,
  /authorization|cookie|token|secret|passw|session|credential|signature|api-?key|subscription-?key/i,
  // Some servers take method or path from these instead (RFC 9110 knows none of them).
  /method-?override|^x-(http-)?method|(original|rewrite)-?ur[il]|x-host/i,
];
