import type Stripe from "stripe";
import { z } from "zod";
import { defineRoute, readRoute } from "../api-route.ts";
import { periodEnd } from "../clock.ts";
import { invalidRequest, noSuch } from "../errors.ts";
import { newId } from "../ids.ts";
import type { WirePrice, WireSubscription } from "../object-types.ts";
import { expand } from "../params.ts";
import type { Sandbox } from "../sandbox.ts";
import { changeSubscription, itemOf, planOf, withItem } from "./subscription-items.ts";

type Schedule = Stripe.SubscriptionSchedule;

const PATH = "/v1/subscription_schedules";

function phase(price: string, quantity: number, start: number, end: number): Schedule["phases"][number] {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: "usd",
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: end,
    invoice_settings: null,
    items: [
      { billing_thresholds: null, discounts: [], metadata: {}, plan: price, price, quantity, tax_rates: [] },
    ],
    metadata: {},
    on_behalf_of: null,
    proration_behavior: "none",
    start_date: start,
    transfer_data: null,
    trial_end: null,
  };
}

/** Schedules another price for the next month, after which the schedule is released. */
export function scheduleNextPrice(
  sandbox: Sandbox,
  subscription: WireSubscription,
  price: WirePrice,
): Schedule {
  const { current_period_start: start, current_period_end: end, ...item } = itemOf(subscription);
  const quantity = item.quantity ?? 1;
  const schedule: Schedule = {
    id: newId("sub_sched"),
    object: "subscription_schedule",
    application: null,
    billing_mode: { flexible: null, type: "classic" },
    canceled_at: null,
    completed_at: null,
    created: sandbox.clock.now(),
    current_phase: { end_date: end, start_date: start },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: "automatic",
      billing_thresholds: null,
      collection_method: "charge_automatically",
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: "self" },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: "release",
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [
      phase(item.price.id, quantity, start, end),
      phase(price.id, quantity, end, periodEnd(subscription.billing_cycle_anchor, end)),
    ],
    released_at: null,
    released_subscription: null,
    status: "active",
    subscription: subscription.id,
    test_clock: null,
  };
  sandbox.store.insert<"subscription_schedule">(schedule);
  sandbox.events.emit("subscription_schedule.created", schedule);
  changeSubscription(sandbox, subscription, { ...subscription, schedule: schedule.id });
  return schedule;
}

export function releaseSchedule(sandbox: Sandbox, schedule: Schedule): Schedule {
  const subscription = sandbox.store.need("subscription", String(schedule.subscription));
  const released = sandbox.store.update<"subscription_schedule">({
    ...schedule,
    current_phase: null,
    released_at: sandbox.clock.now(),
    released_subscription: subscription.id,
    status: "released",
    subscription: null,
  });
  sandbox.events.emit("subscription_schedule.released", released);
  changeSubscription(sandbox, subscription, { ...subscription, schedule: null });
  return released;
}

export function scheduleOf(sandbox: Sandbox, subscription: WireSubscription): Schedule | null {
  const { schedule } = subscription;
  return schedule === null ? null : sandbox.store.need("subscription_schedule", String(schedule));
}

export function advanceSchedule(sandbox: Sandbox, subscription: WireSubscription): WireSubscription {
  const schedule = scheduleOf(sandbox, subscription);
  if (!schedule) return subscription;
  const begun = itemOf(subscription).current_period_end;
  const next = schedule.phases.find(({ start_date }) => start_date === begun);
  if (!next) {
    releaseSchedule(sandbox, schedule);
    return sandbox.store.need("subscription", subscription.id);
  }
  const moved = sandbox.store.update<"subscription_schedule">({
    ...schedule,
    current_phase: { end_date: next.end_date, start_date: next.start_date },
  });
  sandbox.events.emit("subscription_schedule.updated", moved);
  const price = sandbox.store.need("price", String(next.items[0]?.price));
  return withItem(subscription, { plan: planOf(price), price });
}

export const SCHEDULE_ROUTES = [
  readRoute("subscription_schedule", PATH, "schedule"),
  defineRoute("POST", `${PATH}/:id/release`, z.strictObject(expand), (sandbox, _params, id) => {
    const schedule = sandbox.store.get("subscription_schedule", id);
    if (!schedule) throw noSuch("subscription schedule", id, "schedule");
    if (schedule.status !== "active")
      throw invalidRequest(`You cannot release a subscription schedule that is ${schedule.status}.`);
    return releaseSchedule(sandbox, schedule);
  }),
];
