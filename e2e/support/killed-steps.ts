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

export const ORDER_STEPS = [
  step("before the order is reserved", "checkout", "database", "before", /rpc\/reserve_order$/),
  step("after the order is reserved", "checkout", "database", "after", /rpc\/reserve_order$/),
  step("after the page is created", "checkout", "payments", "after", /^POST \/v1\/checkout\/sessions$/),
  step("after the page is attached", "checkout", "database", "after", /rpc\/attach_checkout_session$/),
  step("before the event is recorded", "payment", "database", "before", /rpc\/record_stripe_event$/),
  step("after the event is recorded", "payment", "database", "after", /rpc\/record_stripe_event$/),
  step("after the page is read", "payment", "payments", "after", /^GET \/v1\/checkout\/sessions\/cs_/),
  step("after the payment is recorded", "payment", "database", "after", /rpc\/apply_checkout$/),
  step("after the email is claimed", "payment", "database", "after", /rpc\/claim_outbox$/),
  step("after the email is read", "payment", "database", "after", /rpc\/get_order_for_email$/),
  step("after the mail server took it", "payment", "database", "before", /rpc\/finish_outbox$/),
  step("after the email is done", "payment", "database", "after", /rpc\/finish_outbox$/),
];
