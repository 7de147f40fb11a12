import { createHash } from "node:crypto";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import type { App } from "@supabase/lite";

type Adapter = NonNullable<App["_storageAdapter"]>;
type Fetch = (request: Request) => Response | Promise<Response>;

/** Stores objects as files in `folder`. The storage service documents such an adapter but doesn't include one. */
export function fileStorage(folder: string): Adapter {
  const types = new Map<string, string>();
  const place = (bucket: string, key: string) => {
    const root = resolve(folder, bucket);
    const path = resolve(root, key);
    if (relative(root, path).startsWith("..")) throw new Error("Outside the bucket.");
    return path;
  };
  const describe = async (bucket: string, key: string, body: Uint8Array) => ({
    cacheControl: "no-cache",
    contentLength: body.length,
    size: body.length,
    mimetype: types.get(`${bucket}/${key}`) ?? "application/octet-stream",
    lastModified: (await stat(place(bucket, key))).mtime,
    eTag: `"${createHash("sha256").update(body).digest("hex")}"`,
  });
  const put = async (bucket: string, key: string, body: Uint8Array) => {
    await mkdir(dirname(place(bucket, key)), { recursive: true });
    await writeFile(place(bucket, key), body);
  };
  const adapter: Partial<Record<keyof Adapter, unknown>> = {
    driver: undefined,
    async uploadObject(
      bucket: string,
      key: string,
      _version: unknown,
      body: BodyInit,
      type: string,
      cacheControl: string,
    ) {
      const bytes = new Uint8Array(await new Response(body).arrayBuffer());
      await put(bucket, key, bytes);
      types.set(`${bucket}/${key}`, type);
      return { ...(await describe(bucket, key, bytes)), cacheControl };
    },
    async getObject(bucket: string, key: string) {
      const bytes = await readFile(place(bucket, key));
      return { httpStatusCode: 200, metadata: await describe(bucket, key, bytes), body: new Blob([bytes]) };
    },
    async headObject(bucket: string, key: string) {
      return describe(bucket, key, await readFile(place(bucket, key)));
    },
    deleteObject: (bucket: string, key: string) => rm(place(bucket, key), { force: true }),
    async deleteObjects(bucket: string, keys: string[]) {
      for (const key of keys) await rm(place(bucket, key), { force: true });
    },
    async copyObject(fromBucket: string, from: string, _version: unknown, bucket: string, key: string) {
      const bytes = await readFile(place(fromBucket, from));
      await put(bucket, key, bytes);
      return { httpStatusCode: 200, ...(await describe(bucket, key, bytes)) };
    },
    privateAssetUrl: async (bucket: string, key: string) => `file://${place(bucket, key)}`,
  };
  return adapter as Adapter;
}

/**
 * Fixes two differences. Reads the whole body before rejecting a request, since an unread body makes the socket's
 * next request fail. Adds the error code for a missing file.
 */
export function withHostedStorage(next: Fetch): Fetch {
  return async (request) => {
    if (!new URL(request.url).pathname.startsWith("/storage/v1/")) return next(request);
    const { method, headers } = request;
    const body = request.body && (await request.arrayBuffer());
    const response = await next(new Request(request.url, { method, headers, body }));
    if (response.status !== 400) return response;
    const error = await response.json();
    const code = error.error === "not_found" ? { code: "NoSuchKey" } : {};
    return Response.json({ ...error, ...code }, { status: 400 });
  };
}
