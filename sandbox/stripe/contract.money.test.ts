import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import {
  aSandbox,
  pay,
  type RunningSandbox,
  sessionParams,
  subscriptionParams,
} from "./testing/a-sandbox.ts";

const ROOT = process.cwd();
const RESOURCES = join(ROOT, "node_modules/stripe/esm/resources");
const parsed = new Map<string, ts.SourceFile>();

function sourceOf(path: string): ts.SourceFile {
  const known = parsed.get(path);
  if (known) return known;
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
  parsed.set(path, source);
  return source;
}

/** Returns the required fields of an interface of the SDK. */
function requiredFields(file: string, name: string): string[] {
  const found = sourceOf(join(RESOURCES, `${file}.d.ts`)).statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  const members = found?.members ?? [];
  return members.flatMap((member) =>
    ts.isPropertySignature(member) && !member.questionToken && ts.isIdentifier(member.name)
      ? [member.name.text]
      : [],
  );
}

/**
 * Type-checks these values as literals of these types. Wrong values, missing fields and unknown fields are all
 * errors. Returns an empty list if all match.
 */
async function typeErrors(checks: { type: string; value: unknown }[]): Promise<string[]> {
  // Inside the project, so that the SDK's types resolve, and in a folder that no other check reads.
  mkdirSync(join(ROOT, ".local"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".local", "checked-values-"));
  try {
    const lines = checks.map(
      ({ type, value }, index) => `export const value${index}: ${type} = ${JSON.stringify(value)};`,
    );
    const text = [
      'import type Stripe from "stripe";',
      'import type { WireInvoice, WireLineItem, WirePrice, WireSubscription, WireSubscriptionItem } from "../../sandbox/stripe/object-types.ts";',
      ...lines,
    ].join("\n");
    writeFileSync(join(folder, "values.ts"), text);
    const compilerOptions = {
      allowImportingTsExtensions: true,
      module: "esnext",
      moduleResolution: "bundler",
      noEmit: true,
      skipLibCheck: true,
      strict: true,
      target: "es2023",
      types: ["node"],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["values.ts"] }));
    return await compile(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the faster Go-based compiler and returns its errors, one per line. */
function compile(folder: string): Promise<string[]> {
  const compiler = join(ROOT, "node_modules/typescript-7/bin/tsc");
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [compiler, "--singleThreaded", "--pretty", "false", "-p", folder],
      (error, output) => {
        const errors = output.split("\n").filter((line) => line.includes("error TS"));
        if (error && errors.length === 0)
          reject(new Error(`The compiler ended with: ${error.message} ${output}`));
        else resolve(errors);
      },
    );
  });
}

type Fields = Record<string, unknown>;

const fixtures = JSON.parse(readFileSync(join(process.cwd(), "sandbox/stripe/fixtures.json"), "utf8"))
  .resources as Record<string, Fields>;

/** Maps whose keys are set by the seller or depend on the payment method. */
const OPEN = ["metadata", "payment_method_options", "data"];

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns paths that are in Stripe's example but not in the object, where both have values. */
function missingBelow(example: Fields, object: Fields, path: string): string[] {
  return Object.entries(example).flatMap(([key, value]) => {
    const own = object[key];
    if (!(key in object)) return [`${path}.${key}`];
    if (OPEN.includes(key) || !isFields(value) || !isFields(own)) return [];
    // Stripe's example is a card.
    if (key === "payment_method_details" && own.type !== "card") return [];
    return missingBelow(value, own, `${path}.${key}`);
  });
}

describe("the objects", () => {
  let sandbox: RunningSandbox;
  const seen: { kind: string; file: string; name: string; type: string; value: Fields }[] = [];

  /** Returns an object as sent over the network, before the SDK turns strings into decimals. */
  async function get(path: string): Promise<Fields> {
    const response = await fetch(`${sandbox.url}/v1${path}`, {
      headers: { Authorization: "Bearer sk_test_sandbox_of_the_tests" },
    });
    return response.json();
  }

  function see(kind: string, file: string, name: string, type: string, value: unknown): void {
    if (!isFields(value)) throw new Error(`No ${kind} came back`);
    seen.push({ kind, file, name, type, value });
  }

  const seeSession = (value: unknown) =>
    see("checkout.session", "Checkout/Sessions", "Session", "Stripe.Checkout.Session", value);
  const seeIntent = (value: unknown) =>
    see("payment_intent", "PaymentIntents", "PaymentIntent", "Stripe.PaymentIntent", value);
  const seeCharge = (value: unknown) => see("charge", "Charges", "Charge", "Stripe.Charge", value);

  async function seePayment(fields: Record<string, string>): Promise<void> {
    const { id } = await sandbox.stripe.checkout.sessions.create(
      sessionParams({
        customer_creation: "always",
        metadata: { order: "7" },
        shipping_address_collection: { allowed_countries: ["US", "CA"] },
      }),
    );
    await pay(sandbox, id, fields);
    const session = await get(`/checkout/sessions/${id}`);
    seeSession(session);
    const intent = await get(`/payment_intents/${session.payment_intent}`);
    seeIntent(intent);
    seeCharge(await get(`/charges/${intent.latest_charge}`));
  }

  beforeAll(async () => {
    sandbox = await aSandbox();
    const { stripe } = sandbox;
    seeSession(await stripe.checkout.sessions.create(sessionParams({ customer_email: "a@example.com" })));
    await seePayment({});
    await seePayment({ card_number: "4000000000000002" });
    await seePayment({ payment_method: "us_bank_account" });
    const expired = await stripe.checkout.sessions.create(sessionParams());
    seeSession(await stripe.checkout.sessions.expire(expired.id));
    const customer = await stripe.customers.create({
      email: "a@example.com",
      shipping: { name: "A", address: { line1: "1 Main Street", country: "US" } },
    });
    see("customer", "Customers", "Customer", "Stripe.Customer", customer);
    const firstItem = async (expand: string): Promise<Fields & { price: Fields }> => {
      const { line_items } = await get(`/checkout/sessions/${expired.id}?expand[]=${expand}`);
      return (line_items as { data: [Fields & { price: Fields }] }).data[0];
    };
    const item = await firstItem("line_items.data.price.product");
    see("product", "Products", "Product", "Stripe.Product", item.price.product);
    const plainItem = await firstItem("line_items");
    see("price", "Prices", "Price", "WirePrice", plainItem.price);
    see("item", "LineItems", "LineItem", "WireLineItem", plainItem);
    const subscribing = await stripe.checkout.sessions.create(subscriptionParams());
    await pay(sandbox, subscribing.id);
    const subscribed = await get(`/checkout/sessions/${subscribing.id}`);
    seeSession(subscribed);
    const subscription = await get(`/subscriptions/${subscribed.subscription}`);
    see("subscription", "Subscriptions", "Subscription", "WireSubscription", subscription);
    const [subscriptionItem] = (subscription.items as { data: Fields[] }).data;
    see(
      "subscription_item",
      "SubscriptionItems",
      "SubscriptionItem",
      "WireSubscriptionItem",
      subscriptionItem,
    );
    const invoice = await get(`/invoices/${subscribed.invoice}`);
    see("invoice", "Invoices", "Invoice", "WireInvoice", invoice);
    const { payments } = await get(`/invoices/${subscribed.invoice}?expand[]=payments`);
    const [payment] = (payments as { data: Fields[] }).data;
    see("invoice_payment", "InvoicePayments", "InvoicePayment", "Stripe.InvoicePayment", payment);
    const [charge] = (await get("/charges?limit=1")).data as Fields[];
    await stripe.refunds.create({ charge: String(charge?.id), amount: 100 });
    see("refund", "Refunds", "Refund", "Stripe.Refund", ((await get("/refunds")).data as Fields[])[0]);
    const dispute = await sandbox.control("POST", "/disputes", { charge: charge?.id });
    see("dispute", "Disputes", "Dispute", "Stripe.Dispute", dispute);
    const portal = await stripe.billingPortal.sessions.create({
      customer: String(subscribed.customer),
      flow_data: {
        type: "subscription_cancel",
        subscription_cancel: { subscription: String(subscribed.subscription) },
      },
    });
    const portalType = "Stripe.BillingPortal.Session";
    see("billing_portal.session", "BillingPortal/Sessions", "Session", portalType, portal);
    const configurationType = "Stripe.BillingPortal.Configuration";
    const configuration = await get("/billing_portal/configurations/bpc_sandbox");
    see(
      "billing_portal.configuration",
      "BillingPortal/Configurations",
      "Configuration",
      configurationType,
      configuration,
    );
    await fetch(portal.url, {
      method: "POST",
      body: new URLSearchParams({
        action: "change_plan",
        price: "price_sandbox_elite",
        subscription: String(subscribed.subscription),
      }),
    });
    const lowered = new URLSearchParams({
      action: "change_plan",
      price: "price_sandbox_pro",
      subscription: String(subscribed.subscription),
    });
    await fetch(portal.url, { method: "POST", body: lowered });
    const raised = await get(`/subscriptions/${subscribed.subscription}`);
    see("invoice", "Invoices", "Invoice", "WireInvoice", await get(`/invoices/${raised.latest_invoice}`));
    const schedule = await get(`/subscription_schedules/${raised.schedule}`);
    const scheduleType = "Stripe.SubscriptionSchedule";
    see("subscription_schedule", "SubscriptionSchedules", "SubscriptionSchedule", scheduleType, schedule);
    const endpoint = await stripe.webhookEndpoints.create({
      url: "https://a.example",
      enabled_events: ["*"],
    });
    const { secret: _, lastResponse: __, ...shown } = endpoint;
    see("webhook_endpoint", "WebhookEndpoints", "WebhookEndpoint", "Stripe.WebhookEndpoint", shown);
    const events = await get("/events?limit=100");
    for (const event of events.data as Fields[])
      see("event", "Events", "EventBase", "Stripe.EventBase", { ...event, data: { object: {} } });
  });

  afterAll(() => sandbox.stop());

  test("returns the keys of Stripe's examples and of the SDK's types", () => {
    for (const { kind, file, name, value } of seen) {
      const example = fixtures[kind] ?? {};
      // Stripe's example still has a field that the API moved to `parent`.
      const gone = kind === "invoice" ? ["subscription"] : [];
      const keys = Object.keys(example).filter((key) => !gone.includes(key));
      const expected = new Set([...keys, ...requiredFields(file, name)]);
      expect({ kind, keys: Object.keys(value).sort() }).toEqual({ kind, keys: [...expected].sort() });
      expect(missingBelow(example, value, kind)).toEqual(gone.map((key) => `${kind}.${key}`));
    }
  });

  test("returns values that match the SDK's types", async () => {
    // Fields such as the lists' `price.unit_amount_decimal` are compared as sent over the network.
    expect(await typeErrors(seen.map(({ type, value }) => ({ type, value })))).toEqual([]);
  }, 60_000);
});
