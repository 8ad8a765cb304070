import type { Holding } from "../holdings";
import { stringifyJson } from "../losslessJson";

/** Members as JSON text, because objects cannot hold a name twice. */
const MEMBERS: readonly string[] = [
  String.raw`"twice":1,"twice":2`,
  String.raw`"fund":"The second of two names","value":0.10`,
  String.raw`"__proto__":{"polluted":true},"constructor":"text","prototype":null`,
  String.raw`"toString":1,"hasOwnProperty":2,"valueOf":{"__proto__":3}`,
  String.raw`"":"no name at all"," ":"blank name","  ":{"":"no name inside"}`,
  String.raw`"a.b":1,"a":{"b":2,"b.c":3},"a.b.c":4`,
  String.raw`"a/b":1,"a~b":2,"a~1b":3,"a~0b":4,"/":5,"~":6`,
  String.raw`"two\nlines":1,"tab\there":2,"carriage\rreturn":3,"\u2028":4,"\u0000":5`,
  String.raw`"[0]":1,"list[0].x":2,"list":[{"x":3}],"$":4,"@":5,"*":6`,
  String.raw`"<img src=x onerror=alert(1)>":1,"\"quoted\"":2,"'single'":3,"back\\slash":4`,
  String.raw`"=1+1":1,"+name":2,"-name":3,"@name":4,"a|b":5,"a,b":6,"a;b":7`,
  String.raw`"0":"integer names","1":"come first in objects","10":1,"2":2,"-1":3`,
  String.raw`"שם":1,"名前":2,"😀":3,"\u202eevil":4,"e\u0301":5,"\u00e9":6`,
  String.raw`"Value":1,"VALUE":2,"vAlue":3,"value ":4`,
  String.raw`"${"long".repeat(250)}":1,"\ud83d":2`,
];

/** An ordinary holding, then names that tools stumble over. */
export function oddlyNamedHolding(holding: Holding, index: number): string {
  const members = MEMBERS[index % MEMBERS.length] ?? "";
  return `${stringifyJson(holding).slice(0, -1)},${members}}`;
}
