import { z } from "zod";
import { boolean, expand, integer, listOf, newMetadata, text } from "../params.ts";

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

/** What `checkout.sessions.create` takes here; each of them has an effect. */
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
  automatic_tax: z.strictObject({ enabled: boolean.pipe(z.literal(false)) }).optional(),
  ...expand,
});

export type CreateSessionParams = z.output<typeof createSessionParams>;
