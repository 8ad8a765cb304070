import { canonical, isJsonType, membersOf, parseBody } from "../json";
import { expect, NotShown } from "../findings";
import type { Rule } from "../rule";
import type { Service } from "../service";
import { isForbidden, isRefusal, isSuccess } from "../statuses";
import { checkMayWrite, pensionText, putUnknownField } from "./pensionBodies";

/** Section 1: what the service does, and section 9: versioning. */
export function generalRules(): readonly Rule[] {
  return [
    {
      name: "1 domain of client records",
      sentence: "Client records (CRM): path prefix /crm/v1.",
      check: async (service) => {
        await service.get(await service.firstPage(service.clients, 1));
      },
    },
    {
      name: "1 domain of finances",
      sentence: "Finances: path prefix /finances/v1.",
      check: async (service) => {
        await service.get(await service.firstPage(await service.holdings(), 1));
      },
    },
    {
      name: "1 domain of risk profiling",
      sentence: "Risk profiling: path prefix /profiling/v1.",
      check: async (service) => {
        await service.get(await service.firstPage(await service.results(), 1));
      },
    },
    {
      name: "1.1 one base URL",
      sentence: "Development and production use the same {base_url}.",
      needs: ["otherKey"],
      check: enterOther,
    },
    {
      name: "1.1 key decides the environment",
      sentence: "The subscription key used on a request decides which environment is reached.",
      needs: ["otherKey"],
      check: async (service) => {
        await enterOther(service);
        const headers = otherKey(service);
        const rows = await service.firstRows(service.clients, 20);
        const others = await service.firstRows(service.clients, 20, { headers });
        if (rows.length + others.length === 0) {
          throw new NotShown("Both environments are empty.");
        }
        const found = "Both keys were answered with the same clients.";
        expectApart(service, canonical(rows) !== canonical(others), found);
      },
    },
    {
      name: "1.1 environments are apart",
      sentence: "The subscription key used on a request decides which environment is reached.",
      needs: ["otherKey"],
      check: async (service) => {
        await enterOther(service);
        const answer = await service.call(await service.client(), { headers: otherKey(service) });
        const found = `The client of the other environment was answered with ${answer.status}.`;
        expectApart(service, isRefusal(answer), found);
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
          const type = answer.headers["content-type"];
          expect(isJsonType(type), `GET ${path} was answered as ${String(type)}.`);
        }
      },
    },
    {
      name: "1.3 errors that say they are JSON",
      sentence: "Bodies are JSON.",
      check: async (service) => {
        let seen = 0;
        for (const path of [`${service.clients}/${NOBODY}`, `${service.clients}-none`]) {
          const answer = await service.call(path);
          if (isJsonType(answer.headers["content-type"]) && answer.text !== "") {
            parseBody(answer);
            seen++;
          }
        }
        if (seen === 0) {
          throw new NotShown("No error says that it is JSON.");
        }
      },
    },
    {
      name: "1.3 a body that is no JSON",
      sentence: "Bodies are JSON.",
      needs: ["writes"],
      check: async (service) => {
        const answer = await service.put(service.newPensionId(), '{"provider":');
        checkMayWrite(service, answer);
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
        const answer = await putUnknownField(service);
        expect(
          isSuccess(answer),
          `A body with an unknown field was answered with ${answer.status}.`,
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
        const answer = await putUnknownField(service);
        const hasBody = isSuccess(answer) && answer.text !== "";
        const pension = hasBody ? membersOf(parseBody(answer)) : undefined;
        if (pension === undefined) {
          throw new NotShown(`A PUT was answered with ${answer.status} and no pension.`);
        }
        expect(
          !("fpConformanceUnknown" in pension),
          "The answer to a PUT has a field that is not known.",
        );
      },
    },
    {
      name: "9 version in the path",
      sentence: "The version is part of the path of each domain.",
      needs: ["sandbox"],
      check: async (service) => {
        const paths = await readPaths(service);
        let seen = 0;
        for (const domain of Object.values(service.target.prefixes)) {
          const path = paths.find((one) => one.startsWith(domain)) ?? "";
          const bare = path.replace(/\/v1(?=\/)/, "");
          // A prefix that was chosen need not have a version.
          if (bare !== path) {
            const answer = await service.call(bare);
            expect(isRefusal(answer), `GET ${bare} was answered with ${answer.status}.`);
            seen++;
          }
        }
        if (seen === 0) {
          throw new NotShown("No prefix that was chosen has a version.");
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

/** One path of each kind that can be read. */
export async function readPaths(service: Service): Promise<readonly string[]> {
  return [
    await service.firstPage(service.clients, 5),
    await service.client(),
    await service.firstPage(await service.holdings(), 5),
    await service.firstPage(await service.results(), 5),
  ];
}

function otherKey({ target }: Service): Readonly<Record<string, string | undefined>> {
  return { [KEY_HEADER]: target.otherSubscriptionKey };
}

/** Lists the other environment's clients. Throws `NotShown` where a right service may refuse. */
async function enterOther(service: Service): Promise<void> {
  const answer = await service.call(service.clients, { headers: otherKey(service) });
  if (!service.target.isSandbox && isForbidden(answer)) {
    throw new NotShown(
      `The other key was answered with ${answer.status}: a token may be of one environment only.`,
    );
  }
  expect(isSuccess(answer), `The other key was answered with ${answer.status}.`);
}

/** That data differ is known of the sandbox only. Throws `NotShown` where others' do not. */
function expectApart({ target }: Service, areApart: boolean, found: string): void {
  if (!areApart && !target.isSandbox) {
    throw new NotShown(`${found} What their data have in common is not shown.`);
  }
  expect(areApart, found);
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
    const body = pensionText(service);
    const answer = await service.call(path, { method: "PUT", body, headers });
    expect(isRefusal(answer), `PUT ${path} ${how} was answered with ${answer.status}.`);
  }
}
