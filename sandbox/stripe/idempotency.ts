import { createHash } from "node:crypto";
import type { Clock } from "./clock.ts";
import { StripeError } from "./errors.ts";
import { canonicalParams, type RawParams } from "./form-body.ts";
import type { Store } from "./store.ts";

/** Stripe may forget a key once it is 24 hours old. */
const KEPT_SECONDS = 24 * 3600;
const MAX_KEY_LENGTH = 255;

export interface StoredReply {
  status: number;
  body: string;
  requestId: string;
}

function conflict(status: 400 | 409, message: string): StripeError {
  return new StripeError(status, {
    type: "idempotency_error",
    message,
    ...(status === 409 ? { code: "idempotency_key_in_use" } : {}),
  });
}

function fingerprint(params: RawParams): string {
  return createHash("sha256").update(canonicalParams(params)).digest("hex");
}

/** Stores responses by Idempotency-Key. See https://docs.stripe.com/api/idempotent_requests. */
export class IdempotencyKeys {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #inProgress = new Set<string>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    store.db.exec(`create table if not exists idempotency_keys (
      key text primary key, path text not null, fingerprint text not null,
      status integer not null, body text not null, request_id text not null, created integer not null
    ) strict`);
  }

  /** Claims the key until the returned function is called. Throws 409 if another call has claimed it. */
  begin(key: string): () => void {
    if (key.length > MAX_KEY_LENGTH)
      throw conflict(400, `Idempotency key is too long. It must be at most ${MAX_KEY_LENGTH} characters.`);
    if (this.#inProgress.has(key))
      throw conflict(
        409,
        "There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, " +
          `and the other request is still going through): ${key}. Please try again later.`,
      );
    this.#inProgress.add(key);
    return () => this.#inProgress.delete(key);
  }

  /** Returns the stored response, or null for a new key. Throws if the key was used for another call. */
  find(key: string, path: string, params: RawParams): StoredReply | null {
    const row = this.#store.db.prepare("select * from idempotency_keys where key = ?").get(key);
    if (!row) return null;
    if (Number(row.created) <= this.#clock.now() - KEPT_SECONDS) {
      this.#store.db.prepare("delete from idempotency_keys where key = ?").run(key);
      return null;
    }
    if (row.path !== path)
      throw conflict(
        400,
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${row.path}'). ` +
          `Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    if (row.fingerprint !== fingerprint(params))
      throw conflict(
        400,
        "Keys for idempotent requests can only be used with the same parameters they were first used with. " +
          `Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    return { status: Number(row.status), body: String(row.body), requestId: String(row.request_id) };
  }

  store(key: string, path: string, params: RawParams, reply: StoredReply): void {
    this.#store.db
      .prepare("insert into idempotency_keys values (?, ?, ?, ?, ?, ?, ?)")
      .run(key, path, fingerprint(params), reply.status, reply.body, reply.requestId, this.#clock.now());
  }
}
