const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/**
 * What a typed date can mean, as ISO 8601 dates, or months where no day was typed: `1961-03-02`,
 * `02/03/1961`, `2.3.1961`, `2 Mar 1961`, `March 2, 1961`, `Mar 1961`. Of two numbers the day is
 * the first, as in Britain; where both can be, the other reading follows.
 */
export function datesOf(typed: string): readonly string[] {
  const text = typed.trim().toLowerCase();
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso !== null) {
    return date(iso[1], Number(iso[2]), Number(iso[3]));
  }
  const numbers = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text);
  if (numbers !== null) {
    const [, one, two, year] = numbers;
    const readings = [
      ...date(year, Number(two), Number(one)),
      ...date(year, Number(one), Number(two)),
    ];
    return [...new Set(readings)];
  }
  return withMonthName(text);
}

function withMonthName(text: string): readonly string[] {
  const month = MONTHS.findIndex((name) => new RegExp(`(^|[^a-z])${name}`).test(text)) + 1;
  const year = /\b\d{4}\b/.exec(text)?.[0];
  const others = text.replace(/[a-z]+/g, " ").match(/\b\d{1,2}\b/g) ?? [];
  if (month === 0 || year === undefined || others.length > 1) {
    return [];
  }
  const [day] = others;
  return day === undefined ? [`${year}-${two(month)}`] : date(year, month, Number(day));
}

function date(year: string | undefined, month: number, day: number): readonly string[] {
  const isPossible = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return year !== undefined && isPossible ? [`${year}-${two(month)}-${two(day)}`] : [];
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
