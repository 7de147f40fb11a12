import "server-only";
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
} from "jose";
import { env } from "@/lib/base/env";
import { ServiceUnavailableError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";

/*
 * Tokens are verified locally, with the published keys (JWKS) or an older project's shared secret (HS256). A token that
 * names HS256 is never checked with a public key. A session ended elsewhere stays valid until its token expires.
 */

/** The claims of a verified access token. Times are in seconds since 1970. */
export type Claims = {
  userId: string;
  email: string;
  aal: "aal1" | "aal2";
  expiresAt: number;
  /** When the session last gave an authenticator code. */
  factorUsedAt?: number;
};

const ASYMMETRIC = ["ES256", "RS256", "EdDSA"];
let keySet: ReturnType<typeof createRemoteJWKSet> | undefined;

/** The published keys are unavailable, which proves nothing about the token. */
class KeysUnavailableError extends Error {}
/** The token is signed with a shared secret that this app doesn't have. */
class NoSecretError extends errors.JOSEError {}

/**
 * Returns null for an expired, anonymous or otherwise invalid token. Throws 503 if the published keys are
 * unavailable.
 */
export async function verifyAccessToken(token: string): Promise<Claims | null> {
  try {
    return toClaims(await verifySignature(token));
  } catch (error) {
    throwIfUnknown(error);
    return null;
  }
}

/** Verifies a new token. Throws 503 on failure, because no page would accept the session. */
export async function requireClaims(token: string): Promise<Claims> {
  const claims = await verifyAccessToken(token);
  if (claims) return claims;
  const error = new Error("a new token can't be verified: check SUPABASE_JWT_SECRET and the published keys");
  log.error("auth.token_unverifiable", error, { alg: decodeProtectedHeader(token).alg });
  throw new ServiceUnavailableError("auth", error);
}

async function verifySignature(token: string): Promise<JWTPayload> {
  const { SUPABASE_URL, SUPABASE_JWT_SECRET } = env();
  const { alg } = decodeProtectedHeader(token);
  const audience = "authenticated";
  if (alg === "HS256") {
    if (!SUPABASE_JWT_SECRET) throw new NoSecretError("no shared secret");
    const secret = new TextEncoder().encode(SUPABASE_JWT_SECRET);
    return (await jwtVerify(token, secret, { algorithms: ["HS256"], audience })).payload;
  }
  keySet ??= createRemoteJWKSet(new URL(`${SUPABASE_URL}/auth/v1/.well-known/jwks.json`), {
    timeoutDuration: 3_000,
    cacheMaxAge: 600_000,
    // Limits the wait for a rotated key.
    cooldownDuration: 5_000,
    [customFetch]: fetchKeys,
  });
  return verifyWithPublishedKeys(token, keySet, audience);
}

/** Throws 503 for an error that proves nothing about the token. */
function throwIfUnknown(error: unknown): void {
  const isOfToken = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
  if (isOfToken || error instanceof TypeError) return;
  throw new ServiceUnavailableError("auth", error);
}

/** Returns whose key signed a token, even an expired one. Returns "unknown" after a key rotation. Throws 503. */
export async function classifyToken(token: string): Promise<"own" | "forged" | "unknown"> {
  try {
    await verifySignature(token);
    return "own";
  } catch (error) {
    throwIfUnknown(error);
    // The signature is checked before the expiry.
    if (error instanceof errors.JWTExpired) return "own";
    return error instanceof errors.JWKSNoMatchingKey || error instanceof NoSecretError ? "unknown" : "forged";
  }
}

/** Falls back to the cached keys during an outage. */
async function verifyWithPublishedKeys(
  token: string,
  published: ReturnType<typeof createRemoteJWKSet>,
  audience: string,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, published, { algorithms: ASYMMETRIC, audience })).payload;
  } catch (error) {
    const known = published.jwks();
    const isOutage = error instanceof KeysUnavailableError || error instanceof errors.JWKSTimeout;
    if (!isOutage || !known) throw error;
    return (await jwtVerify(token, createLocalJWKSet(known), { algorithms: ASYMMETRIC, audience })).payload;
  }
}

async function fetchKeys(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (cause) {
    throw new KeysUnavailableError("the keys could not be fetched", { cause });
  }
  const isJson = response.headers.get("content-type")?.includes("json");
  if (!response.ok || !isJson) throw new KeysUnavailableError(`the keys' address answers ${response.status}`);
  return response;
}

function toClaims(payload: JWTPayload): Claims | null {
  const { sub, email, aal, exp, role, amr } = payload as JWTPayload & {
    email?: string;
    aal?: string;
    role?: string;
    amr?: { method?: string; timestamp?: number }[];
  };
  if (!sub || !exp || role !== "authenticated") return null;
  const codes = Array.isArray(amr) ? amr.filter(({ method }) => method === "totp") : [];
  return {
    userId: sub,
    email: email ?? "",
    aal: aal === "aal2" ? "aal2" : "aal1",
    expiresAt: exp,
    ...(codes.length > 0 && { factorUsedAt: Math.max(...codes.map(({ timestamp }) => timestamp ?? 0)) }),
  };
}
