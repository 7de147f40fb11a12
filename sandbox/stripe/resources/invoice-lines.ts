import { newId } from "../ids.ts";
import type { WireInvoiceLine, WireSubscription } from "../object-types.ts";
import type { Sandbox } from "../sandbox.ts";
import { fieldIs } from "../store.ts";
import { itemOf } from "./subscription-items.ts";

type Parent = NonNullable<WireInvoiceLine["parent"]>;

interface Charge {
  amount: number;
  description: string;
  parent: Parent;
  period: { start: number; end: number };
}

function line(subscription: WireSubscription, invoice: string, charge: Charge): WireInvoiceLine {
  const item = itemOf(subscription);
  const quantity = item.quantity ?? 1;
  return {
    id: newId("il"),
    object: "line_item",
    amount: charge.amount,
    currency: item.price.currency,
    description: charge.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: charge.parent,
    period: charge.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: String(item.price.product) },
      type: "price_details",
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: charge.amount,
    taxes: [],
  };
}

function productName(sandbox: Sandbox, subscription: WireSubscription): string {
  return sandbox.store.need("product", String(itemOf(subscription).price.product)).name;
}

export function periodLine(
  sandbox: Sandbox,
  subscription: WireSubscription,
  invoice: string,
): WireInvoiceLine {
  const item = itemOf(subscription);
  const quantity = item.quantity ?? 1;
  const each = item.price.unit_amount ?? 0;
  const price = `$${(each / 100).toFixed(2)} / month`;
  return line(subscription, invoice, {
    amount: each * quantity,
    description: `${quantity} × ${productName(sandbox, subscription)} (at ${price})`,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: "subscription_item_details",
    },
    period: { end: item.current_period_end, start: item.current_period_start },
  });
}

/**
 * Prorates the rest of the month by the second. Credits the unused part of the last debit and charges the new price.
 * Without a debit there is no credit (https://docs.stripe.com/billing/subscriptions/billing-mode/compare).
 */
export function prorationLines(
  sandbox: Sandbox,
  before: WireSubscription,
  after: WireSubscription,
  invoice: string,
): WireInvoiceLine[] {
  const now = sandbox.clock.now();
  const { current_period_start: start, current_period_end: end } = itemOf(before);
  const partOf = (period: { start: number; end: number }) => (end - now) / (period.end - period.start);
  const prorated = (subscription: WireSubscription, amount: number, debit?: WireInvoiceLine) => {
    const name = productName(sandbox, subscription);
    return line(subscription, invoice, {
      amount: Math.round(amount),
      description: debit ? `Unused time on ${name}` : `Remaining time on ${name}`,
      parent: {
        invoice_item_details: {
          invoice_item: newId("ii"),
          proration: true,
          proration_details: {
            credited_items: debit ? { invoice: String(debit.invoice), invoice_line_items: [debit.id] } : null,
          },
          subscription: subscription.id,
        },
        subscription_item_details: null,
        type: "invoice_item_details",
      },
      period: { end, start: now },
    });
  };
  const { price, quantity } = itemOf(after);
  const charge = prorated(after, (price.unit_amount ?? 0) * (quantity ?? 1) * partOf({ start, end }));
  const debit = lastDebit(sandbox, before);
  if (!debit) return [charge];
  const credit = prorated(before, -debit.amount * partOf(debit.period), debit);
  return [{ ...credit, pricing: debit.pricing }, charge];
}

/** Returns the last debit in the current period, at any price. */
function lastDebit(sandbox: Sandbox, subscription: WireSubscription): WireInvoiceLine | undefined {
  const { current_period_end: end } = itemOf(subscription);
  const path = "parent.subscription_details.subscription";
  return sandbox.store
    .select("invoice", fieldIs(path, subscription.id), "newest", 100)
    .filter(({ status }) => status !== "void")
    .flatMap(({ lines }) => lines.data)
    .find(({ amount, period }) => amount > 0 && period.end === end);
}
