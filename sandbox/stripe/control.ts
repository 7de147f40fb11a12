import { Hono } from "hono";
import type Stripe from "stripe";
import { z } from "zod";
import { paymentControl } from "./control-payments.ts";
import { faultSpec } from "./faults.ts";
import { readJson } from "./form-body.ts";
import { addRestrictedKey, PERMISSION_NAMES } from "./permissions.ts";
import { seedCatalog } from "./resources/catalog.ts";
import { seedConfiguration } from "./resources/portal-configurations.ts";
import type { Sandbox } from "./sandbox.ts";

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const MAX_LIST = 1000;

const clockChange = z.strictObject({
  advance: z.number().min(0).optional(),
  set: z.number().optional(),
  frozen: z.boolean().optional(),
  reset: z.literal(true).optional(),
});

const settings = z.strictObject({
  settleAfterSeconds: z.number().int().min(0),
});

const ownEvent = z.strictObject({ type: z.string().min(1), object: z.looseObject({}) });
const restrictedKey = z.strictObject({
  permissions: z.record(
    z.string().refine((name) => PERMISSION_NAMES.has(name)),
    z.enum(["read", "write"]),
  ),
});

function clockState({ clock }: Sandbox) {
  return {
    now: clock.now(),
    frozen: clock.frozen,
    offsetSeconds: Math.round((clock.nowMs() - Date.now()) / 1000),
  };
}

function changeClock(sandbox: Sandbox, change: z.output<typeof clockChange>): void {
  const { clock, scheduler, deliveries } = sandbox;
  const before = clock.nowMs();
  if (change.reset) clock.reset();
  if (change.frozen === true) clock.freeze();
  if (change.frozen === false) clock.unfreeze();
  const target = change.set === undefined ? clock.nowMs() : change.set * 1000;
  if (change.set !== undefined || change.advance !== undefined)
    scheduler.moveTo(target + (change.advance ?? 0) * 1000);
  deliveries.bringForward(Math.max(0, Math.round(clock.nowMs() - before)));
  scheduler.run();
}

function reset(sandbox: Sandbox): void {
  const tables = ["objects", "deliveries", "faults", "requests", "idempotency_keys", "meta"];
  sandbox.store.transaction(() => {
    for (const table of tables) sandbox.store.db.exec(`delete from ${table}`);
    sandbox.store.setMeta("base_url", sandbox.baseUrl);
    sandbox.clock.reset();
    seedCatalog(sandbox);
    seedConfiguration(sandbox);
  });
  sandbox.scheduler.wake();
}

function faultRoutes(sandbox: Sandbox, control: Hono): void {
  control.get("/faults", (c) => c.json({ data: sandbox.faults.list() }));
  control.post("/faults", async (c) => c.json(sandbox.faults.add(await readJson(c, faultSpec)), 201));
  control.get("/faults/waiting", (c) => c.json({ waiting: sandbox.faults.waiting }));
  control.post("/faults/resume", (c) => {
    sandbox.faults.resume();
    return c.json({ waiting: sandbox.faults.waiting });
  });
  control.delete("/faults/:id?", (c) => {
    const id = c.req.param("id");
    sandbox.faults.remove(id === undefined ? undefined : Number(id));
    return c.json({ data: sandbox.faults.list() });
  });
}

function webhookRoutes(sandbox: Sandbox, control: Hono): void {
  const { deliveries, events, store } = sandbox;
  control.get("/deliveries", (c) =>
    c.json({ data: deliveries.list({ event: c.req.query("event"), state: c.req.query("state") }) }),
  );
  control.post("/deliveries/flush", async (c) => {
    await deliveries.flush();
    return c.json({ pending: deliveries.list({ state: "pending" }).length });
  });
  control.post("/deliveries/drain", async (c) => {
    await deliveries.drain();
    return c.json({ pending: deliveries.list({ state: "pending" }).length });
  });
  control.post("/events", async (c) => {
    const { type, object } = await readJson(c, ownEvent);
    // Accepts any type, because an endpoint must handle types that its SDK doesn't know.
    const named = type as Stripe.EventBase["type"];
    return c.json(
      store.transaction(() => events.present(events.emit(named, object))),
      201,
    );
  });
  control.post("/events/:id/resend", (c) => {
    const event = store.get("event", c.req.param("id"));
    if (!event) return c.json({ error: "No such event" }, 404);
    deliveries.resend(event);
    return c.json(events.present(event));
  });
}

/**
 * Control endpoints. Changes need `Content-Type: application/json` and a local `Host`, so that other web pages can't
 * make them.
 */
export function controlRoutes(sandbox: Sandbox): Hono {
  const control = new Hono();
  control.use(async (c, next) => {
    if (!LOCAL_HOST.test(c.req.header("Host") ?? "")) return c.json({ error: "Local calls only" }, 403);
    const json = c.req.header("Content-Type")?.startsWith("application/json");
    if (c.req.method !== "GET" && !json) return c.json({ error: "Send Content-Type: application/json" }, 415);
    return next();
  });
  control.onError((error, c) => c.json({ error: error.message }, 400));
  control.get("/requests", (c) =>
    c.json({
      data: sandbox.requests.list({
        since: Number(c.req.query("since") ?? 0),
        limit: Math.min(Number(c.req.query("limit") ?? MAX_LIST), MAX_LIST),
        ...(c.req.query("method") ? { method: String(c.req.query("method")) } : {}),
        ...(c.req.query("path") ? { path: String(c.req.query("path")) } : {}),
      }),
    }),
  );
  control.delete("/requests", (c) => {
    sandbox.requests.clear();
    return c.json({ data: [] });
  });
  control.get("/clock", (c) => c.json(clockState(sandbox)));
  control.post("/clock", async (c) => {
    const change = await readJson(c, clockChange);
    changeClock(sandbox, change);
    return c.json(clockState(sandbox));
  });
  control.post("/settings", async (c) => {
    const { settleAfterSeconds } = await readJson(c, settings);
    sandbox.store.setMeta("settle_after_seconds", settleAfterSeconds);
    return c.json({ settleAfterSeconds });
  });
  control.post("/restricted-keys", async (c) => {
    const { permissions } = await readJson(c, restrictedKey);
    return c.json({ key: addRestrictedKey(sandbox.store, permissions) }, 201);
  });
  control.post("/reset", (c) => {
    reset(sandbox);
    return c.json({ reset: true });
  });
  faultRoutes(sandbox, control);
  webhookRoutes(sandbox, control);
  paymentControl(sandbox, control);
  return control;
}
