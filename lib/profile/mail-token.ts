import "server-only";
import { AppError } from "@/lib/base/errors";
import { hashOf, isSigned, sign } from "@/lib/base/signing";

const HASH = /^[0-9a-f]{64}$/;
/** A 32-byte hash and its 32-byte signature, both in base64url. */
const TOKEN = /^([\w-]{43})([\w-]{43})$/;

/** Returns the hash under which the database stores an email address. Lowercases only A to Z, as SQL does. */
export function addressHash(address: string): string {
  return hashOf(address.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));
}

/**
 * Returns the token of an unsubscribe link: the address's hash and our signature. It never expires and grants no
 * other access.
 */
export function mailToken(address: string): string {
  const hash = addressHash(address);
  return Buffer.from(hash, "hex").toString("base64url") + sign("mail-choice", hash);
}

/** Returns the address hash that a token contains, or null for a token that we didn't issue. */
export function readMailToken(token: string): string | null {
  const [, bytes = "", signature = ""] = TOKEN.exec(token) ?? [];
  const hash = Buffer.from(bytes, "base64url").toString("hex");
  return HASH.test(hash) && isSigned("mail-choice", hash, signature) ? hash : null;
}

/** Requires a valid email token in the path. Returns the hash of its address. Throws 404. */
export async function requireMailToken({
  params,
}: {
  params: { id: string };
}): Promise<{ addressHash: string }> {
  const addressHash = readMailToken(params.id);
  if (!addressHash) throw new AppError("not_found");
  return { addressHash };
}
