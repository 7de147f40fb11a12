import Stripe from "stripe";
import type { Faults } from "./faults.ts";
import type { Store } from "./store.ts";

const TIMEOUT_MS = 10_000;

export interface TryOutcome {
  at: number;
  status: number | null;
  error?: string;
}

/** Posts a signed event and returns the outcome. Never throws. Treats a redirect as a failure, as Stripe does. */
export async function postWebhook(
  endpoint: { url: string; secret: string },
  event: Stripe.EventBase,
  stop: AbortSignal,
): Promise<TryOutcome> {
  const at = Date.now();
  const payload = JSON.stringify(event, null, 2);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: endpoint.secret,
    // The receiver compares the timestamp with its own clock, so the sandbox's clock must not be used here.
    timestamp: Math.floor(at / 1000),
  });
  try {
    const response = await fetch(endpoint.url, {
      method: "POST",
      body: payload,
      redirect: "manual",
      signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Stripe-Signature": signature,
        "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      },
    });
    await response.body?.cancel();
    return { at, status: response.status };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { at, status: null, error: cause instanceof Error ? cause.message : String(cause) };
  }
}

const MAX_TRIES = 15;
const LONGEST_BACKOFF_MS = 60_000;
const MAX_PARALLEL = 16;

const SCHEMA = `
  create table if not exists deliveries (
    id integer primary key autoincrement,
    event text not null,
    type text not null,
    copy integer not null,
    state text not null,
    tries integer not null default 0,
    due_ms integer not null,
    history text not null default '[]'
  ) strict;
  create index if not exists deliveries_by_event on deliveries (event);
  create index if not exists deliveries_pending on deliveries (due_ms) where state = 'pending';
`;

export interface Delivery {
  id: number;
  event: string;
  type: string;
  /** 0 for the first delivery, 1 and up for duplicates. */
  copy: number;
  state: "pending" | "delivered" | "failed" | "lost";
  tries: number;
  due_ms: number;
  history: TryOutcome[];
}

interface DeliveryOptions {
  enabledEvents: readonly string[];
  /** Delay before the second attempt, in milliseconds. Doubles up to 60 s. */
  backoffMs: number;
  send: (event: string, signal: AbortSignal) => Promise<TryOutcome>;
}

function toDelivery(row: Record<string, unknown>): Delivery {
  return { ...(row as unknown as Delivery), history: JSON.parse(String(row.history)) as TryOutcome[] };
}

/** Delivers each event at least once, in no particular order, until the endpoint returns 2xx. */
export class Deliveries {
  readonly #store: Store;
  readonly #faults: Faults;
  readonly #options: DeliveryOptions;
  readonly #inFlight = new Map<number, Promise<void>>();
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Store, faults: Faults, options: DeliveryOptions) {
    this.#store = store;
    this.#faults = faults;
    this.#options = options;
    store.db.exec(SCHEMA);
  }

  /** Called in the transaction that records the event, so that every event has a delivery. */
  enqueue(event: Stripe.EventBase): void {
    const { enabledEvents } = this.#options;
    if (!enabledEvents.includes("*") && !enabledEvents.includes(event.type)) return;
    const fault = this.#faults.takeForDelivery(event.type, ["lose", "duplicate", "delay"]);
    const due = Date.now() + (fault?.action === "delay" ? fault.delayMs : 0);
    this.#insert(event.id, event.type, 0, fault?.action === "lose" ? "lost" : "pending", due);
    for (let copy = 1; fault?.action === "duplicate" && copy <= fault.copies; copy++)
      this.#insert(event.id, event.type, copy, "pending", due);
    this.wake();
  }

  resend(event: Stripe.EventBase): void {
    this.#insert(event.id, event.type, this.list({ event: event.id }).length, "pending", Date.now());
    this.wake();
  }

  countPending(event: string): number {
    const row = this.#store.db
      .prepare("select count(*) as n from deliveries where event = ? and copy = 0 and state <> 'delivered'")
      .get(event);
    return Number(row?.n ?? 0);
  }

  list(filter: { event?: string | undefined; state?: string | undefined }): Delivery[] {
    return this.#store.db
      .prepare(
        `select * from deliveries where (? is null or event = ?) and (? is null or state = ?)
         order by id desc limit 1000`,
      )
      .all(filter.event ?? null, filter.event ?? null, filter.state ?? null, filter.state ?? null)
      .map(toDelivery);
  }

  bringForward(ms: number): void {
    this.#store.db.prepare("update deliveries set due_ms = due_ms - ? where state = 'pending'").run(ms);
    this.wake();
  }

  async flush(): Promise<void> {
    this.#store.db.prepare("update deliveries set due_ms = ? where state = 'pending'").run(Date.now());
    await this.drain();
  }

  async drain(): Promise<void> {
    const before = Date.now();
    while (this.#inFlight.size > 0 || this.#due(before).length > 0) {
      this.#startDue();
      if (this.#inFlight.size === 0) return;
      await Promise.race(this.#inFlight.values());
    }
  }

  wake(): void {
    clearTimeout(this.#timer);
    if (this.#abort.signal.aborted) return;
    const next = this.#store.db
      .prepare("select id, due_ms from deliveries where state = 'pending' order by due_ms, id limit ?")
      .all(MAX_PARALLEL)
      .find((row) => !this.#inFlight.has(Number(row.id)));
    if (!next) return;
    const wait = Math.min(Math.max(Number(next.due_ms) - Date.now(), 0), LONGEST_BACKOFF_MS);
    this.#timer = setTimeout(() => this.#startDue(), wait);
  }

  /** Aborts running attempts. They stay pending until the next start. */
  async stop(): Promise<void> {
    this.#abort.abort();
    clearTimeout(this.#timer);
    await Promise.allSettled(this.#inFlight.values());
  }

  #insert(event: string, type: string, copy: number, state: Delivery["state"], due: number): void {
    this.#store.db
      .prepare("insert into deliveries (event, type, copy, state, due_ms) values (?, ?, ?, ?, ?)")
      .run(event, type, copy, state, due);
  }

  #due(at: number): Delivery[] {
    return this.#store.db
      .prepare(
        "select * from deliveries where state = 'pending' and due_ms <= ? order by due_ms, id limit 100",
      )
      .all(at)
      .map(toDelivery)
      .filter((delivery) => !this.#inFlight.has(delivery.id));
  }

  #startDue(): void {
    for (const delivery of this.#due(Date.now())) {
      if (this.#inFlight.size >= MAX_PARALLEL) return;
      const done = this.#try(delivery).finally(() => {
        this.#inFlight.delete(delivery.id);
        this.wake();
      });
      this.#inFlight.set(delivery.id, done);
    }
    this.wake();
  }

  async #try(delivery: Delivery): Promise<void> {
    const at = Date.now();
    const outcome: TryOutcome = this.#faults.takeForDelivery(delivery.type, ["drop"])
      ? { at, status: null, error: "dropped by a fault" }
      : await this.#options.send(delivery.event, this.#abort.signal);
    if (this.#abort.signal.aborted) return;
    const tries = delivery.tries + 1;
    const delivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    const state = delivered ? "delivered" : tries >= MAX_TRIES ? "failed" : "pending";
    const wait = Math.min(this.#options.backoffMs * 2 ** (tries - 1), LONGEST_BACKOFF_MS);
    this.#store.db
      .prepare("update deliveries set state = ?, tries = ?, due_ms = ?, history = ? where id = ?")
      .run(state, tries, Date.now() + wait, JSON.stringify([...delivery.history, outcome]), delivery.id);
  }
}
