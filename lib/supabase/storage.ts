import "server-only";
import type { SupabaseClient } from "@supabase/supabase-js";
import { ServiceUnavailableError } from "@/lib/base/errors";

/*
 * Files of a bucket of the storage service; the client decides as whom. Each function throws
 * ServiceUnavailableError when the storage service does not answer within 5 s, or refuses.
 */

/** Stores a file; one of the same path is written over. */
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
 * Returns the bytes of a file; null when there is none. The status doesn't tell: the service sends 400 with almost every
 * error, and the real one in the body (https://supabase.com/docs/guides/storage/debugging/error-codes).
 */
export async function getFile(
  client: SupabaseClient,
  bucket: string,
  path: string,
): Promise<ArrayBuffer | null> {
  const { data, error } = await client.storage.from(bucket).download(path);
  if (!error) return data.arrayBuffer();
  if ("code" in error && error.code === "NoSuchKey") return null;
  throw new ServiceUnavailableError("storage", error);
}

/** Deletes files; those that are gone already count as deleted. */
export async function removeFiles(client: SupabaseClient, bucket: string, paths: string[]): Promise<void> {
  const { error } = await client.storage.from(bucket).remove(paths);
  if (error) throw new ServiceUnavailableError("storage", error);
}
