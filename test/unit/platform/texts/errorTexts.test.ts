import assert from "node:assert/strict";
import { describeNetworkCheck } from "../../../../src/platform/texts/networkCheck";
import type { Translate } from "../../../../src/platform/texts/words";
import type { HopResult, NetworkReport } from "../../../../src/platform/http/networkCheck";

const t: Translate = (message, ...values) =>
  message.replace(/\{(\d+)\}/g, (_place, index: string) => String(values[Number(index)]));

const passed = (hop: HopResult["hop"], facts: HopResult["facts"] = {}): HopResult => ({
  ...{ hop, outcome: "passed", milliseconds: 12.4, facts },
});
const skipped = (hop: HopResult["hop"]): HopResult => ({
  ...{ hop, outcome: "skipped", milliseconds: 0, facts: {} },
});

function report(...hops: readonly HopResult[]): NetworkReport {
  const startedAt = Date.UTC(2026, 10, 21, 9, 30, 1);
  const routes = [{ server: "service" as const, origin: "https://service.example", hops }];
  return { networking: "own", routes, startedAt };
}

describe("a check of the network in words", () => {
  it("says that every hop passed, and lists them in columns", () => {
    const {
      passed: isWell,
      summary,
      details,
    } = describeNetworkCheck(
      report(
        passed("name", { addresses: "192.0.2.7" }),
        passed("tls", { protocol: "TLSv1.3", issuer: "Some CA", validTo: "May 1", secret: "no" }),
        skipped("service"),
      ),
      t,
    );
    assert.equal(isWell, true);
    assert.equal(summary, "Service and identity provider can be reached; every hop passed.");
    assert.equal(
      details,
      [
        "Network check, 2026-11-21T09:30:01.000Z",
        "Checked through the explorer's own networking; no credentials were sent.",
        "",
        "Service https://service.example",
        "  the name lookup    passed    12 ms  addresses 192.0.2.7",
        "  the TLS handshake  passed    12 ms  protocol TLSv1.3, issued by Some CA, valid to May 1",
        "  the service        not seen",
        "",
      ].join("\n"),
    );
  });

  it("remarks on a missing request id, and blames no hop for it", () => {
    const remarked: HopResult = {
      ...{ hop: "service", outcome: "remark", milliseconds: 0, facts: { status: 401 } },
      failure: "network/noRequestId",
    };
    const text = describeNetworkCheck(report(passed("name"), remarked), t);
    assert.equal(text.passed, true);
    assert.match(text.summary, /can be reached\. The answer \(401\) has no request id/);
    assert.match(text.details, /the service +remark +the answer has no request id/);
  });

  const cases: readonly (readonly [HopResult["hop"], string, HopResult["facts"], string])[] = [
    [
      "name",
      "network/nameNotFound",
      { reason: "ENOTFOUND" },
      "the name lookup: the host name could not be found (ENOTFOUND)",
    ],
    [
      "proxy",
      "network/proxySignIn",
      { proxy: "p:3128", status: 407 },
      "the proxy: the proxy p:3128 asks for a sign-in (407)",
    ],
    [
      "tls",
      "network/certificate",
      { reason: "CERT_HAS_EXPIRED" },
      "the TLS handshake: its certificate is not trusted on this machine (CERT_HAS_EXPIRED)",
    ],
    [
      "service",
      "network/noRequestId",
      {},
      "the service: the answer has no request id, so it may have come from a proxy",
    ],
    ["connect", "network/odd", {}, "the connection: it failed"],
  ];
  for (const [hop, failure, facts, words] of cases) {
    it(`names ${hop} and ${failure}`, () => {
      const broken: HopResult = { hop, outcome: "failed", milliseconds: 3, facts, failure };
      const { passed: isWell, summary, details } = describeNetworkCheck(report(broken), t);
      assert.equal(isWell, false);
      assert.equal(
        summary,
        `The connection to https://service.example failed at ${words}. Check the address and your network, VPN or proxy, then check again.`,
      );
      assert.match(details, /FAILED\s+3 ms/);
    });
  }
});
