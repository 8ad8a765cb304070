/** A number as it is written in JSON: `1204.3300` keeps its zeros. */
export interface RawNumber {
  readonly rawJSON: string;
}

interface RawJson {
  rawJSON(text: string): RawNumber;
  parse(
    text: string,
    reviver: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
}

// In V8 since Node 21 (proposal "JSON.parse source text access"); TypeScript does not know it yet.
const RAW_JSON = JSON as unknown as RawJson;

/** The number written as `lexeme`, kept so when it is made JSON again. */
export function rawNumber(lexeme: string): RawNumber {
  return RAW_JSON.rawJSON(lexeme);
}

/** `units` of the last of `places` decimals: `decimal(12043300n, 4)` is `1204.3300`. */
export function decimal(units: bigint, places: number): RawNumber {
  const digits = units.toString().padStart(places + 1, "0");
  return rawNumber(places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`);
}

/** Parses JSON with each number kept as it is written. */
export function parseKeepingNumbers(text: string): unknown {
  return RAW_JSON.parse(text, (_name, value, context) =>
    typeof value === "number" && context.source !== undefined ? rawNumber(context.source) : value,
  );
}
