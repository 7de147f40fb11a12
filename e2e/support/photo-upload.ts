import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import type { Product } from "../../sandbox/builders/product.ts";

export type PhotoUpload = {
  cookie: string;
  body: Buffer | ReadableStream;
  origin?: string;
  /** Query parameters that replace those of a public photo of an opened package. */
  about?: Record<string, string>;
  name?: string;
};

/** Uploads a photo of an order as the desk does. */
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
