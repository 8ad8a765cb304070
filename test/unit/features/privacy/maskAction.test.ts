import assert from "node:assert/strict";
import { STATUS_CODES } from "node:http";
import {
  maskAction,
  maskPath,
  maskSentence,
  maskTitle,
} from "../../../../src/features/requests/common/maskAction";
import { createMasking } from "../../../../src/features/privacy/common/masking";
import { NO_MASKING } from "../../../../src/platform/base/masking";
import { anAction, anAttempt } from "../../../fakes/action";

const ID = "5d1f1c0e-2b0c-4c43-9b37-6f1d2c3e4a5b";
const OTHER_ID = "aaaaaaaa-2b0c-4c43-9b37-6f1d2c3e4a5b";

describe("a masked action", () => {
  const masking = createMasking(new Uint8Array(32).fill(7));
  const id = masking.maskLabel(ID, "id");
  const pension = masking.maskLabel("PEN-0042", "id");

  it("has the pseudonyms of the tree in its addresses, and paging as it was", () => {
    const attempt = anAttempt({
      operationId: "getPension",
      pathTemplate: "/finances/v1/clients/{clientId}/pensions/{pensionId}",
      url: `http://h:1/base/finances/v1/clients/${ID}/pensions/PEN-0042?pageNumber=2&who=Okafor%20N`,
    });
    const [masked] = maskAction(anAction({ attempts: [attempt] }), masking).attempts;
    const [shown, who] = masked!.url.split("&who=");
    const path = `/base/finances/v1/clients/${id}/pensions/${pension}`;
    assert.equal(shown, `http://h:1${path}?pageNumber=2`);
    assert.match(who!, /^•\w{8}$/);
    assert.equal(masked!.pathTemplate, attempt.pathTemplate);
  });

  it("has no value in the path of a typed call, nor in its title", () => {
    const path = `/crm/v1/clients/${ID}/pensions/PEN-0042`;
    const attempt = anAttempt({ pathTemplate: path, url: `http://h:1${path}?find=Okafor` });
    const action = anAction({ title: `GET ${path}`, attempts: [attempt] });
    const masked = maskAction(action, masking);
    const shown = `/crm/v1/clients/${id}/pensions/${pension}`;
    assert.equal(masked.title, `GET ${shown}`);
    assert.equal(masked.attempts[0]!.pathTemplate, shown);
    assert.match(masked.attempts[0]!.url, /\?find=•\w{8}$/);
    assert.ok(masked.attempts[0]!.url.startsWith(`http://h:1${shown}?`));
  });

  it("has no value in the query of a path, but paging as it was", () => {
    const query = "lastName=Okafor&who=Jane%20Doe&pageNumber=2&pageSize=25&fields=name,dateOfBirth";
    const shown = maskPath({ pathTemplate: `/crm/v1/clients?${query}` }, masking);
    const paging = "pageNumber=2&pageSize=25&fields=name,dateOfBirth";
    assert.match(
      shown,
      new RegExp(`^/crm/v1/clients\\?lastName=Name •\\w{8}&who=•\\w{8}&${paging}$`),
    );
    for (const kept of ["/crm/v1/clients", `/crm/v1/clients?${paging}`]) {
      assert.equal(maskPath({ pathTemplate: kept }, masking), kept);
    }
    assert.equal(
      maskPath({ pathTemplate: `/crm/v1/clients?${query}` }, NO_MASKING).split("?")[1],
      query,
    );
  });

  it("keeps the ids that support asks for, and headers of the transport", () => {
    const attempt = anAttempt({
      requestId: OTHER_ID,
      errorIds: [{ field: "error.id", value: OTHER_ID }],
      statusText: "No client Ngozi Okafor of Kim Doyle",
      status: 404,
      responseHeaders: [
        ["x-dt-requestid", OTHER_ID],
        ["Content-Type", "application/json"],
        ["Location", `/crm/v1/clients/${ID}`],
        ["X-Client-Name", "Ngozi Okafor"],
        ["X-Note", "about Mrs Okafor"],
        ["WWW-Authenticate", 'Bearer error="x", error_description="Not for Kim Doyle"'],
      ],
    });
    masking.know("Okafor, Ngozi", "person");
    const masked = maskAction(anAction({ traceId: OTHER_ID, attempts: [attempt] }), masking);
    const [only] = masked.attempts;
    assert.deepEqual(
      [masked.traceId, only!.requestId, only!.errorIds![0]!.value],
      [OTHER_ID, OTHER_ID, OTHER_ID],
    );
    assert.match(only!.statusText!, /^No client •\w{8} of •\w{8}$/);
    const values = Object.fromEntries(only!.responseHeaders);
    assert.equal(values["x-dt-requestid"], OTHER_ID);
    assert.equal(values["Content-Type"], "application/json");
    assert.equal(values["Location"], `/crm/v1/clients/${id}`);
    assert.match(values["X-Client-Name"]!, /^Person •\w{8}$/);
    assert.match(values["X-Note"]!, /^•\w{8}$/);
    assert.match(
      values["WWW-Authenticate"]!,
      /^Bearer error="x", error_description="Not for •\w{8}"$/,
    );
  });

  it("keeps the phrases of statuses", () => {
    const codes = [200, 201, 202, 204, 206, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405];
    for (const code of [
      ...codes,
      406,
      408,
      409,
      410,
      412,
      413,
      415,
      422,
      429,
      500,
      501,
      502,
      503,
      504,
    ]) {
      const phrase = STATUS_CODES[code];
      const [shown] = maskAction(
        anAction({ attempts: [anAttempt({ statusText: phrase! })] }),
        masking,
      ).attempts;
      assert.equal(shown?.statusText, phrase);
    }
  });

  it("is told of in sentences that keep the ids of the call, and no others", () => {
    const requestId = OTHER_ID;
    const action = anAction({ traceId: "fpx-a.c", attempts: [anAttempt({ requestId })] });
    assert.equal(
      maskSentence(`Request ${requestId} of ${ID}, trace fpx-a.c.`, action, masking),
      `Request ${requestId} of ${id}, trace fpx-a.c.`,
    );
    const said = `It says: “Not found in ${requestId}: ngozi “Kim” O'Doyle.” Ask again.`;
    const shown = maskSentence(said, action, masking);
    assert.match(shown, /^It says: “Not found in ••••\S+: •\w{8} “•\w{8}” •\w{8}\.” Ask again\.$/);
  });

  it("is the action itself while nothing is masked", () => {
    const url = `http://h:1/crm/v1/clients/${ID}?fields=name&x=1`;
    const attempt = anAttempt({ pathTemplate: `/crm/v1/clients/${ID}`, url });
    const action = anAction({ title: "GET /a b", attempts: [attempt] });
    assert.deepEqual(maskAction(action, NO_MASKING), action);
    assert.equal(maskTitle("Holdings page 2", masking), "Holdings page 2");
  });
});
