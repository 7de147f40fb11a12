import type { Moment } from "./holding-proxy.ts";

type Service = "database" | "payments";
export type Step = { name: string; during: "checkout" | "payment"; service: Service } & Moment;

const step = (
  name: string,
  during: Step["during"],
  service: Service,
  when: Step["when"],
  call: RegExp,
): Step => ({
  name,
  during,
  service,
  when,
  call,
});

const stepsOf = (
  calls: Record<"reserve" | "tie" | "apply" | "read", RegExp> & { what: string; done?: RegExp },
) => [
  step(`before the ${calls.what} is reserved`, "checkout", "database", "before", calls.reserve),
  step(`after the ${calls.what} is reserved`, "checkout", "database", "after", calls.reserve),
  step("after the page is made", "checkout", "payments", "after", /^POST \/v1\/checkout\/sessions$/),
  step(`after the page is tied to the ${calls.what}`, "checkout", "database", "after", calls.tie),
  step("before the event is recorded", "payment", "database", "before", /rpc\/record_stripe_event$/),
  step("after the event is recorded", "payment", "database", "after", /rpc\/record_stripe_event$/),
  step("after the page is read", "payment", "payments", "after", /^GET \/v1\/checkout\/sessions\/cs_/),
  step("after the payment is booked", "payment", "database", "after", calls.apply),
  ...(calls.done ? [step("after the event is done", "payment", "database", "after", calls.done)] : []),
  step("after the mail is claimed", "payment", "database", "after", /rpc\/claim_outbox$/),
  step("after the mail is read", "payment", "database", "after", calls.read),
  step("after the mail server took it", "payment", "database", "before", /rpc\/finish_outbox$/),
  step("after the mail is done", "payment", "database", "after", /rpc\/finish_outbox$/),
];

export const ORDER_STEPS = stepsOf({
  what: "order",
  reserve: /rpc\/reserve_order$/,
  tie: /rpc\/attach_checkout_session$/,
  apply: /rpc\/apply_checkout$/,
  read: /rpc\/get_order_for_email$/,
});

export const CHARGE_STEPS = stepsOf({
  what: "charge",
  reserve: /rpc\/reserve_adjustment$/,
  tie: /rpc\/attach_adjustment_session$/,
  apply: /rpc\/apply_adjustment_checkout$/,
  done: /rpc\/finish_stripe_event$/,
  read: /rpc\/get_adjustment$/,
});
