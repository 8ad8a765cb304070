import { canonical, type Members } from "../json";
import { expect, NotShown } from "../findings";
import type { Rule } from "../rule";
import type { Service } from "../service";
import { isRefusal } from "../statuses";

type ListOf = (service: Service) => string | Promise<string>;

const LISTS: Readonly<Record<string, ListOf>> = {
  clients: (service) => service.clients,
  holdings: (service) => service.holdings(),
  results: (service) => service.results(),
};

/** Section 4.3: query parameters, and section 8: limits. */
export function pagingRules(): readonly Rule[] {
  return [
    ...Object.entries(LISTS).flatMap(([list, pathOf]) => rulesOfList(list, pathOf)),
    ...["pageSize", "pageNumber"].map((name) => ({
      name: `4.3 ${name} is an integer`,
      sentence: `${name}: integer.`,
      needs: ["sandbox"] as const,
      check: async (service: Service) => {
        for (const value of ["x", "1.5", "1e2", ""]) {
          const answer = await service.call(`${service.clients}?${name}=${value}`);
          expect(isRefusal(answer), `${name}=${value} was answered with ${answer.status}.`);
        }
      },
    })),
    {
      name: "4.3 fields",
      sentence: "fields: field selection / partial expansion.",
      check: async (service) => {
        const { plain, full } = await firstResult(service, "factors");
        expect(
          !service.target.isSandbox || (!("factors" in plain) && "factors" in full),
          "fields=factors does not add the factors.",
        );
      },
    },
    {
      name: "4.3 fields are one comma-separated value",
      sentence: "fields: comma-separated list (style form, explode false).",
      check: async (service) => {
        const { full } = await firstResult(service, "factors,answers");
        expect(
          !service.target.isSandbox || ("factors" in full && "answers" in full),
          "One of two fields is missing.",
        );
      },
    },
    {
      name: "4.3 an encoded comma",
      sentence: "All array-valued parameters are sent as one comma-separated value.",
      needs: ["sandbox"],
      check: async (service) => {
        const path = await service.firstPage(await service.results(), 5);
        const plain = await service.rows(`${path}&fields=factors,answers`);
        const encoded = await service.rows(`${path}&fields=factors%2Canswers`);
        expect(canonical(plain) === canonical(encoded), "%2C is not taken for a comma.");
      },
    },
    {
      name: "4.3 an array that is sent twice",
      sentence: "All array-valued parameters are sent as one comma-separated value.",
      needs: ["sandbox"],
      check: async (service) => {
        const path = await service.results();
        for (const query of ["fields=factors&fields=answers", "unions=joint&unions=single"]) {
          const answer = await service.call(`${path}?${query}`);
          expect(isRefusal(answer), `${query} was answered with ${answer.status}.`);
        }
      },
    },
    {
      name: "4.3 questionnaireId",
      sentence: "questionnaireId: filter.",
      check: (service) => filters(service, "questionnaireId", "questionnaireId"),
    },
    {
      name: "4.3 unions",
      sentence: "unions: filter, comma-separated list when several.",
      check: (service) => filters(service, "unions", "union"),
    },
    {
      name: "4.3 several unions",
      sentence: "unions: filter, comma-separated list when several.",
      needs: ["sandbox"],
      check: async (service) => {
        const path = await service.results();
        const all = await service.rowsToCompare(path, 50, 1);
        const both = await service.firstRows(path, 50, { query: "&unions=joint,single" });
        expect(canonical(all) === canonical(both), "Rows of one of two unions are missing.");
      },
    },
  ];
}

function rulesOfList(list: string, pathOf: ListOf): readonly Rule[] {
  const page = async (service: Service, size: number, number: number): Promise<string> =>
    `${await pathOf(service)}?pageSize=${size}&pageNumber=${number}`;
  return [
    {
      name: `4.3 pageSize of ${list}`,
      sentence: "pageSize: items per page.",
      check: async (service) => {
        const first = service.target.firstPage;
        await service.rowsToCompare(await pathOf(service), 50, 2);
        for (const size of [1, 2]) {
          const { length } = await service.rowsIfTaken(await page(service, size, first));
          expect(length > 0 && length <= size, `A page of ${size} ${list} at most has ${length}.`);
        }
      },
    },
    {
      name: `4.3 pageNumber of ${list}`,
      sentence: "pageNumber: page to return.",
      check: async (service) => {
        const first = service.target.firstPage;
        const whole = await service.rowsToCompare(await pathOf(service), 50, 2);
        const [one] = await service.rowsIfTaken(await page(service, 1, first));
        const [two] = await service.rowsIfTaken(await page(service, 1, first + 1));
        expect(
          canonical([one, two]) === canonical(whole.slice(0, 2)),
          `The first two pages of one of the ${list} are not the first two of them.`,
        );
      },
    },
    {
      name: `8 ${list} are paginated`,
      sentence: "List endpoints are paginated with pageSize and pageNumber.",
      check: async (service) => {
        const first = service.target.firstPage;
        const whole = await service.rowsToCompare(await pathOf(service), 50, 2);
        const size = Math.ceil(whole.length / 3);
        const walked: Members[] = [];
        for (let at = 0; walked.length < whole.length; at++) {
          const rows = await service.rowsIfTaken(await page(service, size, first + at));
          expect(rows.length > 0, `Page ${first + at} is empty, and ${list} are missing.`);
          walked.push(...rows);
        }
        expect(
          canonical(walked.slice(0, whole.length)) === canonical(whole),
          `Page by page there are other ${list} than on one page.`,
        );
      },
    },
    {
      name: `8 the end of ${list}`,
      sentence: "List endpoints are paginated with pageSize and pageNumber.",
      needs: ["sandbox"],
      check: async (service) => {
        const { length } = await service.rows(await page(service, 200, 4_000));
        expect(length === 0, `A page behind the end has ${length} rows.`);
      },
    },
  ];
}

interface FirstResult {
  readonly plain: Members;
  /** With fields. */
  readonly full: Members;
}

/** The first result without and with fields. Throws `NotShown` where they show nothing. */
async function firstResult(service: Service, fields: string): Promise<FirstResult> {
  const path = await service.firstPage(await service.results(), 5);
  const [plain] = await service.rows(path);
  const [full] = await service.rowsIfTaken(`${path}&fields=${fields}`);
  if (plain === undefined) {
    throw new NotShown("The client has no results.");
  }
  expect(full !== undefined, `fields=${fields} leaves no results.`);
  if (!service.target.isSandbox && canonical(plain) === canonical(full)) {
    throw new NotShown(`fields=${fields} changes nothing: which fields there are is not shown.`);
  }
  return { plain, full };
}

async function filters(service: Service, parameter: string, member: string): Promise<void> {
  const path = await service.results();
  const all = await service.rowsToCompare(path, 50, 1);
  const value = all.map((row) => row[member]).find((one) => typeof one === "string" && one !== "");
  if (typeof value !== "string") {
    throw new NotShown(`Results have no member ${member} to filter by.`);
  }
  const query = `&${parameter}=${encodeURIComponent(value)}`;
  const kept = await service.firstRows(path, 50, { query });
  const expected = all.filter((row) => row[member] === value);
  const others = kept.filter((row) => row[member] !== value);
  expect(others.length === 0, `${parameter} leaves ${others.length} results of another ${member}.`);
  // There may be more of them on later pages, and their order is not shown.
  const texts = new Set(kept.map((row) => canonical(row)));
  const isWhole = kept.length < all.length;
  expect(
    kept.length >= expected.length &&
      (!isWhole || expected.every((row) => texts.has(canonical(row)))),
    `${parameter} leaves ${kept.length} results; ${expected.length} have that value.`,
  );
  if (!service.target.isSandbox && expected.length === all.length) {
    throw new NotShown(`All results have the same ${member}.`);
  }
}
