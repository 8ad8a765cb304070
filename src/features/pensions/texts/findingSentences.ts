import { translatable } from "../../../platform/base/texts";

/**
 * What the rules say: what is wrong, then what to do. Whoever shows a finding translates it, and
 * fills in `{0}` and `{1}`.
 */
export const SENTENCES = {
  uuid: translatable("This is not a UUID. Write it as 8-4-4-4-12 hexadecimal digits."),
  date: translatable("This is not a date. Write it as YYYY-MM-DD."),
  dateMissing: translatable("This date does not exist. Correct its day or its month."),
  dateTwoWays: translatable("This date can be read in two ways. Write it as YYYY-MM-DD."),
  dateNotation: translatable(
    "This date is not in the notation of ISO 8601. Write it as YYYY-MM-DD.",
  ),
  dateTime: translatable(
    "This is not a time with date and zone. Write it like 2026-10-31T09:30:00Z.",
  ),
  dateOrder: translatable("{0} is before {1}. Correct one of the two dates."),
  percentages: translatable("The values of {0} add up to {1} instead of 100. Correct one of them."),
  fractions: translatable(
    "The values of {0} add up to {1} instead of 1 or 100. Correct one of them.",
  ),
  currency: translatable(
    "This is not a currency code of ISO 4217. Write its three letters, like GBP.",
  ),
  number: translatable(
    "Programs that use double precision read this number as {0}. Use a number that they read unchanged.",
  ),
  numberTooLarge: translatable("This number is too large for double precision. Use a smaller one."),
  unknownField: translatable("The service does not know {0} here and ignores it. Remove it."),
  misspelledField: translatable(
    "The service does not know {0} here and ignores it. Did you mean {1}?",
  ),
  refusedField: translatable(
    "The definition has no {0} here and allows no other fields: it will be refused. Remove it.",
  ),
  refusedMisspelledField: translatable(
    "The definition has no {0} here and allows no other fields: it will be refused. Did you mean {1}?",
  ),
  answeredField: translatable(
    "The service returns {0}, but its definition has no such field in a payload. Remove it, unless you know that the service accepts it.",
  ),
  ownField: translatable(
    "The definition marks {0} read-only: the service sets it itself. Remove it.",
  ),
  duplicateField: translatable(
    "{0} is here more than once, and most programs keep only the last. Remove this one.",
  ),
  subscriptionKey: translatable(
    "This looks like a subscription key. Remove it: payloads are kept in files and sent.",
  ),
  token: translatable("This looks like a token. Remove it: payloads are kept in files and sent."),
  privateKey: translatable(
    "This looks like a key or a certificate. Remove it: payloads are kept and sent.",
  ),
  password: translatable(
    "This looks like a secret. Remove it: payloads are kept in files and sent.",
  ),
  more: translatable(
    "More problems of this kind are not shown: {0}. Correct the ones above first.",
  ),
};
