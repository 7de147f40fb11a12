import type Stripe from "stripe";
import { portalFeatures, prepareStripe, type WantedStripe } from "@/sandbox/setup/prepare-stripe";

export const EVENTS = ["invoice.paid", "charge.refunded"];
export const HOOK = "https://www.example.com/api/webhooks/stripe";
const PRODUCTS = "data.features.subscription_update.products";

export type Row = { id: string; [field: string]: unknown };
type Held = Record<"products" | "prices" | "configurations" | "endpoints", Row[]>;
type Asked = { product?: string; type?: string; active?: boolean; expand?: string[] };

export const PLANS = [
  ["starter", 2900],
  ["pro", 9900],
  ["elite", 24_900],
] as const;
const productOf = (plan: string) => ({ id: `slabrelay_${plan}` });
export const aMonthlyPrice = (plan: string, unit_amount: number, changes: object = {}): Row => ({
  id: `price_${plan}`,
  product: `slabrelay_${plan}`,
  type: "recurring",
  active: true,
  currency: "usd",
  unit_amount,
  recurring: { interval: "month", interval_count: 1 },
  ...changes,
});
export const SOLD = PLANS.map(([plan]) => ({ product: `slabrelay_${plan}`, price: `price_${plan}` }));
export const configuration = (changes: object = {}): Row => ({
  id: "bpc_ours",
  active: true,
  metadata: { app: "slabrelay" },
  features: portalFeatures(SOLD),
  ...changes,
});
export const endpoint = (changes: object = {}): Row => ({
  id: "we_ours",
  url: HOOK,
  status: "enabled",
  enabled_events: EVENTS,
  api_version: "2026-09-30.endive",
  ...changes,
});

/** An account with everything needed, except `changes`. Records what is created and updated. */
export function anAccount(changes: Partial<Held> = {}) {
  const held: Held = {
    products: PLANS.map(([plan]) => productOf(plan)),
    prices: PLANS.map(([plan, cents]) => aMonthlyPrice(plan, cents)),
    configurations: [configuration()],
    endpoints: [endpoint()],
    ...changes,
  };
  const changed: [string, unknown][] = [];
  const made = (kind: keyof Held, fields: object, id: string) => {
    changed.push([`new ${kind}`, fields]);
    const row = { ...fields, id };
    held[kind].push(row);
    return row;
  };
  const corrected = (id: string, fields: object) => changed.push([id, fields]);
  const byId = (kind: keyof Held, id: string) => {
    const row = held[kind].find((one) => one.id === id);
    if (!row) throw Object.assign(new Error(`No such thing: ${id}`), { code: "resource_missing" });
    return row;
  };
  async function* list(kind: keyof Held, { product, type, active, expand }: Asked = {}) {
    for (const row of held[kind]) {
      const own = (row.product as Row | undefined)?.id ?? row.product;
      if ((product && own !== product) || (type && row.type !== type)) continue;
      if (active !== undefined && row.active !== active) continue;
      // Stripe leaves products out unless they are expanded.
      if (kind !== "configurations" || expand?.includes(PRODUCTS)) yield row;
      else yield { ...row, features: { ...(row.features as object), subscription_update: null } };
    }
  }
  const stripe = {
    products: {
      retrieve: async (id: string) => byId("products", id),
      create: async (fields: { id: string }) => made("products", fields, fields.id),
    },
    prices: {
      retrieve: async (id: string) => byId("prices", id),
      list: (asked?: Asked) => list("prices", asked),
      create: async (fields: object) => made("prices", fields, `price_new_${held.prices.length}`),
    },
    billingPortal: {
      configurations: {
        list: (asked?: Asked) => list("configurations", asked),
        update: async (id: string, fields: object) => corrected(id, fields),
        create: async (fields: object) => made("configurations", fields, "bpc_new"),
      },
    },
    webhookEndpoints: {
      list: () => list("endpoints"),
      update: async (id: string, fields: object) => corrected(id, fields),
      create: async (fields: object) => ({ ...made("endpoints", fields, "we_new"), secret: "whsec_new" }),
    },
  };
  const lines: string[] = [];
  const prepare = async (wanted: Partial<WantedStripe> = {}) => {
    const all = {
      appUrl: "https://www.example.com",
      webhook: { path: "/api/webhooks/stripe", events: EVENTS },
      apiVersion: "2026-09-30.endive",
      prices: {},
      ...wanted,
    };
    const prepared = await prepareStripe(stripe as unknown as Stripe, all, (line) => lines.push(line));
    return { ...prepared, lines };
  };
  return { stripe, changed, lines, prepare };
}
