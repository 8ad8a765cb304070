import * as tls from "node:tls";

let found: readonly string[] | undefined;

/**
 * What Node trusts and, beside it, what the machine trusts; undefined leaves Node's own list.
 * Read once: the machine's store takes a while to read.
 */
export function systemAuthorities(wanted: boolean): readonly string[] | undefined {
  if (!wanted) {
    return undefined;
  }
  found ??= [...new Set([...read("default"), ...read("system")])];
  return found;
}

function read(type: "default" | "system"): readonly string[] {
  try {
    return tls.getCACertificates(type);
  } catch {
    // A store that cannot be read leaves the other one.
    return type === "default" ? tls.rootCertificates : [];
  }
}
