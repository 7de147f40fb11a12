import { z } from "zod";
import type { RawParams } from "./form-body.ts";
import type { Store } from "./store.ts";

const times = z.number().int().min(1).nullable().default(1).describe("null: until it is removed");

/** A fault of the API, matched by method, parameters and path (`*` matches anything, e.g. `/v1/checkout/sessions/*`). */
const apiFault = z.strictObject({
  target: z.literal("api"),
  method: z.enum(["GET", "POST", "DELETE"]).optional(),
  path: z.string().startsWith("/v1/").optional(),
  /** Matches only requests with these parameter values. */
  params: z.record(z.string(), z.string()).optional(),
  times,
  skip: z.number().int().min(0).default(0),
  delayMs: z.number().int().min(0).max(120_000).default(0),
  waits: z.boolean().default(false),
  /** `before`: the work isn't done. `after`: the work is done, but the response is lost. */
  when: z.enum(["before", "after"]).default("before"),
  status: z.number().int().min(200).max(599).optional(),
  message: z.string().optional(),
  code: z.string().optional(),
  body: z.string().optional(),
  /** Stores the response under the idempotency key, as Stripe does for its own 500s. */
  stored: z.boolean().default(false),
  dropConnection: z.boolean().default(false),
});

const webhookFault = z.strictObject({
  target: z.literal("webhook"),
  type: z.string().default("*"),
  times,
  skip: z.number().int().min(0).default(0),
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

/** Faults, kept in the state file across restarts. */
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

  get waiting(): number {
    return this.#waiting.size;
  }

  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  resume(): void {
    for (const goOn of this.#waiting) goOn();
    this.#waiting.clear();
  }

  /** Returns the first matching fault and counts its use, or null. */
  takeForRequest(method: string, path: string, params: RawParams): ApiFault | null {
    for (const { id, ...spec } of this.list()) {
      if (spec.target !== "api" || !matches(spec.path, path)) continue;
      if (spec.method !== undefined && spec.method !== method) continue;
      if (Object.entries(spec.params ?? {}).some(([name, value]) => params[name] !== value)) continue;
      if (this.#use(id, spec)) return spec;
    }
    return null;
  }

  takeForDelivery(type: string, actions: readonly WebhookFault["action"][]): WebhookFault | null {
    for (const { id, ...spec } of this.list()) {
      if (spec.target !== "webhook" || !actions.includes(spec.action) || !matches(spec.type, type)) continue;
      if (this.#use(id, spec)) return spec;
    }
    return null;
  }

  /** Counts a match. Returns false while matches only use up `skip`. */
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
