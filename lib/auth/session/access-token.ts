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
 * Access tokens are JWTs of the auth service. It signs them with a key pair, whose public half it publishes (JWKS),
 * or in older projects with a secret that it shares with us (HS256); the algorithm named by the token decides which
 * is tried, and a token that names HS256 is never checked with a public key. Tokens are verified on this machine, so
 * no one waits for the auth service, and a session that was ended elsewhere is good until its token runs out: see
 * readStandingUser.
 *
 * When the keys cannot be had nothing is known about a token. That is a 503, never "not signed in".
 */

/** Holds what a verified access token says of its holder; times are in seconds since 1970. */
export type Claims = {
  userId: string;
  email: string;
  aal: "aal1" | "aal2";
  expiresAt: number;
  /** When the session last gave a code of an authenticator app. */
  factorUsedAt?: number;
};

const ASYMMETRIC = ["ES256", "RS256", "EdDSA"];
let keySet: ReturnType<typeof createRemoteJWKSet> | undefined;

/** Says that the published keys could not be had, which says nothing about the token. */
class KeysUnavailableError extends Error {}
/** Says that a token is signed with a shared secret that this app isn't given, or no longer. */
class NoSecretError extends errors.JOSEError {}

/**
 * Verifies an access token on this machine. Returns null for anything forged, foreign or expired, and for a token that names no
 * person (an older project's public key is one). Throws 503 when the published keys can't be fetched.
 */
export async function verifyAccessToken(token: string): Promise<Claims | null> {
  try {
    return toClaims(await verifySignature(token));
  } catch (error) {
    throwIfUnknown(error);
    return null;
  }
}

/**
 * Verifies an access token that the auth service has just given us. Throws 503 and logs it when that fails: the service signs
 * with a key that we don't have, and no page would accept the session.
 */
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
    // After a change of keys no one waits longer for the new one.
    cooldownDuration: 5_000,
    [customFetch]: fetchKeys,
  });
  return verifyWithPublishedKeys(token, keySet, audience);
}

/** Throws 503 for an error that shows nothing about the token. */
function throwIfUnknown(error: unknown): void {
  const isOfToken = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
  if (isOfToken || error instanceof TypeError) return;
  throw new ServiceUnavailableError("auth", error);
}

/**
 * Returns where an access token comes from, even if it has expired: "own" or "forged" when a known key accepts or rejects its
 * signature, "unknown" when we don't have its key, because the service has changed keys. Throws 503 when the published keys can't be
 * fetched.
 */
export async function originOf(token: string): Promise<"own" | "forged" | "unknown"> {
  try {
    await verifySignature(token);
    return "own";
  } catch (error) {
    throwIfUnknown(error);
    // The signature is checked before the time is.
    if (error instanceof errors.JWTExpired) return "own";
    return error instanceof errors.JWKSNoMatchingKey || error instanceof NoSecretError ? "unknown" : "forged";
  }
}

/** While new keys cannot be had, the ones that were fetched last still tell who is who. */
async function verifyWithPublishedKeys(
  token: string,
  published: ReturnType<typeof createRemoteJWKSet>,
  audience: string,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, published, { algorithms: ASYMMETRIC, audience })).payload;
  } catch (error) {
    const known = published.jwks();
    const isAway = error instanceof KeysUnavailableError || error instanceof errors.JWKSTimeout;
    if (!isAway || !known) throw error;
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
