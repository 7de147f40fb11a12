import { z } from "zod";
import type { RawParams } from "./form-body.ts";
import type { Store } from "./store.ts";

const times = z.number().int().min(1).nullable().default(1).describe("null: until it is removed");

/** A fault of the API, matched by method, parameters and path (`*` stands for anything, e.g. `/v1/checkout/sessions/*`). */
const apiFault = z.strictObject({
  target: z.literal("api"),
  method: z.enum(["GET", "POST", "DELETE"]).optional(),
  path: z.string().startsWith("/v1/").optional(),
  /** Only requests with these values of their parameters, e.g. `{ customer: "cus_…" }`: those of one test. */
  params: z.record(z.string(), z.string()).optional(),
  times,
  /** Let this many matching requests pass first. */
  skip: z.number().int().min(0).default(0),
  delayMs: z.number().int().min(0).max(120_000).default(0),
  /** Wait until `POST /_control/faults/resume` lets it go on. */
  waits: z.boolean().default(false),
  /** `before`: the request has no effect. `after`: it is carried out and recorded, only its answer is lost. */
  when: z.enum(["before", "after"]).default("before"),
  /** Answer with this status instead of the real one. */
  status: z.number().int().min(200).max(599).optional(),
  message: z.string().optional(),
  code: z.string().optional(),
  /** Answer with this text instead of JSON. */
  body: z.string().optional(),
  /** Keep the answer under the request's idempotency key, as Stripe does with its own 500s. */
  stored: z.boolean().default(false),
  dropConnection: z.boolean().default(false),
});

/** A fault of the webhook deliveries, matched by event type (`*` stands for anything). */
const webhookFault = z.strictObject({
  target: z.literal("webhook"),
  type: z.string().default("*"),
  times,
  skip: z.number().int().min(0).default(0),
  /** `drop`: a try gets lost and is repeated. `lose`: never sent at all. `duplicate`: `copies` more. `delay`: later. */
  action: z.enum(["drop", "lose", "duplicate", "delay"]),
  delayMs: z.number().int().min(0).default(1000),
  copies: z.number().int().min(1).max(100).default(1),
});

export const faultSpec = z.discriminatedUnion("target", [apiFault, webhookFault]);
type FaultSpec = z.output<typeof faultSpec>;
export type ApiFault = z.output<typeof apiFault>;
type WebhookFault = z.output<typeof webhookFault>;

function matches(pattern: string | undefined, value: string): boolean {
  if (pattern === undefined) return true;
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(value);
}

/** Faults on demand, kept in the state file so that they outlive a restart. */
export class Faults {
  readonly #store: Store;
  readonly #waiting = new Set<() => void>();

  constructor(store: Store) {
    this.#store = store;
    store.db.exec("create table if not exists faults (id integer primary key, spec text not null) strict");
  }

  add(spec: FaultSpec): { id: number } & FaultSpec {
    const result = this.#store.db.prepare("insert into faults (spec) values (?)").run(JSON.stringify(spec));
    return { id: Number(result.lastInsertRowid), ...spec };
  }

  list(): ({ id: number } & FaultSpec)[] {
    return this.#store.db
      .prepare("select id, spec from faults order by id")
      .all()
      .map((row) => ({ id: Number(row.id), ...(JSON.parse(String(row.spec)) as FaultSpec) }));
  }

  remove(id?: number): void {
    this.#store.db.prepare("delete from faults where ? is null or id = ?").run(id ?? null, id ?? null);
  }

  /** Requests that wait now. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Resolves when `resume` is called. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  /** Lets all requests go on that wait. */
  resume(): void {
    for (const goOn of this.#waiting) goOn();
    this.#waiting.clear();
  }

  /** The first fault for this request, used up by one; null if it is to be answered as usual. */
  takeForRequest(method: string, path: string, params: RawParams): ApiFault | null {
    for (const { id, ...spec } of this.list()) {
      if (spec.target !== "api" || !matches(spec.path, path)) continue;
      if (spec.method !== undefined && spec.method !== method) continue;
      if (Object.entries(spec.params ?? {}).some(([name, value]) => params[name] !== value)) continue;
      if (this.#use(id, spec)) return spec;
    }
    return null;
  }

  /** The first fault with one of these actions for a delivery of this event type. */
  takeForDelivery(type: string, actions: readonly WebhookFault["action"][]): WebhookFault | null {
    for (const { id, ...spec } of this.list()) {
      if (spec.target !== "webhook" || !actions.includes(spec.action) || !matches(spec.type, type)) continue;
      if (this.#use(id, spec)) return spec;
    }
    return null;
  }

  /** Counts the match; false while it only uses up a `skip`. */
  #use(id: number, spec: FaultSpec): boolean {
    const skipping = spec.skip > 0;
    const left: FaultSpec = skipping
      ? { ...spec, skip: spec.skip - 1 }
      : { ...spec, times: spec.times === null ? null : spec.times - 1 };
    if (left.times === 0) this.remove(id);
    else this.#store.db.prepare("update faults set spec = ? where id = ?").run(JSON.stringify(left), id);
    return !skipping;
  }
}
