import type { Answer } from "../httpClient";
import { canonical, type Members, membersOf, parseBody, timeless } from "../json";
import { Deviation, expect, NotShown } from "../findings";
import type { Rule } from "../rule";
import type { Service } from "../service";
import { isRefusal, isSuccess } from "../statuses";
import { NOBODY, readPaths } from "./generalRules";
import { pensionText, putPension } from "./pensionBodies";

/** Section 2: resources and their fields, section 4.1: methods, and section 4.4: endpoints. */
export function resourceRules(): readonly Rule[] {
  return [
    {
      name: "2 clientId",
      sentence: "clientId: string, UUID format.",
      check: (service) =>
        eachClient(service, "clientId", (value) => typeof value === "string" && UUID.test(value)),
    },
    {
      name: "2 name",
      sentence: "name: object, contains firstName and lastName.",
      check: (service) =>
        eachClient(service, "name", (value) => {
          const name = membersOf(value);
          return name !== undefined && "firstName" in name && "lastName" in name;
        }),
    },
    ...(["firstName", "lastName"] as const).map((part) => ({
      name: `2 name.${part}`,
      sentence: `name.${part}: string.`,
      check: (service: Service) =>
        eachClient(service, "name", (value) => typeof membersOf(value)?.[part] === "string"),
    })),
    {
      name: "2 dateOfBirth",
      sentence: "dateOfBirth: string, date, format YYYY-MM-DD.",
      check: (service) => eachClient(service, "dateOfBirth", isDay),
    },
    {
      name: "4.1 GET is safe",
      sentence: "GET: retrieve data; safe, idempotent.",
      check: (service) =>
        expectSame("The client is another one after its lists were read.", async () => {
          const before = await service.get(await service.client());
          for (const path of await readPaths(service)) {
            await service.get(path);
          }
          return [before, await service.get(await service.client())];
        }),
    },
    {
      name: "4.1 GET is idempotent",
      sentence: "GET: retrieve data; safe, idempotent.",
      check: async (service) => {
        for (const path of await readPaths(service)) {
          await expectSame(`GET ${path} gave something else the second time.`, async () => [
            await service.get(path),
            await service.get(path),
          ]);
        }
      },
    },
    {
      name: "4.1 PUT creates",
      sentence: "PUT: create or update a resource (same method for both).",
      needs: ["writes"],
      check: async (service) => {
        const answer = await putPension(service, service.newPensionId());
        expect(
          isSuccess(answer),
          `A PUT of what was not there was answered with ${answer.status}.`,
        );
      },
    },
    {
      name: "4.1 PUT updates",
      sentence: "PUT: create or update a resource (same method for both).",
      needs: ["writes"],
      check: async (service) => {
        const id = service.newPensionId();
        const created = await putPension(service, id, { provider: "Before" });
        if (!isSuccess(created)) {
          throw new NotShown(
            `There is nothing to update: PUT was answered with ${created.status}.`,
          );
        }
        const answer = await putPension(service, id, { provider: "After" });
        expect(isSuccess(answer), `A PUT of what was there was answered with ${answer.status}.`);
        // A pension that was given is sent twice as it is: which fields may change is not shown.
        const isGiven = service.target.pensionBody !== undefined;
        expect(
          isGiven || membersOf(parseBody(answer))?.["provider"] !== "Before",
          "The second PUT was answered with what the first one had sent.",
        );
      },
    },
    {
      name: "4.1 PUT is idempotent",
      sentence: "PUT: idempotent: repeating the same request gives the same result.",
      needs: ["writes"],
      check: async (service) => {
        const id = service.newPensionId();
        const pension = { provider: "Aviva" };
        const answers = [await putPension(service, id, pension)];
        for (let time = 1; time < 3; time++) {
          answers.push(await service.put(id, pensionText(service, pension)));
        }
        const [, second, third] = answers;
        expect(
          answers.every(isSuccess),
          `The same PUT was answered with ${answers.map(({ status }) => status).join(", ")}.`,
        );
        expect(
          second !== undefined && third !== undefined && timeless(second) === timeless(third),
          "The same PUT gave another pension.",
        );
      },
    },
    {
      name: "4.1 DELETE removes",
      sentence: "DELETE: remove a resource.",
      needs: ["writes", "sandbox"],
      check: async (service) => {
        const id = service.newPensionId();
        await putPension(service, id);
        const path = await service.pension(id);
        const before = await service.call(path);
        // Reading a pension is not described, and a sandbox may be without it.
        if (before.status === 404 || before.status === 405) {
          throw new NotShown(`GET of a pension is answered with ${before.status}.`);
        }
        const removed = await service.call(path, { method: "DELETE" });
        expect(isSuccess(removed), `DELETE was answered with ${removed.status}.`);
        const { status } = await service.call(path);
        expect(status === 404, `What was removed is answered with ${status}.`);
      },
    },
    {
      name: "4.1 DELETE may be repeated",
      sentence: "DELETE: safe to retry when the resource is already gone.",
      needs: ["writes"],
      check: async (service) => {
        const id = service.newPensionId();
        await putPension(service, id);
        const path = await service.pension(id);
        const first = await service.call(path, { method: "DELETE" });
        if (!isSuccess(first)) {
          throw new NotShown(`DELETE of a pension is answered with ${first.status}.`);
        }
        const again = await service.call(path, { method: "DELETE" });
        expect(
          isSuccess(again) || again.status === 404 || again.status === 410,
          `DELETE of what is gone was answered with ${again.status}.`,
        );
      },
    },
    {
      name: "4.4 list of clients",
      sentence: "GET /crm/v1/clients: list of clients.",
      check: async (service) => {
        await service.rows(service.clients);
      },
    },
    {
      name: "4.4 a single client",
      sentence: "GET /crm/v1/clients/{clientId}: a single client.",
      check: async (service) => {
        const path = await service.client();
        const client = membersOf(parseBody(await service.get(path)));
        expect(client !== undefined, `GET ${path} was answered without an object.`);
        const id = client["clientId"];
        expect(
          typeof id !== "string" || id.toLowerCase() === (await service.clientId()).toLowerCase(),
          `GET ${path} was answered with another client.`,
        );
      },
    },
    {
      name: "4.4 page of holdings",
      sentence: "GET /finances/v1/clients/{clientId}/holdings: a page of holdings.",
      check: async (service) => {
        await service.rows(await service.firstPage(await service.holdings(), 5));
      },
    },
    {
      name: "4.4 page of results",
      sentence: "GET /clients/{clientId}/results: a page of results.",
      check: async (service) => {
        // Only of the sandbox it is known which fields there are.
        const fields = service.target.isSandbox ? "&fields=factors" : "";
        await service.rows(`${await service.firstPage(await service.results(), 5)}${fields}`);
      },
    },
    {
      name: "4.4 the pension",
      sentence:
        "PUT /finances/v1/clients/{clientId}/pensions/{pensionId}: JSON body (Content-Type " +
        "application/json), response: the pension.",
      needs: ["writes"],
      check: async (service) => {
        const id = service.newPensionId();
        const answer = await putPension(service, id, { provider: "Aviva" });
        expect(isSuccess(answer), `PUT was answered with ${answer.status}.`);
        const pension = membersOf(parseBody(answer));
        expect(pension !== undefined, "PUT was answered without an object.");
        if (service.target.isSandbox) {
          const { pensionId, provider } = pension;
          expect(
            pensionId === id && provider === "Aviva",
            "PUT was answered with another pension.",
          );
        }
      },
    },
    {
      name: "4.4 a clientId that is no UUID",
      sentence: "Path parameters: clientId (string, UUID format).",
      check: async (service) => {
        const answer = await service.call(`${service.clients}/not-a-uuid`);
        expect(isRefusal(answer), `It was answered with ${answer.status}.`);
      },
    },
    {
      name: "4.4 a clientId that nobody has",
      sentence: "Path parameters: clientId (string, UUID format).",
      check: async (service) => {
        const answer = await service.call(`${service.clients}/${NOBODY}`);
        expect(isRefusal(answer), `It was answered with ${answer.status}.`);
      },
    },
    {
      name: "4.4 pensionId",
      sentence: "Path parameters: pensionId (string).",
      needs: ["writes", "sandbox"],
      check: async (service) => {
        const id = `${service.newPensionId()} ä/100%`;
        const answer = await putPension(service, id);
        expect(isSuccess(answer), `An encoded id was answered with ${answer.status}.`);
        expect(
          membersOf(parseBody(answer))?.["pensionId"] === id,
          "An encoded id came back as another one.",
        );
      },
    },
  ];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function isDay(value: unknown): boolean {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) {
    return false;
  }
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

/**
 * Response bodies are not described: where the sandbox's clients have this field, it is as requests
 * have it; where those of another service have it otherwise, that shows nothing.
 */
async function eachClient(
  service: Service,
  field: string,
  fits: (value: unknown) => boolean,
): Promise<void> {
  const list = await service.firstRows(service.clients, 50);
  const client = membersOf(parseBody(await service.get(await service.client())));
  const values = [...list, client ?? {}]
    .filter((one: Members) => one[field] !== undefined && one[field] !== null)
    .map((one) => one[field]);
  if (values.length === 0) {
    throw new NotShown(`No client has the field ${field}.`);
  }
  const odd = values.filter((value) => !fits(value)).length;
  const found = `${field} of ${odd} of ${values.length} clients is not as described`;
  if (odd > 0 && !service.target.isSandbox) {
    throw new NotShown(`${found} for requests; answers are not described.`);
  }
  expect(odd === 0, `${found}.`);
}

/** Others may change what is read meanwhile: a difference counts where there is one each time. */
async function expectSame(found: string, look: () => Promise<readonly Answer[]>): Promise<void> {
  for (let time = 0; time < 3; time++) {
    const answers = await look();
    const [one, other] = answers.map((answer) =>
      canonical(parseBody({ ...answer, text: timeless(answer) })),
    );
    if (one === other) {
      return;
    }
  }
  throw new Deviation(found);
}
