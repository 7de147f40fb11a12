import "server-only";
import { AppError } from "@/lib/base/errors";

const MAX_BYTES = 32 * 1024;
const MAX_DEPTH = 6;

/**
 * Reads the JSON of a request. Throws 415 for another content type, 413 beyond 32 KiB, and 400 for what is no JSON, for
 * more than 6 levels, and for texts that PostgreSQL refuses (NUL, half of a surrogate pair).
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new AppError("not_json");
  const text = await readText(request, MAX_BYTES);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_json", { cause });
  }
  requireStorable(body, 0);
  return body;
}

/** Reads the text of a request. Throws 413 beyond `maxBytes`, announced or counted while reading. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function tooLarge(): AppError {
  return new AppError("too_large");
}

function requireStorable(value: unknown, depth: number): void {
  if (depth > MAX_DEPTH) throw new AppError("nested_too_deeply");
  if (typeof value === "string") {
    if (value.includes("\0") || !value.isWellFormed()) throw new AppError("unreadable_text");
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, entry] of Object.entries(value)) {
    requireStorable(key, depth + 1);
    requireStorable(entry, depth + 1);
  }
}
