import type { RawParams } from "./form-body.ts";
import type { Store } from "./store.ts";

const KEPT = 20_000;
const PRUNE_EVERY = 1_000;

export interface LoggedRequest {
  seq: number;
  id: string;
  at: number;
  method: string;
  path: string;
  params: RawParams;
  idempotencyKey: string | null;
  /** 0 if the connection was dropped. */
  status: number;
  replayed: boolean;
  faulted: boolean;
}

/** The last 20,000 requests to the API. */
export class RequestLog {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
    store.db.exec(`create table if not exists requests (
      seq integer primary key autoincrement, method text not null, path text not null, entry text not null
    ) strict`);
  }

  add(entry: Omit<LoggedRequest, "seq">): void {
    const result = this.#store.db
      .prepare("insert into requests (method, path, entry) values (?, ?, ?)")
      .run(entry.method, entry.path, JSON.stringify(entry));
    const seq = Number(result.lastInsertRowid);
    if (seq % PRUNE_EVERY === 0)
      this.#store.db.prepare("delete from requests where seq <= ?").run(seq - KEPT);
  }

  /** Returns at most `limit` requests after `since` (a `seq`), oldest first. */
  list(filter: { since: number; limit: number; method?: string; path?: string }): LoggedRequest[] {
    return this.#store.db
      .prepare(
        `select seq, entry from requests
         where seq > ? and (? is null or method = ?) and (? is null or path = ?) order by seq limit ?`,
      )
      .all(
        filter.since,
        filter.method ?? null,
        filter.method ?? null,
        filter.path ?? null,
        filter.path ?? null,
        filter.limit,
      )
      .map((row) => ({
        seq: Number(row.seq),
        ...(JSON.parse(String(row.entry)) as Omit<LoggedRequest, "seq">),
      }));
  }

  clear(): void {
    this.#store.db.exec("delete from requests");
  }
}
