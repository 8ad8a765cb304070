/**
 * Settings with which a workspace would lead calls astray, if they were taken: each points to
 * `port` of this machine in its own way, or tells data as it is to assistants. Proxies are the
 * editor's settings; some of the explorer's own do not even exist.
 */
export function strayingSettings(port: number): Readonly<Record<string, unknown>> {
  const origin = `http://127.0.0.1:${port}`;
  return {
    "http.proxy": origin,
    "http.proxySupport": "on",
    "financialPlanning.assistants.data": "asItIs",
    "financialPlanning.baseUrl": origin,
    "financialPlanning.authUrl": origin,
    "financialPlanning.connections": [{ label: "Stray", baseUrl: origin, authUrl: origin }],
    "financialPlanning.sandbox.servicePort": port,
    "financialPlanning.sandbox.identityPort": port,
    "financialPlanning.sandbox.resultsPrefix": `@127.0.0.1:${port}/x`,
    "financialPlanning.trace.prefix": "stray-",
  };
}

/** The same settings written as objects in objects. */
export function nested(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [id, value] of Object.entries(settings)) {
    const names = id.split(".");
    const last = names.pop() ?? id;
    let place = root;
    for (const name of names) {
      place = (place[name] ??= {}) as Record<string, unknown>;
    }
    place[last] = value;
  }
  return root;
}
