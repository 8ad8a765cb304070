import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeText } from "../../../../src/platform/http/text";

interface Case {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly type?: string;
  readonly text: string;
  /** Encoding, and the first bad byte where there is one. */
  readonly encoding: readonly [name: string, badByteOffset?: number];
}

const utf8 = (text: string): Buffer => Buffer.from(text, "utf8");
const utf16le = (text: string): Buffer => Buffer.from(text, "utf16le");
const utf16be = (text: string): Buffer => utf16le(text).swap16();
const JSON_LATIN = "application/json; charset=iso-8859-1";

const CASES: readonly Case[] = [
  { name: "UTF-8", bytes: utf8('"é😀"'), text: '"é😀"', encoding: ["utf-8"] },
  { name: "nothing", bytes: utf8(""), text: "", encoding: ["utf-8"] },
  {
    name: "one byte order mark of two",
    bytes: utf8("\ufeff\ufeff[]"),
    text: "\ufeff[]",
    encoding: ["utf-8"],
  },
  {
    name: "UTF-16LE by its mark",
    bytes: utf16le('\ufeff["é😀"]'),
    text: '["é😀"]',
    encoding: ["utf-16le"],
  },
  {
    name: "UTF-16BE by its mark",
    bytes: utf16be('\ufeff["é"]'),
    text: '["é"]',
    encoding: ["utf-16be"],
  },
  {
    name: "a mark before a declaration",
    bytes: utf8('\ufeff"é"'),
    type: JSON_LATIN,
    text: '"é"',
    encoding: ["utf-8"],
  },
  {
    name: "a declared charset",
    bytes: Buffer.from('"é"', "latin1"),
    type: JSON_LATIN,
    text: '"é"',
    encoding: ["windows-1252"],
  },
  {
    name: "a declared charset in quotes",
    bytes: utf16be("[]"),
    type: 'application/json ; Charset = "UTF-16BE"',
    text: "[]",
    encoding: ["utf-16be"],
  },
  {
    name: "a declared charset of many bytes",
    bytes: Buffer.from([0x22, 0x93, 0xfa, 0x22]),
    type: "application/json;charset=Shift_JIS",
    text: '"日"',
    encoding: ["shift_jis"],
  },
  ...(
    [
      [[0xef, 0xbb, 0x41], "ï»A"],
      [[0xef, 0x41, 0xbf], "ïA¿"],
      [[0x41, 0xbb, 0xbf], "A»¿"],
      [[0xff, 0x41], "ÿA"],
      [[0x41, 0xfe], "Aþ"],
      [[0xfe, 0x41], "þA"],
      [[0x41, 0xff], "Aÿ"],
    ] as const
  ).map(([bytes, text]) => ({
    ...{ name: `no mark in ${text}`, bytes: Buffer.from(bytes), type: JSON_LATIN, text },
    encoding: ["windows-1252"] as const,
  })),
  {
    name: "an unknown charset as UTF-8",
    bytes: utf8('"é"'),
    type: "application/json; charset=x-made-up",
    text: '"é"',
    encoding: ["utf-8"],
  },
  {
    name: "a name that only ends in charset",
    bytes: utf8('"é"'),
    type: "application/json; xcharset=iso-8859-1",
    text: '"é"',
    encoding: ["utf-8"],
  },
  {
    name: "UTF-8 with a stray byte",
    bytes: Buffer.from([0x22, 0xff, 0x22]),
    text: '"\ufffd"',
    encoding: ["utf-8", 1],
  },
  {
    name: "UTF-8 with a character that does not end",
    bytes: Buffer.from([0x22, 0xc3, 0x28, 0x22]),
    text: '"\ufffd("',
    encoding: ["utf-8", 1],
  },
  {
    name: "UTF-8 that ends inside a character",
    bytes: utf8('"€').subarray(0, 3),
    text: '"\ufffd',
    encoding: ["utf-8", 1],
  },
  {
    name: "UTF-8 with a real U+FFFD before the bad byte",
    bytes: Buffer.concat([utf8('["\ufffd", "'), Buffer.from([0x80]), utf8('"]')]),
    text: '["\ufffd", "\ufffd"]',
    encoding: ["utf-8", 9],
  },
  {
    name: "a surrogate written as UTF-8",
    bytes: Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
    text: '"\ufffd\ufffd\ufffd"',
    encoding: ["utf-8", 1],
  },
  {
    name: "a byte order mark and a bad byte",
    bytes: Buffer.from([0xef, 0xbb, 0xbf, 0x5b, 0xc0, 0x5d]),
    text: "[\ufffd]",
    encoding: ["utf-8", 4],
  },
  {
    name: "a byte order mark and at once a bad byte",
    bytes: Buffer.from([0xef, 0xbb, 0xbf, 0xc0]),
    text: "\ufffd",
    encoding: ["utf-8", 3],
  },
  {
    name: "UTF-16 with half a character",
    bytes: utf16le('\ufeff"\ud83d"'),
    text: '"\ufffd"',
    encoding: ["utf-16le", 4],
  },
  {
    name: "UTF-16 of an odd number of bytes",
    bytes: utf16be("\ufeff[]").subarray(0, 5),
    text: "[\ufffd",
    encoding: ["utf-16be", 4],
  },
  {
    name: "a declared charset that the bytes do not keep to",
    bytes: Buffer.from([0x22, 0x93, 0x22]),
    type: "application/json;charset=Shift_JIS",
    text: '"\ufffd"',
    encoding: ["shift_jis", 1],
  },
];

describe("decodeText", () => {
  for (const { name, bytes, type, text, encoding } of CASES) {
    it(`reads ${name}`, () => {
      const [found, badByteOffset] = encoding;
      assert.deepEqual(decodeText(bytes, type), {
        text,
        encoding:
          badByteOffset === undefined
            ? { name: found, exact: true }
            : { name: found, exact: false, badByteOffset },
      });
    });
  }

  it("finds the first bad byte wherever it is, across all pieces", () => {
    const filling = fc.constantFrom("a", "é", "€", "😀");
    const place = fc.oneof(fc.nat(140_000), fc.constantFrom(511, 512, 513, 65_535, 65_536, 65_537));
    fc.assert(
      fc.property(filling, place, fc.boolean(), (character, count, isLast) => {
        const good = utf8(character.repeat(count));
        const bytes = Buffer.concat([
          good,
          Buffer.from([0xe2, 0x82]),
          utf8(isLast ? "" : "rest €"),
        ]);
        assert.equal(decodeText(bytes, undefined).encoding.badByteOffset, good.length);
      }),
      { numRuns: 60 },
    );
  });
});
