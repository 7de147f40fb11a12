import { createHmac } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import postgres from "postgres";
import Stripe from "stripe";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { SANDBOX_KEYS } from "../launcher/environment.ts";
import { addPerson, PASSWORD, type Person } from "./person.ts";
import { addStaff, orderOfBatch } from "./rows.ts";
import type { Sql } from "./test-database.ts";

type Settings = Record<string, string | undefined>;
export type Caller = { cookie?: string; token?: string; address?: string };

export class Product {
  readonly #settings: () => Settings;
  #sql: Sql | undefined;

  /** `settings` may be a function, because tests are listed before a sandbox exists. */
  constructor(settings: Settings | (() => Settings) = process.env) {
    this.#settings = typeof settings === "function" ? settings : () => settings;
  }

  setting(name: string): string {
    const value = this.#settings()[name];
    if (!value) throw new Error(`${name} is not set: run these tests with \`npm test -- e2e\`.`);
    return value;
  }

  get appUrl(): string {
    return this.setting("APP_URL");
  }

  async post(path: string, body: unknown, who: Caller = {}): Promise<Answer> {
    const response = await fetch(this.appUrl + path, {
      method: "POST",
      redirect: "manual",
      headers: {
        "content-type": "application/json",
        origin: new URL(this.appUrl).origin,
        ...(who.cookie ? { cookie: who.cookie } : {}),
        ...(who.token ? { authorization: `Bearer ${who.token}` } : {}),
        ...(who.address ? { "x-forwarded-for": who.address } : {}),
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return readAnswer(response);
  }

  /** Fetches a page without following redirects. Sends only these headers, unlike `fetch`. */
  async get(
    path: string,
    { cookie = "", headers = {} }: { cookie?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const [response] = await once(get(this.appUrl + path, { headers: { ...headers, cookie } }), "response");
    const { statusCode, rawHeaders } = response as IncomingMessage;
    const pairs = rawHeaders.flatMap((name, index): [string, string][] =>
      index % 2 ? [] : [[name, rawHeaders[index + 1] ?? ""]],
    );
    return readAnswer(new Response(await text(response), { status: statusCode ?? 0, headers: pairs }));
  }

  person(): Promise<Person> {
    this.#sql ??= postgres(this.setting("SANDBOX_DATABASE_URL"), {
      max: 1,
      idle_timeout: 1,
      onnotice: () => {},
    });
    return addPerson(this.#sql);
  }

  async openCheckout(who: Caller, cards = 2, batchId = newBatchId()): Promise<Answer> {
    const body = {
      num_cards: cards,
      total_amount: cards * 25,
      batch_id: batchId,
      notes: "",
      plan_type: "payg",
    };
    return this.post("/api/create-checkout-session", body, who);
  }

  async control(path: string, body: unknown = {}, method = "POST"): Promise<Answer> {
    const response = await fetch(`${this.setting("STRIPE_API_URL")}/_control${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(method === "GET" || method === "DELETE" ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status === 400) throw new Error(`${path}: ${await response.text()}`);
    return readAnswer(response);
  }

  async pay(sessionId: string, fields: Record<string, string> = {}): Promise<Answer> {
    return this.control(`/checkout/sessions/${sessionId}/pay`, fields);
  }

  async deliver(
    payload: string,
    options: { secret?: string; timestamp?: number; signature?: string; address?: string } = {},
  ) {
    const timestamp = options.timestamp ?? Math.floor(Date.now() / 1000);
    const secret = options.secret ?? this.setting("STRIPE_WEBHOOK_SECRET");
    const v1 = createHmac("sha256", secret).update(`${timestamp}.${payload}`).digest("hex");
    const response = await fetch(`${this.appUrl}/api/webhooks/stripe`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "stripe-signature": options.signature ?? `t=${timestamp},v1=${v1}`,
        ...(options.address ? { "x-forwarded-for": options.address } : {}),
      },
      body: payload,
    });
    return readAnswer(response);
  }

  async runJob(path: "/api/cron/reconcile" | "/api/cron/outbox"): Promise<Answer> {
    return this.post(path, {}, { token: this.setting("CRON_SECRET") });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export type Answer = { status: number; body: any; headers: Headers; cookie: string; location: string };

async function readAnswer(response: Response): Promise<Answer> {
  const body = await response.text();
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const { status, headers } = response;
  return { status, body: parse(body), headers, cookie, location: headers.get("location") ?? "" };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Retries a 503, as pages and Stripe do: a slow machine rejects some of many concurrent calls. */
export async function retryUnavailable<T extends { status: number; body?: unknown }>(
  call: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const answer = await call();
    const { code } = (answer.body ?? {}) as { code?: string };
    if ((answer.status !== 503 && code !== "event_failed") || attempt === 10) return answer;
    // The work continues after the response, so an immediate retry would add load.
    await new Promise((resolve) => setTimeout(resolve, attempt * 200));
  }
}

export async function waitUntil<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)?.slice(0, 2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export function stripeOf(product: Product): Stripe {
  const { hostname, port } = new URL(product.setting("STRIPE_API_URL"));
  return new Stripe(SANDBOX_KEYS.stripeSecretKey, { host: hostname, port, protocol: "http" });
}

export async function listSessions(product: Product, metadata: Record<string, string>) {
  const wanted = Object.entries(metadata);
  const pages: { id: string; status: string | null }[] = [];
  for await (const page of stripeOf(product).checkout.sessions.list({ limit: 100 })) {
    const isOne = wanted.every(([name, value]) => page.metadata?.[name] === value);
    if (isOne) pages.push({ id: page.id, status: page.status });
  }
  return pages;
}

export type SignedIn = Person & { password: string; cookie: string };

async function logIn(product: Product, person: Person): Promise<SignedIn> {
  const { cookie } = await product.post("/api/auth/login", { email: person.email, password: PASSWORD });
  return { ...person, password: PASSWORD, cookie };
}

export const logInAsCustomer = async (product: Product) => logIn(product, await product.person());

export async function logInAsStaff(product: Product, sql: Sql, role: "owner" | "staff" = "staff") {
  const person = await product.person();
  await addStaff(sql, person.userId, role);
  return logIn(product, person);
}

/** Submits and pays a batch as a guest or the given account. Returns once the order is paid. */
export async function payForBatch(
  product: Product,
  sql: Sql,
  who: { cookie?: string; token?: string } = {},
  { cards = 2, email }: { cards?: number; email?: string } = {},
): Promise<{ id: string; batchId: string; payment: string; cookie: string }> {
  const opened = await retryUnavailable(() => product.openCheckout(who, cards));
  await product.pay(opened.body.sessionId, email && !who.token ? { email } : {});
  const batchId: string = opened.body.batch_id;
  const order = await waitUntil(
    () => orderOfBatch(sql, batchId),
    (row) => row?.payment_status === "paid",
  );
  const payment = String(order?.stripe_payment_intent_id);
  return { id: order?.id ?? "", batchId, payment, cookie: opened.cookie };
}
