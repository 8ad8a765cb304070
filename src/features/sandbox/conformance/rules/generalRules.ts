import { canonical, membersOf, parseBody, rowsIn } from "../json";
import { expect, NotShown } from "../findings";
import type { Rule } from "../rule";
import type { Service } from "../service";
import { isRefusal, isSuccess } from "../statuses";

/** Section 1: what the service does, and section 9: versioning. */
export function generalRules(): readonly Rule[] {
  return [
    {
      name: "1 domain of client records",
      sentence: "Client records (CRM): path prefix /crm/v1.",
      check: async (service) => {
        await service.get(`${service.clients}?${firstPage(service, 1)}`);
      },
    },
    {
      name: "1 domain of finances",
      sentence: "Finances: path prefix /finances/v1.",
      check: async (service) => {
        await service.get(`${await service.holdings()}?${firstPage(service, 1)}`);
      },
    },
    {
      name: "1 domain of risk profiling",
      sentence: "Risk profiling: path prefix /profiling/v1.",
      check: async (service) => {
        await service.get(`${await service.results()}?${firstPage(service, 1)}`);
      },
    },
    {
      name: "1.1 one base URL",
      sentence: "Development and production use the same {base_url}.",
      needs: ["otherKey"],
      check: async (service) => {
        await service.get(service.clients, otherKey(service));
      },
    },
    {
      name: "1.1 key decides the environment",
      sentence: "The subscription key used on a request decides which environment is reached.",
      needs: ["otherKey"],
      check: async (service) => {
        const path = `${service.clients}?${firstPage(service, 20)}`;
        const rows = await service.rows(path);
        const others = rowsIn(parseBody(await service.get(path, otherKey(service)))) ?? [];
        if (rows.length + others.length === 0) {
          throw new NotShown("Both environments are empty.");
        }
        expect(
          canonical(rows) !== canonical(others),
          "Both keys were answered with the same clients.",
        );
      },
    },
    {
      name: "1.1 environments are apart",
      sentence: "The subscription key used on a request decides which environment is reached.",
      needs: ["otherKey"],
      check: async (service) => {
        const answer = await service.call(await service.client(), { headers: otherKey(service) });
        expect(
          isRefusal(answer),
          `A client of one environment was answered with ${answer.status} in the other.`,
        );
      },
    },
    {
      name: "1.2 token on every request",
      sentence: "Every request carries both an access token and a subscription key.",
      check: (service) => everywhere(service, { Authorization: undefined }, "without a token"),
    },
    {
      name: "1.2 key on every request",
      sentence: "Every request carries both an access token and a subscription key.",
      check: (service) => everywhere(service, { [KEY_HEADER]: undefined }, "without a key"),
    },
    {
      name: "1.3 bodies are JSON",
      sentence: "Bodies are JSON.",
      check: async (service) => {
        for (const path of await readPaths(service)) {
          const answer = await service.get(path);
          parseBody(answer);
          const type = String(answer.headers["content-type"]);
          expect(/^application\/json\b/i.test(type), `GET ${path} was answered as ${type}.`);
        }
      },
    },
    {
      name: "1.3 errors that say they are JSON",
      sentence: "Bodies are JSON.",
      check: async (service) => {
        for (const path of [`${service.clients}/${NOBODY}`, `${service.clients}-none`]) {
          const answer = await service.call(path);
          const type = answer.headers["content-type"] ?? "";
          if (/json/i.test(type) && answer.text !== "") {
            parseBody(answer);
          }
        }
      },
    },
    {
      name: "1.3 a body that is no JSON",
      sentence: "Bodies are JSON.",
      needs: ["writes"],
      check: async (service) => {
        const answer = await service.put(service.newPensionId(), '{"provider":');
        expect(isRefusal(answer), `Half a JSON body was answered with ${answer.status}.`);
      },
    },
    {
      name: "1.4 unknown fields are ignored",
      sentence:
        "Unknown fields in a request body are ignored unless the endpoint's schema explicitly " +
        "validates them.",
      needs: ["writes"],
      check: async (service) => {
        const answer = await service.put(service.newPensionId(), '{"fpConformanceUnknown":true}');
        expect(
          isSuccess(answer),
          `A body with an unknown field was answered with ${answer.status}. ` +
            `Leave this rule out if the schema of pensions validates them.`,
        );
      },
    },
    {
      name: "1.4 unknown fields are not kept",
      sentence:
        "Unknown fields in a request body are ignored unless the endpoint's schema explicitly " +
        "validates them.",
      needs: ["writes"],
      check: async (service) => {
        const answer = await service.put(service.newPensionId(), '{"fpConformanceUnknown":true}');
        const pension = isSuccess(answer) ? membersOf(parseBody(answer)) : undefined;
        expect(
          pension === undefined || !("fpConformanceUnknown" in pension),
          "The answer to a PUT has a field that is not known.",
        );
      },
    },
    {
      name: "9 version in the path",
      sentence: "The version is part of the path of each domain.",
      needs: ["sandbox"],
      check: async (service) => {
        for (const domain of Object.values(service.target.prefixes)) {
          const path = (await readPaths(service)).find((one) => one.startsWith(domain)) ?? "";
          const bare = path.replace(/\/v1(?=\/)/, "");
          const answer = await service.call(bare);
          expect(isRefusal(answer), `GET ${bare} was answered with ${answer.status}.`);
        }
      },
    },
    {
      name: "9 current version",
      sentence: "The current version segment is v1.",
      check: async (service) => {
        const next = service.clients.replace("/v1/", "/v2/");
        if (next === service.clients) {
          throw new NotShown("The prefix of client records that was given has no v1.");
        }
        await service.get(service.clients);
        const answer = await service.call(next);
        expect(isRefusal(answer), `GET ${next} was answered with ${answer.status}.`);
      },
    },
  ];
}

export const KEY_HEADER = "Ocp-Apim-Subscription-Key";

/** A UUID that no client has. */
export const NOBODY = "00000000-0000-4000-8000-000000000000";

/** The query of the first page. */
export function firstPage({ target }: Service, pageSize: number): string {
  return `pageSize=${pageSize}&pageNumber=${target.firstPage}`;
}

/** One path of each kind that can be read. */
export async function readPaths(service: Service): Promise<readonly string[]> {
  const page = firstPage(service, 5);
  return [
    `${service.clients}?${page}`,
    await service.client(),
    `${await service.holdings()}?${page}`,
    `${await service.results()}?${page}`,
  ];
}

function otherKey({ target }: Service): Readonly<Record<string, string | undefined>> {
  return { [KEY_HEADER]: target.otherSubscriptionKey };
}

async function everywhere(
  service: Service,
  headers: Readonly<Record<string, undefined>>,
  how: string,
): Promise<void> {
  for (const path of await readPaths(service)) {
    const answer = await service.call(path, { headers });
    expect(isRefusal(answer), `GET ${path} ${how} was answered with ${answer.status}.`);
  }
  if (service.target.mayWrite) {
    const path = await service.pension(service.newPensionId());
    const answer = await service.call(path, { method: "PUT", body: "{}", headers });
    expect(isRefusal(answer), `PUT ${path} ${how} was answered with ${answer.status}.`);
  }
}
