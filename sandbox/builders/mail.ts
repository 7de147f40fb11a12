import { paths } from "@/lib/base/paths";
import { renderAccountNotice } from "@/lib/email/account-notice";
import { renderAddressQuestion } from "@/lib/email/address-question";
import { type AdjustmentMailKind, renderAdjustmentMail } from "@/lib/email/adjustment-mail";
import { renderCheckInReceipt } from "@/lib/email/check-in-receipt";
import { renderBatchClaimedMail, renderClaimLinkMail, renderUnclaimedMail } from "@/lib/email/claim-mail";
import { renderCorrectionMail } from "@/lib/email/correction-mail";
import { renderLateNotice } from "@/lib/email/late-notice";
import { type MembershipMailKind, renderMembershipMail } from "@/lib/email/membership-mail";
import { renderNoNews } from "@/lib/email/no-news";
import { renderOrderConfirmation } from "@/lib/email/order-confirmation";
import { renderPaymentPending } from "@/lib/email/payment-pending";
import { renderProblemAnswer } from "@/lib/email/problem-answer";
import { renderReturnNotice } from "@/lib/email/return-notice";
import { renderShipReminder } from "@/lib/email/ship-reminder";
import { renderStepMail } from "@/lib/email/step-mail";
import { renderTrackingLinkMail } from "@/lib/email/tracking-link-mail";
import { accountMails } from "@/sandbox/builders/account-mail";
import { anAdjustment } from "@/sandbox/builders/adjustment";
import { cancelMails } from "@/sandbox/builders/cancel-mail";
import { aMembership } from "@/sandbox/builders/membership";
import { anOrder } from "@/sandbox/builders/order";
import { toldEvents } from "@/sandbox/builders/order-event";
import { staffMails } from "@/sandbox/builders/staff-mail";

/** A mail with made-up facts; the auth service's own have no text part of ours. */
type SampleMail = { name: string; subject: string; html: string; text: string | null; choices?: object };

const origins = { appUrl: "https://slabrelay.test", receiptOrigin: "https://pay.slabrelay.test" };

const order = anOrder({
  batch_id: "BATCH-3NA5SDF59-7F3K",
  plan_type: "pro",
  num_cards: 12,
  rate_cents: 2200,
  notes: "Two in top loaders.\nKeep the sleeves.",
  receipt_url: `${origins.receiptOrigin}/receipts/abc`,
});
/** What can be turned off says where. */
const mail_token = "m".repeat(86);
const people = {
  usual: { email: "jane@example.org", full_name: "Jane Collector", mail_token },
  hostile: {
    email: "jane@example.org",
    mail_token,
    full_name: `<img src=x onerror=alert(1)> ${"Wolfeschlegelsteinhausen".repeat(4)}`,
  },
};

const subscription = {
  ...aMembership(),
  user_id: "00000000-0000-4000-8000-000000000002",
  stripe_subscription_id: "sub_1",
  stripe_customer_id: "cus_1",
};
const memberships: [MembershipMailKind, Partial<typeof subscription>][] = [
  ["started", {}],
  ["renewed", {}],
  ["paymentFailed", { status: "past_due" }],
  ["ending", { cancel_at_period_end: true }],
  ["changed", { plan_type: "elite" }],
  ["changePlanned", { next_plan_type: "starter" }],
  ["kept", {}],
];

const links = {
  trackUrl: `${origins.appUrl}/track/${"t".repeat(43)}`,
  labelUrl: `${origins.appUrl}${paths.label(order.id)}`,
  slipUrl: `${origins.appUrl}${paths.slip(order.id)}`,
  printDays: 30,
  claimLink: "claim-link",
};

/** Those of cards that went after the others, and of a number that came after the cards had left, say so. */
const steps = [
  ["order_arrived"],
  ["order_sent"],
  ["order_graded"],
  ["order_sent", "number"],
  ["order_arrived", { counted: 4, expected: 12 }],
] as const;
const inPart = { submission_status: "pending", is_counted_in_part: true, open_by: "2126-11-30" } as const;
/** An order whose cards are graded. */
const here = {
  fulfillment_status: "grading",
  submission_status: "graded",
  arrived_at: "2026-11-20T10:00:00Z",
  received_count: 12,
  grading_submission_number: "12345678",
  promised_from: "2026-12-07",
  promised_to: "2026-12-14",
} as const;

const checkIns = [
  ["all there", { received_count: 12 }, null, false],
  ["fewer, damaged", { received_count: 9, package_condition: "damaged_outside" }, null, true],
  ["counted again", { received_count: 12 }, 9, false],
] as const;

const proposals: [AdjustmentMailKind, Parameters<typeof anAdjustment>[0]][] = [
  ["adjustment_proposed", { kind: "extra", amount_cents: 4400 }],
  ["adjustment_decided", { status: "accepted", chosen_option: "send_rest" }],
  [
    "adjustment_expired",
    { kind: "upcharge", status: "expired", amount_cents: 4400, reason: "x".repeat(900) },
  ],
];

const notices = [
  ["authenticator_on", undefined],
  ["authenticator_off", undefined],
  ["identity_linked", "github"],
  ["identity_removed", "google"],
] as const;

const foundLinks = [
  ["of an account", { url: links.trackUrl }, false],
  ["of a guest", { url: links.trackUrl }, true],
  ["ended", "ended", true],
  ["over", "over", false],
] as const;

/** Every mail that leaves the product, for looking at. */
export async function sampleMails(): Promise<SampleMail[]> {
  const orders = [
    ["order: account", { order, ...people.usual, is_guest: false }],
    ["order: guest", { order, ...people.usual, is_guest: true }],
    [
      "order: long and hostile texts",
      { order: { ...order, notes: `<b>${"x".repeat(1500)}</b>` }, ...people.hostile, is_guest: false },
    ],
  ] as const;
  return Promise.all([
    ...orders.map(async ([name, about]) => ({
      name,
      ...(await renderOrderConfirmation(about, origins, links)),
    })),
    renderPaymentPending(
      {
        order: { ...order, payment_status: "pending", stripe_session_id: "cs_test_1" },
        ...people.hostile,
        is_guest: true,
      },
      origins.appUrl,
    ).then((mail) => ({ name: "order: payment on its way", ...mail })),
    ...checkIns.map(async ([name, found, toldBefore, isGuest]) => {
      const checked = { ...order, received_at: "2026-11-21T10:00:00Z", ...found };
      const about = { order: checked, ...people.usual, is_guest: isGuest, events: toldEvents };
      const receiptUrl = `${origins.appUrl}${paths.receipt(order.id)}`;
      const mail = await renderCheckInReceipt(about, toldBefore, origins, {
        trackUrl: links.trackUrl,
        receiptUrl,
      });
      return { name: `check-in: ${name}`, ...mail };
    }),
    ...["1Z999AA10123456784", null].map(async (tracking_number) => {
      const sent = { ...order, submission_status: "completed" as const, tracking_number };
      const about = { order: sent, ...people.usual, is_guest: false, events: toldEvents };
      const name = `order: on its way back${tracking_number ? "" : ", without a number"}`;
      return { name, ...(await renderReturnNotice(about, origins, links.trackUrl)) };
    }),
    ...steps.map(async ([kind, part = null]) => {
      const isPart = typeof part === "object" && part !== null && "counted" in part;
      const stands = { ...order, ...here, ...(isPart ? inPart : {}) };
      const about = { order: stands, ...people.usual, is_guest: false, events: toldEvents };
      const to = { ...origins, trackUrl: links.trackUrl, patternOf: () => "https://grader.test/{number}" };
      const which = part === "number" ? "number " : isPart ? "part " : "";
      const name = `order: ${which}${kind.replace("order_", "")}`;
      return { name, ...(await renderStepMail(kind, about, to, part)) };
    }),
    renderNoNews(
      { order: { ...order, ...here }, ...people.hostile, is_guest: true, events: toldEvents },
      { ...origins, trackUrl: links.trackUrl },
    ).then((mail) => ({ name: "order: no news", ...mail })),
    ...([1, 2] as const).map(async (nth) => {
      const about = { order, ...people.usual, is_guest: nth === 2 };
      return {
        name: `order: ${nth === 1 ? "first" : "last"} reminder`,
        ...(await renderShipReminder(about, nth, links, origins.appUrl)),
      };
    }),
    ...cancelMails({ order, ...people.hostile }, origins, links.trackUrl),
    ...[
      { name: "claim: link", render: renderClaimLinkMail },
      { name: "claim: notice", render: renderBatchClaimedMail },
    ].map(async ({ name, render }) => {
      const facts = { to: "guest@example.com", account: "casey@example.com", url: links.trackUrl };
      return { name, ...(await render({ order, ...people.usual, is_guest: true }, facts)) };
    }),
    renderUnclaimedMail({ order, ...people.usual, is_guest: true }, links.trackUrl).then((mail) => ({
      name: "claim: undone",
      ...mail,
    })),
    ...foundLinks.map(async ([name, link, isGuest]) => {
      const about = { order, ...people.usual, is_guest: isGuest };
      return { name: `link: ${name}`, ...(await renderTrackingLinkMail(about, link, origins)) };
    }),
    ...[
      { promised_from: "2026-11-17", promised_to: "2026-11-24" },
      {
        promised_from: "2026-12-07",
        promised_to: "2026-12-14",
        delay_reason: "x ".repeat(150).trim(),
        delayed_until: "2026-12-21",
      },
    ].map(async (delay) => {
      const late = { ...order, ...delay };
      const about = { order: late, ...people.hostile, is_guest: false, events: toldEvents };
      const name = `order: late${"delay_reason" in delay ? ", with its reason" : ""}`;
      return { name, ...(await renderLateNotice(about, origins, links.trackUrl)) };
    }),
    renderCorrectionMail(
      {
        order: { ...order, submission_status: "pending" },
        ...people.usual,
        is_guest: false,
        events: toldEvents,
      },
      ["received_count", "tracking_number"],
      { ...origins, ...links, patternOf: () => undefined },
    ).then((mail) => ({ name: "order: correction", ...mail })),
    renderAddressQuestion(
      { order, ...people.usual, is_guest: false },
      {
        until: "2026-11-26T10:00:00Z",
        of_order: { city: "Austin", postal_code: "78701" },
        of_profile: { city: "Reno", postal_code: "89501" },
        differing: ["address_line1", "city", "postal_code"],
      },
      `${origins.appUrl}${paths.batch(String(order.batch_id))}`,
    ).then((mail) => ({ name: "order: which address", ...mail })),
    renderProblemAnswer(
      { order, ...people.hostile, is_guest: true },
      { body: `We are sorry.\n<b>${"x".repeat(900)}</b>`, is_closed: true },
      links.trackUrl,
    ).then((mail) => ({ name: "problem: settled", ...mail })),
    ...staffMails(order, origins),
    ...proposals.map(async ([kind, changes]) => {
      const about = { order, ...people.hostile, is_guest: true };
      const mail = await renderAdjustmentMail(kind, about, anAdjustment(changes), links.trackUrl);
      return { name: `proposal: ${kind.replace("adjustment_", "")}`, ...mail };
    }),
    ...memberships.map(async ([kind, changes]) => {
      const about = { subscription: { ...subscription, ...changes }, ...people.usual };
      return { name: `membership: ${kind}`, ...(await renderMembershipMail(kind, about, origins)) };
    }),
    ...notices.map(async ([change, provider]) => {
      const notice = { change, provider, email: people.usual.email };
      return { name: `notice: ${change}`, ...(await renderAccountNotice(notice, origins)) };
    }),
    ...accountMails(origins.appUrl),
  ]);
}
