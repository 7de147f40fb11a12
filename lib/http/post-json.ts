import { messages } from "@/lib/base/errors";

/** What an endpoint answered; status 0 when it could not be reached, or when its answer made no sense. */
export type JsonAnswer<T> =
  | { ok: true; status: number; data: T }
  | { ok: false; status: number; error: string };

/** POSTs JSON to an endpoint of ours from the browser. Never throws: every failure has a message for the person. */
export async function postJson<T>(path: string, body: object, signal?: AbortSignal): Promise<JsonAnswer<T>> {
  return send<T>(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
}

/** Asks an endpoint of ours from the browser; as postJson. */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<JsonAnswer<T>> {
  return send<T>(path, { signal: signal ?? null });
}

async function send<T>(path: string, init: RequestInit): Promise<JsonAnswer<T>> {
  try {
    const response = await fetch(path, init);
    const { ok, status } = response;
    const data = (await response.json()) as T & { error?: unknown };
    if (ok) return { ok, status, data };
    return { ok, status, error: typeof data.error === "string" ? data.error : messages.unexpected };
  } catch {
    return { ok: false, status: 0, error: messages.unexpected };
  }
}
