import { z } from "zod";
import { invalidRequest } from "../errors.ts";
import type { WireLineItem } from "../object-types.ts";
import { boolean, expand, integer, listOf, newMetadata, text } from "../params.ts";
import type { Sandbox } from "../sandbox.ts";

const PAYMENT_ONLY = ["customer_creation", "payment_intent_data", "submit_type"] as const;
const MIN_LIFE_SECONDS = 30 * 60;
const MAX_LIFE_SECONDS = 24 * 3600;
const MAX_AMOUNT = 99_999_999;
/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const MIN_AMOUNT_USD = 50;

const currencies = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));

const currency = z
  .string()
  .transform((code) => code.toLowerCase())
  .refine((code) => currencies.has(code), {
    error: (issue) => `Invalid currency: ${issue.input}. It must be a three-letter ISO code.`,
  });

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:\/\//i.test(value);
}

const address = text().refine(isWebAddress, {
  error: "Not a valid URL: an explicit scheme (such as https) must be provided.",
});

const email = text(800).refine((value) => z.email().safeParse(value).success, {
  error: (issue) => `Invalid email address: ${issue.input}`,
});

const country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .refine((code) => code !== "ZZ");

const lineItem = z.strictObject({
  price: text().optional(),
  price_data: z
    .strictObject({
      currency,
      unit_amount: integer.pipe(z.number().min(0)),
      product_data: z.strictObject({
        name: text(250),
        description: text().optional(),
        images: listOf(text()).optional(),
        metadata: newMetadata.optional(),
      }),
    })
    .optional(),
  quantity: integer.pipe(z.number().min(1)),
  metadata: newMetadata.optional(),
});

/** Parameters of `checkout.sessions.create` that have an effect here. */
export const createSessionParams = z.strictObject({
  mode: z.enum(["payment", "subscription"]),
  ui_mode: z.enum(["hosted", "hosted_page"]).optional(),
  line_items: listOf(lineItem),
  success_url: address,
  cancel_url: address.optional(),
  client_reference_id: text(200).optional(),
  customer: text().optional(),
  customer_creation: z.enum(["always", "if_required"]).optional(),
  customer_email: email.optional(),
  expires_at: integer.optional(),
  locale: text(10).optional(),
  metadata: newMetadata.optional(),
  payment_intent_data: z
    .strictObject({
      description: text(1000).optional(),
      metadata: newMetadata.optional(),
      receipt_email: email.optional(),
      statement_descriptor_suffix: text(22).optional(),
    })
    .optional(),
  subscription_data: z
    .strictObject({ description: text(500).optional(), metadata: newMetadata.optional() })
    .optional(),
  payment_method_types: listOf(z.enum(["card", "us_bank_account"])).optional(),
  shipping_address_collection: z.strictObject({ allowed_countries: listOf(country) }).optional(),
  submit_type: z.enum(["auto", "book", "donate", "pay"]).optional(),
  custom_text: z
    .strictObject({
      submit: z.strictObject({ message: text(1200) }).optional(),
      shipping_address: z.strictObject({ message: text(1200) }).optional(),
    })
    .optional(),
  adaptive_pricing: z.strictObject({ enabled: boolean }).optional(),
  automatic_tax: z.strictObject({ enabled: boolean.pipe(z.literal(false)) }).optional(),
  ...expand,
});

export type CreateSessionParams = z.output<typeof createSessionParams>;

function checkSubscription(params: CreateSessionParams, items: readonly WireLineItem[]): void {
  for (const param of PAYMENT_ONLY)
    if (params[param] !== undefined)
      throw invalidRequest(`You can not pass \`${param}\` in \`subscription\` mode.`, param);
  if (params.shipping_address_collection)
    throw invalidRequest(
      "The sandbox collects no shipping address in `subscription` mode.",
      "shipping_address_collection",
    );
  if (params.payment_method_types?.some((type) => type !== "card"))
    throw invalidRequest("The sandbox takes only cards in `subscription` mode.", "payment_method_types");
  if (!items.some((item) => item.price?.recurring))
    throw invalidRequest(
      "You must provide at least one recurring price in `subscription` mode when using prices.",
      "line_items",
    );
  if (items.length > 1) throw invalidRequest("The sandbox's subscriptions have one item.", "line_items");
}

export function checkMode(params: CreateSessionParams, items: readonly WireLineItem[]): void {
  if (params.mode === "subscription") {
    checkSubscription(params, items);
    return;
  }
  if (params.subscription_data)
    throw invalidRequest("You can not pass `subscription_data` in `payment` mode.", "subscription_data");
  if (items.some((item) => item.price?.recurring))
    throw invalidRequest(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      "mode",
    );
}

/**
 * Returns `expires_at` as displayed and by the sandbox's clock. Callers use their own clock, so if the sandbox's
 * clock was moved, the lifetime is measured from the machine's time.
 */
export function lifetime(sandbox: Sandbox, asked: number | undefined): { expiresAt: number; due: number } {
  const now = sandbox.clock.now();
  if (asked === undefined) return { expiresAt: now + MAX_LIFE_SECONDS, due: now + MAX_LIFE_SECONDS };
  const machine = Math.floor(Date.now() / 1000);
  for (const start of [now, machine]) {
    const life = asked - start;
    if (life >= MIN_LIFE_SECONDS && life <= MAX_LIFE_SECONDS) return { expiresAt: asked, due: now + life };
  }
  throw invalidRequest(
    asked - now < MIN_LIFE_SECONDS
      ? "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation."
      : "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
    "expires_at",
  );
}

export function checkTotal(total: number, currency: string): void {
  if (total > MAX_AMOUNT)
    throw invalidRequest(
      "The Checkout Session's total amount due must be no more than 99999999.",
      "line_items",
      "amount_too_large",
    );
  if (currency === "usd" && total < MIN_AMOUNT_USD)
    throw invalidRequest(
      "The Checkout Session's total amount due must add up to at least $0.50 usd",
      "line_items",
      "amount_too_small",
    );
}

/** Returns the requested payment methods, or else all for this mode and currency. */
export function methodTypes(params: CreateSessionParams, currency: string): string[] {
  if (!params.payment_method_types && params.mode === "subscription") return ["card"];
  if (!params.payment_method_types) return currency === "usd" ? ["card", "us_bank_account"] : ["card"];
  if (
    params.payment_method_types.length === 0 ||
    new Set(params.payment_method_types).size < params.payment_method_types.length
  )
    throw invalidRequest("Invalid payment_method_types: one or more, each once.", "payment_method_types");
  if (currency !== "usd" && params.payment_method_types.includes("us_bank_account"))
    throw invalidRequest(
      "The payment method `us_bank_account` can only be used with the currency `usd`.",
      "payment_method_types",
    );
  return params.payment_method_types;
}
