import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { type StripeSandboxOptions, startStripeSandbox } from "../server.ts";

export const SECRET_KEY = "sk_test_sandbox_of_the_tests";
export const WEBHOOK_SECRET = "whsec_sandbox_of_the_tests";

export interface Received {
  payload: string;
  signature: string;
  event: Stripe.Event;
}

interface Endpoint {
  url: string;
  received: Received[];
  /** Statuses to return for the next calls. Later calls return 200. */
  answers: number[];
  server: Server;
}

async function anEndpoint(): Promise<Endpoint> {
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const payload = Buffer.concat(parts).toString();
      const signature = String(request.headers["stripe-signature"]);
      received.push({
        payload,
        signature,
        event: Stripe.webhooks.constructEvent(payload, signature, WEBHOOK_SECRET),
      });
      response.writeHead(answers.shift() ?? 200).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, received, answers, server };
}

export interface RunningSandbox {
  stripe: Stripe;
  url: string;
  endpoint: Endpoint;
  control<T>(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<T>;
  /** Retries pending deliveries once, then returns the types of the delivered events. */
  deliveredTypes(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Returns a client configured like the product's, for a sandbox at this address. */
export function aClient(url: string, key = SECRET_KEY): Stripe {
  return new Stripe(key, {
    host: "localhost",
    maxNetworkRetries: 0,
    port: Number(new URL(url).port),
    protocol: "http",
    timeout: 5000,
  });
}

/** Starts a sandbox with its own endpoint that checks every signature. */
export async function aSandbox(options: Partial<StripeSandboxOptions> = {}): Promise<RunningSandbox> {
  const endpoint = await anEndpoint();
  const stopEndpoint = async () => {
    endpoint.server.closeAllConnections();
    await new Promise((resolve) => endpoint.server.close(resolve));
  };
  const running = await startStripeSandbox({
    port: 0,
    statePath: ":memory:",
    secretKey: SECRET_KEY,
    webhookUrl: endpoint.url,
    webhookSecret: WEBHOOK_SECRET,
    deliveryBackoffMs: 5,
    ...options,
  }).catch(async (error) => {
    await stopEndpoint();
    throw error;
  });
  const sandbox: RunningSandbox = {
    stripe: aClient(running.url),
    url: running.url,
    endpoint,
    control: async (method, path, body) => {
      const response = await fetch(`${running.url}/_control${path}`, {
        method,
        headers: { "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return response.json();
    },
    deliveredTypes: async () => {
      await sandbox.control("POST", "/deliveries/flush");
      return endpoint.received.map(({ event }) => event.type);
    },
    stop: async () => {
      await running.stop();
      await stopEndpoint();
    },
  };
  return sandbox;
}

/** Returns the parameters of a session for three cards at $25.00. */
export function sessionParams(
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "payment",
    line_items: [
      {
        quantity: 3,
        price_data: { currency: "usd", unit_amount: 2500, product_data: { name: "Card grading" } },
      },
    ],
    success_url: "http://localhost:3000/success?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "http://localhost:3000/submit",
    ...more,
  };
}

/** Returns the parameters of a session for the smallest plan, billed monthly. */
export function subscriptionParams(
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "subscription",
    line_items: [{ price: "price_sandbox_starter", quantity: 1 }],
    success_url: "http://localhost:3000/account?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "http://localhost:3000/pricing",
    ...more,
  };
}

/** Creates a customer with a paid subscription. */
export async function aSubscription(
  sandbox: RunningSandbox,
  more: { price?: string; card?: string; metadata?: Record<string, string> } = {},
): Promise<Stripe.Subscription> {
  const customer = await sandbox.stripe.customers.create({ email: "ann@example.com", name: "Ann" });
  const wanted = { customer: customer.id, price: "price_sandbox_starter", ...more };
  const { id } = await sandbox.control<{ id: string }>("POST", "/subscriptions", wanted);
  return sandbox.stripe.subscriptions.retrieve(id);
}

/** Pays a session as the hosted page's form does, with a working card by default. */
export function pay(
  sandbox: RunningSandbox,
  session: string,
  fields: Record<string, string> = {},
): Promise<{ paid: boolean }> {
  return sandbox.control("POST", `/checkout/sessions/${session}/pay`, fields);
}
