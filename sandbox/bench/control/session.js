import { createRemoteJWKSet, jwtVerify } from "jose";

const keys = createRemoteJWKSet(new URL(`${process.env.SUPABASE_URL}/auth/v1/.well-known/jwks.json`));

/** The session of the product's own cookie, verified on this machine; null where there is none. */
export async function readSession(cookies) {
  const text = cookies
    .filter(({ name }) => /^sb(\.\d+)?$/.test(name))
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }))
    .map(({ value }) => value)
    .join("");
  if (!text) return null;
  try {
    const { access_token: token } = JSON.parse(text);
    const { payload } = await jwtVerify(token, keys, { algorithms: ["ES256"], audience: "authenticated" });
    return { token, email: payload.email };
  } catch {
    return null;
  }
}
