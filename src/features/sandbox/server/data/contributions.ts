import type { ListedPension } from "./pensions";

/** What was paid into a pension; members that the pension does not tell are absent. */
interface PaidContribution {
  readonly contributionId: string;
  readonly pensionId: string;
  readonly payer?: unknown;
  readonly paidOn: string;
  readonly amount: unknown;
  readonly currency?: unknown;
  readonly frequency?: unknown;
}

/** Months of the year whose payments are shown, the newest first; all data end in October 2026. */
const MONTHS = Array.from({ length: 12 }, (_item, index) => ({
  year: index < 10 ? 2026 : 2025,
  month: ((21 - index) % 12) + 1,
}));

/** What was paid into these pensions in the last twelve months, newest first. */
export function createContributions(
  pensions: readonly ListedPension[],
): readonly PaidContribution[] {
  const agreed = pensions.flatMap(({ pensionId, content }) =>
    (Array.isArray(content["contributions"]) ? content["contributions"] : []).map(
      (terms: Readonly<Record<string, unknown>>, index) => ({
        ...terms,
        ...("currency" in content ? { currency: content["currency"] } : {}),
        pensionId,
        stem: `${pensionId}-${index + 1}`,
      }),
    ),
  );
  return MONTHS.flatMap((when) =>
    agreed.filter((terms) => isPaid(terms, when.month)).map((terms) => pay(terms, when)),
  );
}

interface Agreed {
  readonly pensionId: string;
  readonly stem: string;
  readonly payer?: unknown;
  readonly amount?: unknown;
  readonly frequency?: unknown;
  readonly currency?: unknown;
}

function isPaid({ amount, frequency }: Agreed, month: number): boolean {
  if (amount === undefined) {
    return false;
  }
  switch (frequency) {
    case "monthly":
      return true;
    case "quarterly":
      return month % 3 === 0;
    default:
      return month === 4;
  }
}

function pay(terms: Agreed, { year, month }: (typeof MONTHS)[number]): PaidContribution {
  const { pensionId, stem, payer, amount, currency, frequency } = terms;
  const digits = String(month).padStart(2, "0");
  // Members that are undefined are left out of the text.
  return {
    contributionId: `${stem}-${year}${digits}`,
    pensionId,
    payer,
    paidOn: `${year}-${digits}-15`,
    amount,
    currency,
    frequency,
  };
}
