import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import type { Product } from "../../sandbox/builders/product.ts";

export type PhotoUpload = {
  cookie: string;
  body: Buffer | ReadableStream;
  /** Another site's, in place of our own. */
  origin?: string;
  /** What the address says beside or in place of an opened package that the customer sees. */
  about?: Record<string, string>;
  name?: string;
};

/** Sends a photograph of an order as the desk does; answers the status and what was said. */
export async function sendPhoto(
  { appUrl }: Product,
  order: string,
  { cookie, body, origin, about, name }: PhotoUpload,
) {
  const query = new URLSearchParams({ order, kind: "opened", public: "true", ...about });
  const response = await fetch(`${appUrl}${staffApiPaths.photoUpload}?${query}`, {
    method: "POST",
    headers: {
      cookie,
      origin: origin ?? new URL(appUrl).origin,
      "content-type": "image/jpeg",
      ...(name ? { "x-file-name": name } : {}),
    },
    body: body as BodyInit,
    duplex: "half",
  } as RequestInit);
  return { status: response.status, body: await response.json() };
}
