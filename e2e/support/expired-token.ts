import { createHmac } from "node:crypto";
import type { Product } from "../../sandbox/builders/product.ts";

/** An access token as the auth service would have signed it an hour and a minute ago. */
export function expiredToken(product: Product, token: string): string {
  const [header = "", payload = ""] = token.split(".");
  const past = Math.floor(Date.now() / 1000) - 60;
  const claims = { ...JSON.parse(Buffer.from(payload, "base64url").toString()), iat: past - 3600, exp: past };
  const body = Buffer.from(JSON.stringify(claims)).toString("base64url");
  const signature = createHmac("sha256", product.setting("SUPABASE_JWT_SECRET"))
    .update(`${header}.${body}`)
    .digest("base64url");
  return `${header}.${body}.${signature}`;
}
