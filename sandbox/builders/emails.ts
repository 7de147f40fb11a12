import { accountEmails } from "@/lib/email/account-emails";
import type { EmailContent } from "@/lib/email/layout/render-email";
import type { OrderFacts } from "@/lib/email/load-order-facts";
import { type MembershipEmailKind, membershipEmail } from "@/lib/email/membership-emails";
import { type OrderEmailKind, orderEmail } from "@/lib/email/order-emails";
import { aMembership } from "@/sandbox/builders/membership";
import { allEvents, anAdjustment, anOrder } from "@/sandbox/builders/order";
import { authEmails, renderAuthMail } from "@/sandbox/setup/auth-mail";

type OrderColumns = Parameters<typeof anOrder>[0];
type Sample = { name: string; kind: string; content: EmailContent };

const APP = "https://slabrelay.test";
const NOW = Date.parse("2026-11-25T15:00:00Z");

export const emailOrder = anOrder({
  batch_id: "BATCH-MGX2K9QW-7F3K",
  user_id: "00000000-0000-4000-8000-000000000002",
  plan_type: "pro",
  num_cards: 12,
  rate_cents: 2200,
  grading_fee: 264,
  total_paid: 264,
  notes: "Two in top loaders.\r\nKeep the sleeves.",
  receipt_url: "https://pay.slabrelay.test/receipts/abc?s=ap",
  return_address: {
    full_name: "Jane Collector",
    address_line1: "5 Elm Street",
    city: "Austin",
    state: "TX",
    postal_code: "78701",
    country: "US",
  },
});

export function emailFacts(columns: OrderColumns = {}, changes: Partial<OrderFacts> = {}): OrderFacts {
  const isGuest = changes.is_guest ?? false;
  return {
    order: { ...emailOrder, cards_sent: null, ...columns },
    email: "jane@example.org",
    full_name: "Jane Collector",
    is_guest: false,
    mail_token: "m".repeat(86),
    graders: [],
    events: allEvents,
    tracking_link: null,
    now: NOW,
    receiptOrigin: "https://pay.slabrelay.test",
    patternOf: () => "https://grader.test/{number}",
    adjustment: null,
    alertEmail: "alerts@example.org",
    codeOf: () => "012345",
    urls: {
      dashboard: isGuest ? null : `${APP}/dashboard?batch=BATCH-MGX2K9QW-7F3K`,
      track: `${APP}/track/token`,
      label: `${APP}/orders/1/label`,
      receipt: `${APP}/orders/1/receipt`,
      signUp: `${APP}/signup?plan=free&next=%2Fdashboard&cards=12`,
      payment: `${APP}/submission-confirmation?session_id=cs_test_1`,
      claim: () => `${APP}/dashboard?claim=link`,
      unclaim: () => `${APP}/unclaim?link=link`,
      staff: `${APP}/admin/order/1`,
      notMe: `${APP}/not-me?link=link`,
    },
    ...changes,
  };
}

const here = {
  fulfillment_status: "grading",
  submission_status: "received",
  arrived_at: "2026-11-20T10:00:00Z",
  received_at: "2026-11-21T10:00:00Z",
  received_count: 12,
  promised_from: "2026-12-07",
  promised_to: "2026-12-14",
} as const;
const graded = { ...here, submission_status: "graded", grading_submission_number: "12345678" } as const;
const returned = {
  ...graded,
  fulfillment_status: "complete",
  submission_status: "completed",
  tracking_number: "1Z999AA10123456784",
} as const;
const canceled = { payment_status: "canceled", arrived_at: "2026-11-20T10:00:00Z" } as const;
const receipt = { told_before: null, expected: 12 };
const claim = { to: "guest@example.com", account: "casey@example.com", times_linked: 0 };

type OrderSample = [
  name: string,
  kind: OrderEmailKind,
  columns?: OrderColumns,
  payload?: object,
  facts?: Partial<OrderFacts>,
];
const ofOrders: OrderSample[] = [
  ["of a member", "order_confirmation"],
  [
    "of a guest",
    "order_confirmation",
    { notes: null, receipt_url: null, return_address: null },
    {},
    { is_guest: true, full_name: null },
  ],
  ["", "payment_pending", { payment_status: "pending" }],
  ["first", "ship_reminder", {}, { nth: 1 }],
  ["last", "ship_reminder", {}, { nth: 2 }],
  ["", "order_arrived", { arrived_at: "2026-11-20T10:00:00Z", open_by: "2026-11-27" }],
  [
    "in part",
    "order_arrived",
    { arrived_at: "2026-11-20T10:00:00Z", is_counted_in_part: true, open_by: "2026-11-30" },
    { facts: { counted: 4, expected: 12 } },
  ],
  ["all there", "check_in_receipt", here, receipt],
  [
    "fewer, damaged",
    "check_in_receipt",
    { ...here, received_count: 9, package_condition: "damaged_outside" },
    receipt,
  ],
  ["counted again", "check_in_receipt", here, { told_before: 9, expected: 12 }],
  ["", "order_sent", { ...graded, submission_status: "shipped" }],
  ["new number", "order_sent", { ...graded, submission_status: "grading" }, { facts: { is_added: true } }],
  ["", "order_graded", graded],
  ["", "order_returned", returned],
  ["without a number", "order_returned", { ...returned, tracking_number: null }],
  ["", "order_delivered", { ...returned, submission_status: "delivered" }],
  ["", "canceled_arrived", canceled],
  ["without an address", "canceled_arrived", { ...canceled, return_address: null }],
  ["", "late", { ...here, promised_to: "2026-11-24" }],
  [
    "with a reason",
    "late",
    { ...here, delay_reason: "The grading company is slow.", delayed_until: "2026-12-21" },
  ],
  ["on schedule", "no_news", graded],
  ["late", "no_news", { ...graded, promised_to: "2026-11-24" }],
  ["on its way back", "no_news", returned],
  [
    "on its way here",
    "no_news",
    {
      inbound_shipped_at: "2026-11-12T12:00:00Z",
      inbound_carrier: "ups",
      inbound_tracking: "1Z999AA10123456784",
    },
  ],
  ["not opened", "no_news", { arrived_at: "2026-11-12T10:00:00Z", open_by: "2026-11-16" }],
  ["", "correction", returned, { facts: ["received_count", "tracking_number", "grading_submission_number"] }],
  [
    "extra",
    "adjustment_proposed",
    here,
    {},
    { adjustment: anAdjustment({ kind: "extra", amount_cents: 4400 }) },
  ],
  [
    "paid",
    "adjustment_decided",
    here,
    {},
    {
      adjustment: anAdjustment({
        kind: "extra",
        status: "paid",
        chosen_option: "pay",
        paid_cents: 4400,
        amount_cents: 4400,
      }),
    },
  ],
  [
    "rest follows",
    "adjustment_decided",
    here,
    {},
    { adjustment: anAdjustment({ status: "accepted", chosen_option: "send_rest" }) },
  ],
  [
    "missing",
    "adjustment_expired",
    here,
    {},
    { adjustment: anAdjustment({ status: "accepted", chosen_option: "refund" }) },
  ],
  [
    "upcharge",
    "adjustment_expired",
    here,
    {},
    {
      adjustment: anAdjustment({
        kind: "upcharge",
        status: "expired",
        amount_cents: 4400,
        reason: "A higher service level.",
      }),
    },
  ],
  ["", "cancel_declined", here, { words: "Your cards are already in our next shipment." }],
  ["of the order", "order_refunded", { ...here, ...canceled, refunded_cents: 26_400 }, { cents: 26_400 }],
  [
    "of extra cards",
    "order_refunded",
    here,
    { cents: 4400, of: { kind: "extra", refunded_cents: 4400, paid_cents: 4400 } },
  ],
  ["", "problem_reported", returned, { body: "A slab is cracked.\nThe upper left one." }],
  [
    "",
    "return_address_changed",
    graded,
    {
      to: "old@example.org",
      before: { address_line1: "5 Elm", city: "Reno" },
      after: { address_line1: "9 Oak" },
    },
  ],
  ["", "address_code", graded, { step: 1 }],
  ["found", "tracking_link", {}, { is_over: false }],
  ["over", "tracking_link", {}, { is_over: true }],
  [
    "after an account let go",
    "tracking_link",
    {},
    { is_over: false, is_unclaimed: true },
    { is_guest: true },
  ],
  ["", "claim_link", {}, claim, { is_guest: true }],
  ["", "batch_claimed", {}, { ...claim, user_id: "00000000-0000-4000-8000-000000000002" }],
];

const ofMemberships: [MembershipEmailKind, Parameters<typeof aMembership>[0]?][] = [
  ["membership_started"],
  ["membership_renewed"],
  ["membership_payment_failed", { status: "past_due" }],
  ["membership_ending", { cancel_at_period_end: true }],
  ["membership_changed", { plan_type: "elite" }],
  ["membership_change_planned", { next_plan_type: "starter" }],
  ["membership_kept"],
];

const about = { order_id: emailOrder.id, batch_id: emailOrder.batch_id };
const person = { to: "olive@example.org", by: "sam@example.org" };
const refund = { ...person, ...about, cents: 26_400, limit_cents: 25_000, reason: "Lost on its way." };

const ofAccounts: [name: string, keyof typeof accountEmails, object][] = [
  ["app on", "account_notice", { change: "authenticator_on", email: "jane@example.org" }],
  ["app off", "account_notice", { change: "authenticator_off", email: "jane@example.org" }],
  ["linked", "account_notice", { change: "identity_linked", email: "jane@example.org", provider: "github" }],
  [
    "removed",
    "account_notice",
    { change: "identity_removed", email: "jane@example.org", provider: "google" },
  ],
  [
    "to the member",
    "rights_notice",
    {
      ...person,
      is_about_reader: true,
      email: person.to,
      before: null,
      after: "staff",
    },
  ],
  [
    "to an owner",
    "rights_notice",
    { ...person, is_about_reader: false, email: null, before: "staff", after: null },
  ],
  ["of an order", "payment_exception", { ...about, reason: "amount_mismatch", about: "cs_test_1" }],
  ["to review", "payment_exception", { ...about, reason: "dispute_opened", about: "pi_1" }],
  ["", "stuck_photos", { count: 3, path: "2026-05/1" }],
  [
    "events",
    "stuck_work",
    { work: "events", count: 3, items: [{ name: "evt_1", about: "charge.refunded" }] },
  ],
  [
    "sign-in",
    "stuck_work",
    { work: "sign_in", count: 1, items: [{ name: "signup_disabled", about: "sign-up" }] },
  ],
  ["one", "refund_alert", refund],
  ["of a day", "refund_alert", { ...refund, day_cents: 51_200 }],
  [
    "",
    "export_alert",
    {
      ...person,
      kind: "orders",
      filter: { payment: "paid" },
      has_search: true,
      at: "2026-11-21T10:00:00Z",
      rows: 18_984,
      is_complete: true,
    },
  ],
];

const named = (kind: string, name: string) => (name ? `${kind}: ${name}` : kind);

/** Every outbox email with sample facts. */
export function sampleEmails(columns: OrderColumns = {}, changes: Partial<OrderFacts> = {}): Sample[] {
  return [
    ...ofOrders.map(([name, kind, own = {}, payload = {}, facts = {}]) => ({
      name: named(kind, name),
      kind,
      content: orderEmail(kind, emailFacts({ ...own, ...columns }, { ...facts, ...changes }), payload),
    })),
    ...ofMemberships.map(([kind, own = {}]) => {
      const ids = { user_id: "1", stripe_subscription_id: "sub_1", stripe_customer_id: "cus_1" };
      const subscription = { ...aMembership(own), ...ids };
      const owner = { subscription, email: "jane@example.org", full_name: "Jane Collector" };
      return { name: kind, kind, content: membershipEmail(kind, owner, APP, NOW) };
    }),
    ...ofAccounts.map(([name, kind, payload]) => ({
      name: named(kind, name),
      kind,
      content: accountEmails[kind](payload, { appUrl: APP, alertEmail: "alerts@example.org" }),
    })),
  ];
}

const AUTH_FACTS: Record<string, string> = {
  SiteURL: APP,
  TokenHash: "0123456789abcdef".repeat(3),
  Token: "284019",
  Email: "jane@example.org",
  NewEmail: "jane.of.the.long.address.that.does.not.end@a-very-long-domain-name.example.org",
};

/** The auth emails, filled in as the auth service does. It writes their plain text. */
export function sampleAuthEmails(): Promise<{ name: string; subject: string; html: string }[]> {
  return Promise.all(
    Object.entries(authEmails).map(async ([name, content]) => {
      const template = await renderAuthMail(content);
      const html = template.replace(/\{\{ \.(\w+) \}\}/g, (whole, fact) => AUTH_FACTS[fact] ?? whole);
      return { name: `account: ${name}`, subject: content.title, html };
    }),
  );
}
