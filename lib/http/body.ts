import "server-only";
import { AppError } from "@/lib/base/errors";
import { withinBudget } from "@/lib/base/time-limit";

const MAX_BYTES = 32 * 1024;
const MAX_DEPTH = 6;

/**
 * Reads JSON. Throws 415 for other types, 413 above 32 KiB, and 400 for invalid JSON, more than 6 levels, or
 * text that PostgreSQL refuses (NUL, lone surrogates).
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

export async function readText(request: Request, maxBytes: number): Promise<string> {
  return (await readBytes(request, maxBytes)).toString("utf8");
}

/** After this long without data, the client is gone. */
const STALL_MS = 15_000;

/** Reads bytes. Throws `code` (413) as soon as they exceed `maxBytes`, and 503 after 15 s without data. */
export async function readBytes(
  request: Request,
  maxBytes: number,
  code: "too_large" | "photo_too_large" = "too_large",
): Promise<Buffer> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw new AppError(code);
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (reader) {
    const read = await withinBudget(reader.read(), STALL_MS, () => null);
    if (read?.done) break;
    size += read?.value.byteLength ?? 0;
    if (read === null || size > maxBytes) {
      await reader.cancel();
      throw new AppError(read === null ? "too_slow" : code);
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks);
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
