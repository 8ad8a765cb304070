import type { ServiceDefinition } from "./definition/definition";
import { systemAuthorities } from "../http/authorities";
import type { Clock } from "../base/clock";
import { createDoor, type Door } from "../http/door";
import { createEditorSender } from "../http/editorSender";
import { checkRoute, type NetworkReport, type RouteCheck } from "../http/networkCheck";
import { pinOrigin } from "../http/origin";
import { createOwnSender } from "../http/ownSender";
import { proxyFor, proxySecrets, type ProxySettings } from "../http/proxySettings";
import type { Route } from "../http/route";
import { sealIdentityRequest, sealServiceRequest } from "../http/seal";
import type { ClientOptions, NetworkOptions } from "./networkOptions";
import { joinAddress, prefixOf } from "./addressParts";
import { serverOf } from "./serverOf";
import { userAgentOf } from "./userAgent";

export interface ServerDoorOptions
  extends Omit<NetworkOptions, "definition" | "clock">, ClientOptions {
  readonly clock: Clock;
  /** The active one, as it is now. */
  readonly definition: () => ServiceDefinition;
}

/** One of the connection's two origins, and what leads there. */
export interface ServerDoor {
  readonly route: Route;
  readonly door: Door;
}

export type ServerDoors = Readonly<Record<"service" | "identity", ServerDoor>>;

/**
 * Two doors, one to each origin of the connection, so that what is meant for one cannot leave by
 * the other.
 * @throws AppError kind `refused` when an address of the connection is not allowed
 */
export function openDoors(options: ServerDoorOptions): ServerDoors {
  const proxy = options.proxy();
  proxySecrets(proxy).forEach((secret) => options.redactor.add(secret));
  return {
    service: openServerDoor(options, proxy, "service"),
    identity: openServerDoor(options, proxy, "identity"),
  };
}

/** Stops what is in flight over both and closes the sockets. */
export async function closeDoors({ service, identity }: ServerDoors): Promise<void> {
  await Promise.all([service.door.close(), identity.door.close()]);
}

/** Goes hop by hop to both origins, side by side, without credentials. */
export async function checkDoors(
  options: ServerDoorOptions,
  doors: ServerDoors,
  signal: AbortSignal,
): Promise<NetworkReport> {
  const { connection, clock } = options;
  const startedAt = clock.now();
  const limits = options.limits();
  const common = { networking: connection.networking, limits, clock, signal };
  // No call of a definition, which may require parameters: any answer will do here.
  const url = joinAddress(connection, `${prefixOf(connection, "crm")}/clients`, "");
  const right = { permit: undefined, permits: options.permits, connectionId: connection.id };
  const metadata = `${connection.authUrl}/identity/.well-known/openid-configuration`;
  const checks: RouteCheck[] = [
    {
      ...{ ...common, ...doors.service, server: "service" },
      request: sealServiceRequest({ method: "GET", url }, right),
    },
    {
      ...{ ...common, ...doors.identity, server: "identity" },
      request: sealIdentityRequest({ method: "GET", url: metadata }),
    },
  ];
  const routes = await Promise.all(checks.map((check) => checkRoute(check)));
  return { networking: connection.networking, routes, startedAt };
}

function openServerDoor(
  options: ServerDoorOptions,
  settings: ProxySettings,
  kind: keyof ServerDoors,
): ServerDoor {
  const { clock, version, connection, lookup } = options;
  const isOfService = kind === "service";
  const origin = pinOrigin(isOfService ? connection.baseUrl : connection.authUrl);
  // An identity provider's endpoints are where its discovery says.
  const isOwn = isOfService ? (url: URL): boolean => serverOf(connection, url) === kind : undefined;
  const route: Route = {
    origin: new URL(origin),
    proxy: proxyFor(origin, settings),
    authorities: () => systemAuthorities(settings.systemCertificates),
    clock,
    lookup,
  };
  const sender =
    connection.networking === "editor" ? createEditorSender(route) : createOwnSender(route);
  const userAgent = userAgentOf(version);
  return { route, door: createDoor({ kind, origin, isOwn, userAgent, clock, sender }) };
}
