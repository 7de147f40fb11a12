import "server-only";
import type { SupabaseClient } from "@supabase/supabase-js";
import { ServiceUnavailableError } from "@/lib/base/errors";

/* Throws ServiceUnavailableError if the storage service refuses or takes longer than 5 s. */

export async function putFile(
  client: SupabaseClient,
  bucket: string,
  path: string,
  bytes: Buffer,
  contentType: string,
): Promise<void> {
  const { error } = await client.storage.from(bucket).upload(path, bytes, { contentType, upsert: true });
  if (error) throw new ServiceUnavailableError("storage", error);
}

/**
 * Returns a file's bytes, or null. Reads the code, since the status is almost always 400
 * (https://supabase.com/docs/guides/storage/debugging/error-codes).
 */
export async function getFile(client: SupabaseClient, bucket: string, path: string) {
  const { data, error } = await client.storage.from(bucket).download(path);
  if (!error) return data.arrayBuffer();
  if ("code" in error && error.code === "NoSuchKey") return null;
  throw new ServiceUnavailableError("storage", error);
}

export async function removeFiles(client: SupabaseClient, bucket: string, paths: string[]): Promise<void> {
  const { error } = await client.storage.from(bucket).remove(paths);
  if (error) throw new ServiceUnavailableError("storage", error);
}
