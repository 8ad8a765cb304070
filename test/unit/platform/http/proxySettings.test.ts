import assert from "node:assert/strict";
import {
  proxyFor,
  proxySecrets,
  type ProxySettings,
} from "../../../../src/platform/http/proxySettings";

const PLAIN: ProxySettings = {
  enabled: true,
  proxy: "",
  noProxy: [],
  strictSsl: true,
  authorization: undefined,
  systemCertificates: true,
  environment: {},
};
const SERVICE = "https://api.example:8443";

interface Case {
  readonly name: string;
  readonly settings: Partial<ProxySettings>;
  readonly origin?: string;
  /** Address of the proxy; undefined for none. */
  readonly proxy: string | undefined;
  readonly from?: "setting" | "environment";
}

const CASES: readonly Case[] = [
  { name: "none set", settings: {}, proxy: undefined },
  {
    name: "the setting before the environment",
    settings: { proxy: "http://a:3128", environment: { HTTPS_PROXY: "http://b" } },
    proxy: "http://a:3128",
    from: "setting",
  },
  {
    name: "HTTPS_PROXY",
    settings: { environment: { HTTPS_PROXY: "http://b:1", HTTP_PROXY: "http://c" } },
    proxy: "http://b:1",
    from: "environment",
  },
  {
    name: "lower case and without a scheme",
    settings: { environment: { https_proxy: "b.example:3128" } },
    proxy: "http://b.example:3128",
    from: "environment",
  },
  {
    name: "ALL_PROXY",
    settings: { environment: { all_proxy: "https://b.example" } },
    proxy: "https://b.example",
    from: "environment",
  },
  {
    name: "white space is no address, and none of one",
    settings: {
      proxy: "  ",
      environment: { HTTPS_PROXY: " ", https_proxy: " http://b:1 ", ALL_PROXY: "http://c" },
    },
    proxy: "http://b:1",
    from: "environment",
  },
  {
    name: "a setting with white space around it",
    settings: { proxy: " http://a:1 " },
    proxy: "http://a:1",
    from: "setting",
  },
  {
    name: "an address without a scheme, whatever its path looks like",
    settings: { proxy: "a:3128/x://y" },
    proxy: "http://a:3128",
    from: "setting",
  },
  {
    name: "HTTP_PROXY for http",
    settings: { environment: { HTTPS_PROXY: "http://b:1", HTTP_PROXY: "http://c:1" } },
    origin: "http://api.example",
    proxy: "http://c:1",
    from: "environment",
  },
  {
    name: "not HTTPS_PROXY for http",
    settings: { environment: { HTTPS_PROXY: "http://b:1" } },
    origin: "http://api.example",
    proxy: undefined,
  },
  ...(
    [
      ["https://api.example", "api.example:443", true],
      ["https://api.example", "api.example:80", false],
      ["http://api.example", "api.example:80", true],
      ["http://api.example", "api.example:443", false],
      ["https://api.example", " api.example ", true],
      ["https://api.example", "x\napi.example", false],
      // Nothing is no domain that all are below.
      ["https://api.example.", "", false],
    ] as const
  ).map(([origin, entry, isExcluded]) => ({
    name: `noProxy ${JSON.stringify(entry)} for ${origin}`,
    settings: { proxy: "http://a", noProxy: [entry] },
    origin,
    ...(isExcluded ? { proxy: undefined } : { proxy: "http://a", from: "setting" as const }),
  })),
  { name: "proxySupport off", settings: { enabled: false, proxy: "http://a" }, proxy: undefined },
  {
    name: "loopback is never proxied",
    settings: { proxy: "http://a" },
    origin: "http://127.0.0.1:9",
    proxy: undefined,
  },
  {
    name: "nor is [::1]",
    settings: { proxy: "http://a" },
    origin: "https://[::1]:9",
    proxy: undefined,
  },
  ...["api.example", ".example", "*.example", "example", "*", "API.example:8443"].map((entry) => ({
    name: `noProxy ${entry}`,
    settings: { proxy: "http://a", noProxy: ["other", entry] },
    proxy: undefined,
  })),
  ...["pi.example", "api.example:443", "api", "example.com"].map((entry) => ({
    name: `noProxy ${entry} is another host`,
    settings: { proxy: "http://a", noProxy: [entry] },
    proxy: "http://a",
    from: "setting" as const,
  })),
  {
    name: "NO_PROXY of the environment",
    settings: { proxy: "http://a", environment: { NO_PROXY: "x, .example" } },
    proxy: undefined,
  },
];

describe("the proxy of an origin", () => {
  for (const { name, settings, origin = SERVICE, proxy, from } of CASES) {
    it(name, () => {
      const found = proxyFor(origin, { ...PLAIN, ...settings });
      assert.notEqual(found, "unusable");
      const route = found === "unusable" ? undefined : found;
      assert.equal(route?.url.origin, proxy);
      assert.equal(route?.from, from);
    });
  }

  it("takes user and password out of the address, decoded", () => {
    const found = proxyFor(SERVICE, { ...PLAIN, proxy: "http://jo%40x:p%2Fw@a:3128" });
    assert.ok(found !== undefined && found !== "unusable");
    assert.equal(found.url.href, "http://a:3128/");
    assert.equal(found.authorization, `Basic ${Buffer.from("jo@x:p/w").toString("base64")}`);
  });

  it("prefers the authorization that is set", () => {
    const settings = { ...PLAIN, proxy: "http://u:p@a", authorization: "Negotiate x" };
    const found = proxyFor(SERVICE, settings);
    assert.ok(found !== undefined && found !== "unusable");
    assert.equal(found.authorization, "Negotiate x");
  });

  it("knows the secrets of an address with and without a scheme, and the header made of it", () => {
    for (const proxy of ["http://jo:pa55word%21@a:3128", "jo:pa55word%21@a:3128"]) {
      const secrets = proxySecrets({ ...PLAIN, proxy });
      const header = `Basic ${Buffer.from("jo:pa55word!").toString("base64")}`;
      assert.deepEqual(secrets.sort(), [header, "pa55word%21", "pa55word!"].sort());
    }
    assert.deepEqual(proxySecrets({ ...PLAIN, proxy: "a:3128" }), []);
    assert.deepEqual(proxySecrets({ ...PLAIN, proxy: "http://" }), []);
  });

  it("knows a password without a user, one that cannot be decoded, and what is set whole", () => {
    const secretsOf = (settings: Partial<ProxySettings>): Set<string> =>
      new Set(proxySecrets({ ...PLAIN, ...settings }));
    assert.deepEqual(secretsOf({ proxy: "http://:pa55word@a" }), new Set(["pa55word"]));
    assert.deepEqual(secretsOf({ proxy: "http://u:%zz1@a" }), new Set(["%zz1"]));
    assert.deepEqual(secretsOf({ authorization: "Negotiate x" }), new Set(["Negotiate x"]));
    const environment = { http_proxy: "http://:fr0m@a" };
    assert.deepEqual(secretsOf({ environment }), new Set(["fr0m"]));
  });

  it("tells an address that cannot be used from none", () => {
    for (const proxy of ["socks5://a:1", "http://", "http://u:%zz@a", "ftp://a", "file:///x"]) {
      assert.equal(proxyFor(SERVICE, { ...PLAIN, proxy }), "unusable", proxy);
    }
  });
});
