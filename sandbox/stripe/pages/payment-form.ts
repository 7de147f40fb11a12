import type Stripe from "stripe";
import { z } from "zod";
import type { EnteredMethod } from "../resources/payment-methods.ts";
import type { Payment } from "../resources/payments.ts";
import { passesLuhn, TEST_ROUTING_NUMBER, testDebit } from "../test-methods.ts";

const NAMES = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

/** Codes with a name that aren't countries: unions, islands under another code, test regions. */
const NO_COUNTRY = new Set(["CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "UN", "XA", "XB", "ZZ"]);

export interface Country {
  code: string;
  name: string;
}

export function countryName(code: string): string {
  return NAMES.of(code) ?? code;
}

function allCodes(): string[] {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  // A withdrawn code (DD, SU, …) resolves to its successor.
  return pairs.filter(
    (code) =>
      !NO_COUNTRY.has(code) && NAMES.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code,
  );
}

export const COUNTRIES: readonly Country[] = allCodes()
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));

export const FIELDS = [
  "email",
  "shipping_name",
  "shipping_country",
  "shipping_line1",
  "shipping_line2",
  "shipping_city",
  "shipping_state",
  "shipping_postal_code",
  "payment_method",
  "card_number",
  "card_expiry",
  "card_cvc",
  "cardholder_name",
  "billing_country",
  "routing_number",
  "account_number",
  "account_holder",
  "form",
] as const;

export type FieldName = (typeof FIELDS)[number];
export type FieldValues = Record<FieldName, string>;
export type FieldErrors = Partial<Record<FieldName, string>>;

const INCOMPLETE = "This field is incomplete.";
const MAX_LENGTH = 500;

export function readFields(posted: Record<string, unknown>): FieldValues {
  const entries = FIELDS.map((name) => {
    const value = posted[name];
    return [name, typeof value === "string" ? value.trim().slice(0, MAX_LENGTH) : ""];
  });
  return Object.fromEntries(entries) as FieldValues;
}

function emailError(email: string): string | null {
  if (!email) return "Your email is incomplete.";
  return z.email().safeParse(email).success ? null : "Your email is invalid.";
}

function numberError(digits: string): string | null {
  if (digits.length < 13) return "Your card number is incomplete.";
  return digits.length <= 19 && /^\d+$/.test(digits) && passesLuhn(digits)
    ? null
    : "Your card number is invalid.";
}

function readExpiry(entered: string): { month: number; year: number } | null {
  const match = /^(\d{1,2})\s*[/-]?\s*(?:20)?(\d{2})$/.exec(entered);
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : null;
}

function expiryError(entered: string, nowMs: number): string | null {
  const expiry = readExpiry(entered);
  if (!expiry) return "Your card's expiration date is incomplete.";
  const now = new Date(nowMs);
  if (expiry.month < 1 || expiry.month > 12) return "Your card's expiration date is invalid.";
  if (expiry.year < now.getUTCFullYear()) return "Your card's expiration year is in the past.";
  if (expiry.year > now.getUTCFullYear() + 50) return "Your card's expiration year is invalid.";
  const past = expiry.year === now.getUTCFullYear() && expiry.month < now.getUTCMonth() + 1;
  return past ? "Your card's expiration date is in the past." : null;
}

function cvcError(cvc: string, digits: string): string | null {
  const length = /^3[47]/.test(digits) ? 4 : 3;
  return new RegExp(`^\\d{${length}}$`).test(cvc) ? null : "Your card's security code is incomplete.";
}

function cardErrors(values: FieldValues, nowMs: number): Record<string, string | null> {
  const digits = values.card_number.replace(/[\s-]/g, "");
  return {
    card_number: numberError(digits),
    card_expiry: expiryError(values.card_expiry, nowMs),
    card_cvc: cvcError(values.card_cvc, digits),
    cardholder_name: values.cardholder_name ? null : "Your name is incomplete.",
    billing_country: COUNTRIES.some(({ code }) => code === values.billing_country) ? null : INCOMPLETE,
  };
}

function bankErrors(values: FieldValues): Record<string, string | null> {
  const known = testDebit(values.routing_number, values.account_number) !== null;
  return {
    routing_number:
      values.routing_number === TEST_ROUTING_NUMBER
        ? null
        : `Use the test bank's routing number, ${TEST_ROUTING_NUMBER}.`,
    account_number:
      known || values.routing_number !== TEST_ROUTING_NUMBER
        ? null
        : "Use one of the test account numbers below.",
    account_holder: values.account_holder ? null : "Your name is incomplete.",
  };
}

function shippingErrors(
  session: Stripe.Checkout.Session,
  values: FieldValues,
): Record<string, string | null> {
  const allowed: readonly string[] | undefined = session.shipping_address_collection?.allowed_countries;
  if (!allowed) return {};
  const inUs = values.shipping_country === "US";
  return {
    shipping_name: values.shipping_name ? null : INCOMPLETE,
    shipping_country: allowed.includes(values.shipping_country) ? null : INCOMPLETE,
    shipping_line1: values.shipping_line1 ? null : INCOMPLETE,
    shipping_city: values.shipping_city ? null : INCOMPLETE,
    shipping_state: inUs && !values.shipping_state ? INCOMPLETE : null,
    shipping_postal_code: inUs && !/^\d{5}(-\d{4})?$/.test(values.shipping_postal_code) ? INCOMPLETE : null,
  };
}

function enteredMethod(values: FieldValues): EnteredMethod {
  if (values.payment_method === "us_bank_account")
    return { type: "us_bank_account", routing: values.routing_number, account: values.account_number };
  return enteredCard(values);
}

function enteredCard(values: FieldValues): Card {
  const expiry = readExpiry(values.card_expiry);
  return {
    type: "card",
    number: values.card_number.replace(/[\s-]/g, ""),
    expMonth: expiry?.month ?? 0,
    expYear: expiry?.year ?? 0,
  };
}

function enteredShipping(values: FieldValues): Payment["shipping"] {
  return {
    name: values.shipping_name,
    address: {
      city: values.shipping_city,
      country: values.shipping_country,
      line1: values.shipping_line1,
      line2: values.shipping_line2 || null,
      postal_code: values.shipping_postal_code || null,
      state: values.shipping_state || null,
    },
  };
}

type Card = EnteredMethod & { type: "card" };

export function checkCard(values: FieldValues, nowMs: number): { method: Card } | { errors: FieldErrors } {
  const all = Object.entries(cardErrors(values, nowMs));
  const errors = Object.fromEntries(all.filter(([, message]) => message !== null));
  return Object.keys(errors).length > 0 ? { errors } : { method: enteredCard(values) };
}

/**
 * Validates the form with Stripe's messages. The session's own email overrides the entered one. `nowMs` is the
 * sandbox's time.
 */
export function checkPayment(
  session: Stripe.Checkout.Session,
  values: FieldValues,
  nowMs: number,
): { payment: Payment } | { errors: FieldErrors } {
  const byBank = values.payment_method === "us_bank_account";
  const email = session.customer_details?.email ?? values.email;
  const known = session.payment_method_types.includes(values.payment_method);
  const all = {
    email: emailError(email),
    payment_method: known ? null : "Choose how you want to pay.",
    ...shippingErrors(session, values),
    ...(byBank ? bankErrors(values) : cardErrors(values, nowMs)),
  };
  const errors = Object.fromEntries(Object.entries(all).filter(([, message]) => message !== null));
  if (Object.keys(errors).length > 0) return { errors };
  return {
    payment: {
      email,
      name: byBank ? values.account_holder : values.cardholder_name,
      country: byBank ? "" : values.billing_country,
      method: enteredMethod(values),
      shipping: session.shipping_address_collection ? enteredShipping(values) : null,
      form: values.form,
    },
  };
}
