import { z } from "zod";
import { defineRoute } from "../api-route.ts";
import { invalidRequest, noSuch, StripeError } from "../errors.ts";
import type { Expansion } from "../expand.ts";
import { createdWithin, listPage } from "../list-page.ts";
import type { WireInvoice } from "../object-types.ts";
import { createdFilter, expand, pagination, text } from "../params.ts";
import type { Sandbox } from "../sandbox.ts";
import { fieldIs } from "../store.ts";
import { payLatest } from "./renew-subscription.ts";

const PATH = "/v1/invoices";
const PAYMENTS = "/v1/invoice_payments";
const PAGE = { limit: 10 };

const listParams = z.strictObject({
  ...pagination,
  ...createdFilter,
  customer: text().optional(),
  status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
  subscription: text().optional(),
});

const paymentList = z.strictObject({
  ...pagination,
  invoice: text().optional(),
  payment: z.strictObject({ type: z.enum(["payment_intent"]), payment_intent: text().optional() }).optional(),
});

function findInvoice(sandbox: Sandbox, id: string): WireInvoice {
  const invoice = sandbox.store.get("invoice", id);
  if (!invoice) throw noSuch("invoice", id, "invoice");
  return invoice;
}

function payInvoice(sandbox: Sandbox, invoice: WireInvoice, method: string | undefined): WireInvoice {
  if (invoice.status === "paid")
    throw invalidRequest("Invoice is already paid", undefined, "invoice_already_paid");
  const known = method === undefined ? null : sandbox.store.get("payment_method", method);
  if (method !== undefined && known?.customer !== invoice.customer)
    throw noSuch("PaymentMethod", method, "payment_method", 400);
  const id = String(invoice.parent?.subscription_details?.subscription);
  const result = payLatest(sandbox, sandbox.store.need("subscription", id), invoice, method);
  if (result.paid) return result.invoice;
  const { code, declineCode, message } = result.outcome;
  throw new StripeError(
    402,
    { type: "card_error", code, message, ...(declineCode === null ? {} : { decline_code: declineCode }) },
    { keepsWork: true },
  );
}

/** Invoices, and which payment paid which of them. */
export const INVOICE_ROUTES = [
  defineRoute("GET", PATH, listParams, (sandbox, params) =>
    listPage(sandbox.store, "invoice", PATH, params, [
      ...createdWithin(params.created),
      ...fieldIs("customer", params.customer),
      ...fieldIs("parent.subscription_details.subscription", params.subscription),
      ...fieldIs("status", params.status),
    ]),
  ),
  defineRoute("GET", `${PATH}/:id`, z.strictObject(expand), (sandbox, _params, id) =>
    findInvoice(sandbox, id),
  ),
  defineRoute(
    "POST",
    `${PATH}/:id/pay`,
    z.strictObject({ payment_method: text().optional(), ...expand }),
    (sandbox, params, id) => payInvoice(sandbox, findInvoice(sandbox, id), params.payment_method),
  ),
  defineRoute("GET", PAYMENTS, paymentList, (sandbox, params) =>
    listPage(sandbox.store, "invoice_payment", PAYMENTS, params, [
      ...fieldIs("invoice", params.invoice),
      ...fieldIs("payment.payment_intent", params.payment?.payment_intent),
    ]),
  ),
];

export const INVOICE_EXPANDABLE: Record<string, Expansion> = {
  customer: "customer",
  payments: (sandbox, { id }) =>
    listPage(sandbox.store, "invoice_payment", `${PATH}/${id}/payments`, PAGE, fieldIs("invoice", id)),
};
