import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SEED, seeded } from "../../sandbox/builders/random.ts";

/** A subscription as the stub answers it: what the product looks at. */
export type StubSubscription = {
  id: string;
  status: string;
  price: string;
  start: number;
  end: number;
  cancel_at_period_end: boolean;
  created: number;
};

/**
 * The list of subscriptions as a payment service may answer it at its worst: what it says was true when it was asked,
 * and may have changed by the time the answer arrives. The payment sandbox answers too soon for that.
 */
export class SubscriptionsStub {
  readonly #subscriptions = new Map<string, StubSubscription[]>();
  #server: Server | undefined;

  readonly #random = seeded(SEED);

  /** Longest time that an answer is under way, in milliseconds. */
  delayMs = 0;

  async start(): Promise<string> {
    const server = createServer(async (request, response) => {
      const url = new URL(request.url ?? "/", "http://stub");
      const customer = url.searchParams.get("customer") ?? "";
      const isList = request.method === "GET" && url.pathname === "/v1/subscriptions";
      const data = (this.#subscriptions.get(customer) ?? []).map(asSubscription);
      await sleep(this.#random() * this.delayMs);
      response.writeHead(isList ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify({ object: "list", data, has_more: false, url: "/v1/subscriptions" }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#server = server;
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  set(customer: string, subscriptions: StubSubscription[]): void {
    this.#subscriptions.set(customer, subscriptions);
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }
}

function asSubscription({ id, status, price, start, end, cancel_at_period_end, created }: StubSubscription) {
  return {
    id,
    object: "subscription",
    livemode: false,
    status,
    cancel_at_period_end,
    cancel_at: null,
    created,
    start_date: created,
    schedule: null,
    latest_invoice: {
      object: "invoice",
      created: start,
      status: "paid",
      lines: {
        object: "list",
        data: [{ amount: 1, period: { start, end }, pricing: { price_details: { price } } }],
      },
    },
    items: {
      object: "list",
      data: [{ price: { id: price }, current_period_start: start, current_period_end: end }],
    },
  };
}
