import "server-only";
import { createRemoteJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from "jose";
import { env } from "@/lib/env";
import { ServiceUnavailableError } from "@/lib/errors";

/** What a verified access token says of its holder. */
export type Claims = { userId: string; email: string; aal: "aal1" | "aal2"; expiresAt: number };

const ASYMMETRIC = ["ES256", "RS256", "EdDSA"];
let keySet: ReturnType<typeof createRemoteJWKSet> | undefined;

/**
 * Verifies an access token on this machine: with the auth service's published keys, or with the shared secret where
 * the service has one. Answers null for anything forged, foreign or expired; throws only when the published
 * keys cannot be fetched.
 */
export async function verifyAccessToken(token: string): Promise<Claims | null> {
  const { SUPABASE_URL, SUPABASE_JWT_SECRET } = env();
  try {
    const { alg } = decodeProtectedHeader(token);
    const audience = "authenticated";
    if (alg === "HS256") {
      if (!SUPABASE_JWT_SECRET) return null;
      const secret = new TextEncoder().encode(SUPABASE_JWT_SECRET);
      const { payload } = await jwtVerify(token, secret, { algorithms: ["HS256"], audience });
      return toClaims(payload);
    }
    keySet ??= createRemoteJWKSet(new URL(`${SUPABASE_URL}/auth/v1/.well-known/jwks.json`), {
      timeoutDuration: 5_000,
      cacheMaxAge: 600_000,
    });
    const { payload } = await jwtVerify(token, keySet, { algorithms: ASYMMETRIC, audience });
    return toClaims(payload);
  } catch (error) {
    if (error instanceof errors.JWKSTimeout) throw new ServiceUnavailableError("auth", error);
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw new ServiceUnavailableError("auth", error);
  }
}

function toClaims(payload: JWTPayload): Claims | null {
  const { sub, email, aal, exp, role } = payload as JWTPayload & {
    email?: string;
    aal?: string;
    role?: string;
  };
  if (!sub || !exp || role !== "authenticated") return null;
  return { userId: sub, email: email ?? "", aal: aal === "aal2" ? "aal2" : "aal1", expiresAt: exp };
}
