import "server-only";
import { hashOf, isSigned, sign } from "@/lib/base/signing";

const HASH = /^[0-9a-f]{64}$/;
/** 32 bytes of a hash and as many of its signature, both in base64url. */
const TOKEN = /^([\w-]{43})([\w-]{43})$/;

/** Answers what the database knows an e-mail address by; only A to Z are lowered, as it does. */
export function addressHash(address: string): string {
  return hashOf(address.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));
}

/**
 * Makes the token by which whoever gets mails at an address chooses which: its hash and our signature, 86 characters. It
 * names nobody and does not expire: a mail of years ago can still be turned off. It opens nothing but that choice.
 */
export function mailToken(address: string): string {
  const hash = addressHash(address);
  return Buffer.from(hash, "hex").toString("base64url") + sign("mail-choice", hash);
}

/** Answers the hash of the address that a token is of; null for one that we have not made. */
export function readMailToken(token: string): string | null {
  const [, bytes = "", signature = ""] = TOKEN.exec(token) ?? [];
  const hash = Buffer.from(bytes, "base64url").toString("hex");
  return HASH.test(hash) && isSigned("mail-choice", hash, signature) ? hash : null;
}
