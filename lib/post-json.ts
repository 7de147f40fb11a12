import { messages } from "@/lib/errors";

/** What an endpoint answered; status 0 when it could not be reached. */
export type JsonAnswer<T> =
  | { ok: true; status: number; data: T }
  | { ok: false; status: number; error: string };

/** POSTs JSON to an endpoint of ours from the browser. Never throws: every failure has a message for the person. */
export async function postJson<T>(path: string, body: object, signal?: AbortSignal): Promise<JsonAnswer<T>> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: signal ?? null,
    });
    const data = (await response.json()) as T & { error?: string };
    if (response.ok) return { ok: true, status: response.status, data };
    return { ok: false, status: response.status, error: data.error ?? messages.unexpected };
  } catch {
    return { ok: false, status: 0, error: messages.unexpected };
  }
}
