import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type HttpBindings, serve } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";
import Stripe from "stripe";
import { Api } from "./api.ts";
import { Clock } from "./clock.ts";
import { controlRoutes } from "./control.ts";
import { Deliveries, postWebhook } from "./deliveries.ts";
import { EventLog } from "./events.ts";
import { Faults } from "./faults.ts";
import { pageRoutes } from "./pages/routes.ts";
import type { Permissions } from "./permissions.ts";
import { RequestLog } from "./request-log.ts";
import { seedCatalog } from "./resources/catalog.ts";
import { runDueSession } from "./resources/payments.ts";
import { seedConfiguration } from "./resources/portal-configurations.ts";
import { runDueSubscription } from "./resources/subscription-lifecycle.ts";
import type { Sandbox } from "./sandbox.ts";
import { Scheduler } from "./scheduler.ts";
import { Store } from "./store.ts";

function httpApp(sandbox: Sandbox, api: Api): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.all("/v1/*", async (c) => {
    const url = new URL(c.req.url);
    const answer = await api.handle({
      method: c.req.method,
      path: url.pathname,
      query: url.search.slice(1),
      body: await c.req.text(),
      authorization: c.req.header("Authorization"),
      contentType: c.req.header("Content-Type"),
      idempotencyKey: c.req.header("Idempotency-Key"),
    });
    if (answer.dropped) {
      c.env.outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    return new Response(answer.body, {
      status: answer.status,
      headers: {
        "Cache-Control": "no-cache, no-store",
        "Content-Type": "application/json",
        "Request-Id": answer.requestId,
        "Stripe-Version": c.req.header("Stripe-Version") ?? Stripe.API_VERSION,
        ...(answer.replayed ? { "Idempotent-Replayed": "true" } : {}),
        ...(answer.original === null
          ? {}
          : {
              "Idempotency-Key": c.req.header("Idempotency-Key") ?? "",
              "Original-Request": answer.original,
            }),
      },
    });
  });
  app.route("/_control", controlRoutes(sandbox));
  app.route("/", pageRoutes(sandbox));
  app.notFound((c) => c.text("There is nothing here. This is the payment sandbox.", 404));
  app.onError((error, c) => {
    sandbox.log(error.stack ?? error.message);
    return c.text("Something went wrong in the payment sandbox; its log says what.", 500);
  });
  return app;
}

const FIRST_BACKOFF_MS = 1000;

export interface StripeSandboxOptions {
  port: number;
  /** SQLite file for the state. `:memory:` stores nothing. */
  statePath: string;
  secretKey: string;
  restrictedKeys?: Record<string, Permissions>;
  webhookUrl: string;
  webhookSecret: string;
  /** Event types to deliver, by default all. The API lists every event regardless. */
  enabledEvents?: readonly string[];
  merchantName?: string;
  /** Delay before the second attempt, in milliseconds. Starts at 1000 by default and doubles up to 60 s. */
  deliveryBackoffMs?: number;
  log?: (line: string) => void;
}

interface StripeSandbox {
  url: string;
  /** Stops all work. Pending deliveries continue at the next start with the same state file. */
  stop(): Promise<void>;
}

/** Updates links from an earlier run, which contain its port. */
function moveLinks(store: Store, baseUrl: string): void {
  const former = store.getMeta<string>("base_url");
  for (const table of ["objects", "idempotency_keys"])
    if (former !== null && former !== baseUrl)
      store.db.prepare(`update ${table} set body = replace(body, ?, ?)`).run(`${former}/`, `${baseUrl}/`);
  store.setMeta("base_url", baseUrl);
}

function openSandbox(store: Store, baseUrl: string, options: StripeSandboxOptions): Sandbox {
  const log = options.log ?? (() => {});
  const clock = new Clock(store);
  const faults = new Faults(store);
  const endpoint = { url: options.webhookUrl, secret: options.webhookSecret };
  const deliveries: Deliveries = new Deliveries(store, faults, {
    enabledEvents: options.enabledEvents ?? ["*"],
    backoffMs: options.deliveryBackoffMs ?? FIRST_BACKOFF_MS,
    send: (id, stop) => postWebhook(endpoint, events.present(store.need("event", id)), stop),
  });
  const events = new EventLog(store, clock, deliveries);
  const scheduler = new Scheduler(store, clock);
  const merchantName = options.merchantName ?? "SlabRelay";
  const requests = new RequestLog(store);
  const sandbox = {
    baseUrl,
    merchantName,
    store,
    clock,
    events,
    deliveries,
    faults,
    requests,
    scheduler,
    log,
  };
  scheduler.register("checkout.session", (id) => runDueSession(sandbox, id));
  scheduler.register("subscription", (id) => runDueSubscription(sandbox, id));
  return sandbox;
}

async function listen(
  port: number,
  handler: { fetch: Parameters<typeof serve>[0]["fetch"] },
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: (...args) => handler.fetch(...args), port, hostname: "127.0.0.1" }, () => {
      server.off("error", reject);
      resolve(server);
    }) as Server;
    server.once("error", reject);
  });
}

/** Starts the payment sandbox on 127.0.0.1. Throws the EADDRINUSE error if the port is in use. */
export async function startStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const starting = { fetch: (): Response => new Response("Starting", { status: 503 }) };
  const handler: { fetch: Parameters<typeof serve>[0]["fetch"] } = starting;
  // Opens the port first, because two sandboxes on one state file would deliver every event twice.
  const server = await listen(options.port, handler);
  const { port } = server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  const store = new Store(options.statePath);
  const sandbox = openSandbox(store, url, options);
  const api = new Api(sandbox, { secret: options.secretKey, restricted: options.restrictedKeys ?? {} });
  moveLinks(store, url);
  store.transaction(() => {
    seedCatalog(sandbox);
    seedConfiguration(sandbox);
  });
  handler.fetch = httpApp(sandbox, api).fetch;
  sandbox.scheduler.run();
  sandbox.deliveries.wake();
  sandbox.log(`Payment sandbox on ${url}`);
  return {
    url,
    stop: async () => {
      sandbox.scheduler.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      sandbox.faults.resume();
      await closed;
      await sandbox.deliveries.stop();
      store.close();
    },
  };
}
