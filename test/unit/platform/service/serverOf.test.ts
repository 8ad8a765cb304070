import assert from "node:assert/strict";
import { serverOf } from "../../../../src/platform/service/serverOf";

type Case = readonly [baseUrl: string, authUrl: string, address: string, server: string];

const HOST = "https://gateway.example";
const OTHER = "https://identity.example";

const CASES: readonly Case[] = [
  [HOST, OTHER, `${HOST}/crm.yaml`, "service"],
  [HOST, OTHER, `${OTHER}/identity/.well-known/openid-configuration`, "identity"],
  [HOST, OTHER, "https://elsewhere.example/crm.yaml", "none"],
  // Paths count.
  [`${HOST}/acme`, OTHER, `${HOST}/acme/crm.yaml`, "service"],
  [`${HOST}/acme/`, OTHER, `${HOST}/acme`, "service"],
  [`${HOST}/acme`, OTHER, `${HOST}/`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/other/crm.yaml`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/acme2/crm.yaml`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/Acme/crm.yaml`, "none"],
  [HOST, `${OTHER}/tenant`, `${OTHER}/other/identity`, "none"],
  // Whatever a server reads in them.
  [`${HOST}/acme`, OTHER, `${HOST}/acme/../other/crm.yaml`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/acme/%2e%2e/other/crm.yaml`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/acme/..%2Fother/crm.yaml`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/acme/..%252Fother/crm.yaml`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/acme/%252e%252e/other/crm.yaml`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/acme/..;/other/crm.yaml`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/acme/..%5Cother/crm.yaml`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/acme/..%20/other/crm.yaml`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/acme/.%00./other/crm.yaml`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/acme/.%E2%80%8B./other/crm.yaml`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/acme/..%EF%BC%8Fother/crm.yaml`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/acme/%EF%BC%8E%EF%BC%8E/other/crm.yaml`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/acme/..,x/other/crm.yaml`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/acme/..%25252525252Fother/crm.yaml`, "none"],
  // No escapes of UTF-8: overlong forms and %u, which some servers read as dots.
  [`${HOST}/acme`, OTHER, `${HOST}/acme/%C0%AE%C0%AE/other/crm.yaml`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/acme/%u002e%u002e/other/crm.yaml`, "none"],
  [`${HOST}/acme`, OTHER, `${HOST}/acme/docs/..%2Fcrm.yaml`, "service"],
  [`${HOST}/acme`, OTHER, `${HOST}/acme//docs;v=1/a%20b.yaml`, "service"],
  [`${HOST}/acme`, OTHER, `${HOST}//acme/crm.yaml`, "none"],
  // The identity provider goes first where they share an origin.
  [HOST, `${HOST}/auth`, `${HOST}/auth/definition.json`, "identity"],
  [HOST, `${HOST}/auth`, `${HOST}/Auth/definition.json`, "identity"],
  [HOST, `${HOST}/auth`, `${HOST}/x/..%2Fauth/definition.json`, "identity"],
  [HOST, `${HOST}/auth`, `${HOST}/authors.json`, "service"],
  [HOST, HOST, `${HOST}/identity/connect/token`, "identity"],
  [HOST, HOST, `${HOST}//identity;v=1/connect/token`, "identity"],
  [HOST, HOST, `${HOST}/crm/v1/openapi.json`, "service"],
  [`${HOST}/api`, HOST, `${HOST}/api/openapi.json`, "service"],
  [`${HOST}/api`, HOST, `${HOST}/openapi.json`, "identity"],
  [`${HOST}/api`, `${HOST}/api`, `${HOST}/api/identity/connect/token`, "identity"],
  [`${HOST}/identity/api`, HOST, `${HOST}/identity/api/crm/x`, "service"],
  [`${HOST}/identity/api`, HOST, `${HOST}/identity/connect/token`, "identity"],
  [`${HOST}/api`, `${HOST}/api/auth`, `${HOST}/api/auth/x`, "identity"],
  [`${HOST}/api`, `${HOST}/api/auth`, `${HOST}/api/crm/x`, "service"],
];

describe("the server that an address belongs to", () => {
  for (const [baseUrl, authUrl, address, server] of CASES) {
    it(`is ${server} for ${address} with ${baseUrl} and ${authUrl}`, () => {
      assert.equal(serverOf({ baseUrl, authUrl }, new URL(address)) ?? "none", server);
    });
  }
});
