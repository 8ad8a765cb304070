/** How a body that is no plain UTF-8 JSON has to be taken. */
export type Outcome =
  | { readonly text: "read"; readonly encoding?: string }
  /** Shown with U+FFFD, never written: the first bad byte, from 0. */
  | { readonly text: "inexact"; readonly at: number; readonly encoding?: string }
  | { readonly text: "refused" };

const READ: Outcome = { text: "read" };
const REFUSED: Outcome = { text: "refused" };
const inexact = (at: number): Outcome => ({ text: "inexact", at });

interface FreeCase {
  /** The true bytes where the suite's package holds the text that they were decoded to. */
  readonly hex?: string;
  readonly outcome: Outcome;
}

/**
 * The suite leaves these to the parser. Numbers of any size and lone surrogates in escapes are
 * taken as they are written; bytes that are no UTF-8 are shown and said.
 */
export const FREE: Readonly<Record<string, FreeCase>> = {
  "i_number_double_huge_neg_exp.json": { outcome: READ },
  "i_number_huge_exp.json": { outcome: READ },
  "i_number_neg_int_huge_exp.json": { outcome: READ },
  "i_number_pos_double_huge_exp.json": { outcome: READ },
  "i_number_real_neg_overflow.json": { outcome: READ },
  "i_number_real_pos_overflow.json": { outcome: READ },
  "i_number_real_underflow.json": { outcome: READ },
  "i_number_too_big_neg_int.json": { outcome: READ },
  "i_number_too_big_pos_int.json": { outcome: READ },
  "i_number_very_big_negative_int.json": { outcome: READ },
  "i_object_key_lone_2nd_surrogate.json": { outcome: READ },
  "i_string_1st_surrogate_but_2nd_missing.json": { outcome: READ },
  "i_string_1st_valid_surrogate_2nd_invalid.json": { outcome: READ },
  "i_string_UTF-16LE_with_BOM.json": {
    hex: "fffe5b002200e90022005d00",
    outcome: { text: "read", encoding: "utf-16le" },
  },
  "i_string_UTF-8_invalid_sequence.json": { hex: "5b22e697a5d188fa225d", outcome: inexact(7) },
  "i_string_UTF8_surrogate_U+D800.json": { hex: "5b22eda080225d", outcome: inexact(2) },
  "i_string_incomplete_surrogate_and_escape_valid.json": { outcome: READ },
  "i_string_incomplete_surrogate_pair.json": { outcome: READ },
  "i_string_incomplete_surrogates_escape_valid.json": { outcome: READ },
  "i_string_invalid_lonely_surrogate.json": { outcome: READ },
  "i_string_invalid_surrogate.json": { outcome: READ },
  "i_string_invalid_utf-8.json": { hex: "5b22ff225d", outcome: inexact(2) },
  "i_string_inverted_surrogates_U+1D11E.json": { outcome: READ },
  "i_string_iso_latin_1.json": { hex: "5b22e9225d", outcome: inexact(2) },
  "i_string_lone_second_surrogate.json": { outcome: READ },
  "i_string_lone_utf8_continuation_byte.json": { hex: "5b2281225d", outcome: inexact(2) },
  "i_string_not_in_unicode_range.json": { hex: "5b22f4bfbfbf225d", outcome: inexact(2) },
  "i_string_overlong_sequence_2_bytes.json": { hex: "5b22c0af225d", outcome: inexact(2) },
  "i_string_overlong_sequence_6_bytes.json": { hex: "5b22fc83bfbfbfbf225d", outcome: inexact(2) },
  "i_string_overlong_sequence_6_bytes_null.json": {
    hex: "5b22fc8080808080225d",
    outcome: inexact(2),
  },
  "i_string_truncated-utf-8.json": { hex: "5b22e0ff225d", outcome: inexact(2) },
  "i_string_utf16BE_no_BOM.json": { hex: "005b002200e90022005d", outcome: REFUSED },
  "i_string_utf16LE_no_BOM.json": { hex: "5b002200e90022005d00", outcome: REFUSED },
  "i_structure_500_nested_arrays.json": { outcome: READ },
  "i_structure_UTF-8_BOM_empty_object.json": { outcome: READ },
};

interface ByteCase {
  readonly name: string;
  readonly hex: string;
  readonly type?: string;
  readonly outcome: Outcome;
}

const JSON_TYPE = "application/json";

/** Bodies of our own: what `"` and brackets around the bytes are, is written out. */
export const BYTE_CASES: readonly ByteCase[] = [
  { name: "a bad byte in a name", hex: "7b22ff223a317d", outcome: inexact(2) },
  { name: "a bad byte in each of two rows", hex: "5b22fe222c22ff225d", outcome: inexact(2) },
  { name: "a surrogate pair as two characters", hex: "5b22eda0bdedb880225d", outcome: inexact(2) },
  { name: "a slash in two bytes", hex: "5b22c0af225d", outcome: inexact(2) },
  { name: "a slash in three bytes", hex: "5b22e080af225d", outcome: inexact(2) },
  { name: "above the last character", hex: "5b22f4908080225d", outcome: inexact(2) },
  { name: "a character of five bytes", hex: "5b22f888808080225d", outcome: inexact(2) },
  { name: "a character cut by its string's end", hex: "5b22f09f98225d", outcome: inexact(2) },
  {
    name: "a real U+FFFD before the bad byte",
    hex: "5b22efbfbd22 2c22ff225d",
    outcome: inexact(8),
  },
  { name: "a mark, then a bad byte", hex: "efbbbf5b22ff225d", outcome: inexact(5) },
  { name: "a bad byte between the values", hex: "5b312cff325d", outcome: REFUSED },
  { name: "a bad byte as white space", hex: "5ba0315d", outcome: REFUSED },
  { name: "a bad byte in an escape", hex: "5b225cff225d", outcome: REFUSED },
  { name: "a bad byte in a number", hex: "5b31fe325d", outcome: REFUSED },
  { name: "a body that ends inside a character", hex: "5b22e282", outcome: REFUSED },
  { name: "nothing but a mark", hex: "efbbbf", outcome: REFUSED },
  { name: "two marks", hex: "efbbbfefbbbf5b5d", outcome: REFUSED },
  {
    name: "UTF-16BE with its mark",
    hex: "feff005b002200e90022005d",
    outcome: { text: "read", encoding: "utf-16be" },
  },
  {
    name: "UTF-16LE with its mark, half a character",
    hex: "fffe5b0022003dd822005d00",
    outcome: { text: "inexact", at: 6, encoding: "utf-16le" },
  },
  {
    name: "UTF-16BE as it is declared",
    hex: "005b002200e90022005d",
    type: `${JSON_TYPE}; charset=utf-16be`,
    outcome: { text: "read", encoding: "utf-16be" },
  },
  {
    name: "Latin 1 as it is declared",
    hex: "5b22e9225d",
    type: `${JSON_TYPE}; charset=iso-8859-1`,
    outcome: { text: "read", encoding: "windows-1252" },
  },
  {
    name: "a charset that nobody knows",
    hex: "5b22e9225d",
    type: `${JSON_TYPE}; charset=x-none`,
    outcome: inexact(2),
  },
  {
    name: "Shift_JIS as it is declared, and broken",
    hex: "5b2293fa93225d",
    type: `${JSON_TYPE}; charset=shift_jis`,
    outcome: { text: "inexact", at: 4, encoding: "shift_jis" },
  },
];
