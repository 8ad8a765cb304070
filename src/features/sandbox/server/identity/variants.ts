import type { Provider, ProviderContext } from "oidc-provider";
import type { SandboxProofKey } from "../../messages/sandboxMessages";

export interface Variants {
  readonly proofKey: SandboxProofKey;
  readonly discovery: boolean;
  readonly anyLoopbackPort: boolean;
}

/** Makes a provider behave as others in the field do, where the standards leave room. */
export function applyVariants(provider: Provider, variants: Variants): void {
  const { proofKey, anyLoopbackPort } = variants;
  if (!anyLoopbackPort) {
    provider.Client.prototype.redirectUriAllowed = function (address): boolean {
      return this.redirectUris.includes(address);
    };
  }
  if (proofKey === "refused") {
    provider.use(async (context, next) => {
      await next();
      hideProofKey(context);
      await spendCode(provider, context);
    });
  }
}

const WELL_KNOWN = /^\/\.well-known\/(openid-configuration|oauth-authorization-server)$/;

/**
 * The address as the provider gets it, below its mount; undefined for one that it does not have.
 * IdentityServer asks for consent whenever `offline_access` is wanted, and so does this one: it
 * need not be said with `prompt`, without which oidc-provider would drop the scope.
 */
export function rewriteAddress(
  address: string,
  authorizationPath: string,
  { proofKey, discovery }: Variants,
): string | undefined {
  const [path = "", query = ""] = address.split(/\?(.*)/s);
  if (!discovery && WELL_KNOWN.test(path)) {
    return undefined;
  }
  if (path !== authorizationPath) {
    return address;
  }
  const parameters = new URLSearchParams(query);
  if (proofKey === "refused") {
    parameters.delete("code_challenge");
    parameters.delete("code_challenge_method");
  }
  const wantsOffline = parameters.get("scope")?.split(" ").includes("offline_access") ?? false;
  if (wantsOffline && !parameters.has("prompt")) {
    parameters.set("prompt", "consent");
  }
  return `${path}?${parameters.toString()}`;
}

/** Who knows no proof key does not offer it. */
function hideProofKey({ oidc, body }: ProviderContext): void {
  if (oidc?.route === "discovery" && typeof body === "object" && body !== null) {
    Reflect.deleteProperty(body, "code_challenge_methods_supported");
  }
}

/** IdentityServer3 takes the code out of its store before it looks at the verifier. */
async function spendCode(provider: Provider, { oidc, body }: ProviderContext): Promise<void> {
  const { code, code_verifier: verifier } = oidc?.params ?? {};
  if (oidc?.route !== "token" || typeof code !== "string" || verifier === undefined) {
    return;
  }
  const isRefused = (body as { error?: string } | undefined)?.error === "invalid_grant";
  const spent = await provider.AuthorizationCode.find(code);
  if (isRefused && spent?.clientId === oidc.client?.clientId) {
    await spent?.destroy();
  }
}
