import { randomUUID } from "node:crypto";
import { filterUnhandledIds } from "@/lib/jobs/data";
import { handleEvent } from "@/lib/jobs/handle-event";
import { JobPhase } from "@/lib/jobs/job-phase";
import { reconcileAdjustments } from "@/lib/jobs/reconcile-reservations";
import {
  confirmAdjustment,
  decideProposal,
  openAdjustmentCheckout,
} from "@/lib/orders/adjustments/open-adjustment-checkout";
import { syncRefund } from "@/lib/orders/checkout/sync-refund";
import { refundShortage } from "@/lib/staff/refunds/refund-order";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { payAndFulfill } from "@/sandbox/builders/paid-checkout";
import { Proposals } from "@/sandbox/builders/proposals";
import { storedOrder } from "@/sandbox/builders/rows";
import { connect, emptyTables } from "@/sandbox/builders/test-database";

const sql = connect();
emptyTables(sql);
const payments = ownPayments();
let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
  await sql`update order_adjustments set next_look_at = null where next_look_at <= now()`;
});
const own: string[] = [];
afterEach(
  () =>
    sql`update order_adjustments set next_look_at = null, reservation_expires_at = null where id = any(${own})`,
);

async function asked(count: number) {
  const { order, payment } = await payAndFulfill(payments);
  const { action_id: act } = await proposals.actions.checkIn(order.id, count);
  const [proposal] = await proposals.of(order);
  if (!proposal) throw new Error("nothing was asked");
  own.push(proposal.id);
  const decider = { userId: null, guestKey: order.guest_key, tokenHash: null };
  return { order, payment, proposal, decider, act };
}
type Asked = Awaited<ReturnType<typeof asked>>;

const open = async ({ proposal, decider }: Asked, cents = proposal.amount_cents) => {
  await openAdjustmentCheckout(proposal.id, decider, cents, "/track/x");
  return String((await proposals.one(proposal.id)).stripe_session_id);
};

async function run() {
  const report = { adjustments: 0 };
  const phase = new JobPhase("proposals", Date.now() + 30_000);
  await phase.run((part) => reconcileAdjustments(part, report));
  return { ...report, failed: phase.failed };
}

const due = ({ proposal }: Asked) => sql`
  update order_adjustments set next_look_at = now(), deadline_at = least(deadline_at, now()),
    reservation_expires_at = case when reservation_expires_at is not null then now() end
  where id = ${proposal.id}`;

describe("an extra charge", () => {
  test("opens one Checkout Session with its price, metadata and return URL", async () => {
    const about = await asked(6);
    const session = await open(about);
    expect(await open(about)).toBe(session);
    const page = await payments.stripe.checkout.sessions.retrieve(session);
    expect(page).toMatchObject({
      amount_total: 5000,
      success_url: `${payments.appUrl}/track/x?paid=${about.proposal.id}`,
      metadata: { app: "slabrelay", adjustment_id: about.proposal.id, kind: "extra" },
    });
    expect(page.metadata?.order_id).toBeUndefined();
  });

  test("reopens the same session after the app was killed before storing it", async () => {
    const about = await asked(6);
    const session = await open(about);
    await sql`update order_adjustments set stripe_session_id = null where id = ${about.proposal.id}`;
    expect(await open(about)).toBe(session);
  });

  test.each([
    [
      "the webhook",
      (session: string) =>
        handleEvent({
          id: `evt_${randomUUID()}`,
          type: "checkout.session.completed",
          livemode: false,
          objectId: session,
        }),
    ],
    [
      "the page the payer returns to",
      (_: string, { proposal, decider }: Asked) => confirmAdjustment(proposal.id, decider),
    ],
    [
      "the job",
      async (_: string, about: Asked) => {
        await due(about);
        return run();
      },
    ],
  ])("is recorded by %s", async (_, sync) => {
    const about = await asked(6);
    const session = await open(about);
    await payments.pay(session);
    expect(await filterUnhandledIds([session])).toEqual([session]);
    await sync(session, about);
    expect(await proposals.one(about.proposal.id)).toMatchObject({ status: "paid", paid_cents: 5000 });
    expect(await filterUnhandledIds([session])).toEqual([]);
    expect(await confirmAdjustment(about.proposal.id, about.decider)).toEqual({ status: "paid" });
    expect((await storedOrder(sql, about.order.id)).total_paid).toBe("100.00");
  });

  test("rejects a wrong amount and another payer", async () => {
    const about = await asked(6);
    await expect(open(about, 4999)).rejects.toMatchObject({ code: "adjustment_price_changed" });
    const stranger = { ...about, decider: { userId: null, guestKey: "0".repeat(64), tokenHash: null } };
    await expect(open(stranger)).rejects.toMatchObject({ code: "not_found" });
  });

  test("rejects payment and decisions once withdrawn", async () => {
    const about = await asked(6);
    await sql`update order_adjustments set status = 'withdrawn', next_look_at = null where id = ${about.proposal.id}`;
    const withdrawn = { code: "adjustment_withdrawn" };
    await expect(open(about)).rejects.toMatchObject(withdrawn);
    const answer = decideProposal(about.proposal.id, about.decider, { option: "return" });
    await expect(answer).rejects.toMatchObject(withdrawn);
  });

  test("closes its Checkout Session on another decision, unless it is paid", async () => {
    const about = await asked(6);
    const session = await open(about);
    await decideProposal(about.proposal.id, about.decider, { option: "return" });
    expect((await payments.stripe.checkout.sessions.retrieve(session)).status).toBe("expired");
    const paid = await asked(6);
    await payments.pay(await open(paid));
    await expect(decideProposal(paid.proposal.id, paid.decider, { option: "return" })).rejects.toMatchObject({
      code: "adjustment_paid",
    });
    expect((await proposals.one(paid.proposal.id)).status).toBe("paid");
  });

  test("can be reopened after its session expires, until the deadline passes", async () => {
    const about = await asked(6);
    const first = await open(about);
    await sql`update order_adjustments set reservation_expires_at = now(), next_look_at = now() where id = ${about.proposal.id}`;
    expect(await run()).toEqual({ adjustments: 1, failed: 0 });
    expect((await payments.stripe.checkout.sessions.retrieve(first)).status).toBe("expired");
    const second = await open(about);
    expect(second).not.toBe(first);
    await due(about);
    await run();
    expect((await proposals.one(about.proposal.id)).status).toBe("expired");
  });

  test("waits for a bank debit until it settles", async () => {
    const about = await asked(6);
    const session = await open(about);
    await payments.payByBank(session);
    expect(await confirmAdjustment(about.proposal.id, about.decider)).toEqual({ status: "pending" });
    await due(about);
    await run();
    expect(await proposals.one(about.proposal.id)).toMatchObject({ status: "accepted", is_pending: true });
    await payments.settle(session, "succeeded");
    await due(about);
    await run();
    expect((await proposals.one(about.proposal.id)).status).toBe("paid");
  });

  test("records payment and refund when the refund event arrives first", async () => {
    const about = await asked(6);
    const session = await open(about);
    await payments.pay(session);
    const { payment_intent: intent } = await payments.stripe.checkout.sessions.retrieve(session);
    await payments.stripe.refunds.create({ payment_intent: String(intent) });
    expect(await syncRefund(String(intent))).toBe("duplicate");
    expect(await proposals.one(about.proposal.id)).toMatchObject({
      status: "refunded",
      refunded_cents: 5000,
    });
  });
});

describe("missing cards", () => {
  const refundsOf = async ({ payment }: Asked) =>
    (await payments.stripe.refunds.list({ payment_intent: payment })).data.map(({ amount }) => amount);

  test("are refunded once", async () => {
    const about = await asked(3);
    await decideProposal(about.proposal.id, about.decider, { option: "refund" });
    expect(await refundShortage(about.proposal.id)).toBe("done");
    expect(await refundShortage(about.proposal.id)).toBe("not_due");
    expect(await refundsOf(about)).toEqual([2500]);
    expect((await proposals.one(about.proposal.id)).status).toBe("refunded");
    expect(await storedOrder(sql, about.order.id)).toMatchObject({
      refunded_cents: 2500,
      payment_status: "paid",
    });
  });

  test("cancel the order when all are missing", async () => {
    const about = await asked(0);
    await decideProposal(about.proposal.id, about.decider, { option: "refund" });
    await refundShortage(about.proposal.id);
    expect(await storedOrder(sql, about.order.id)).toMatchObject({
      refunded_cents: 10_000,
      payment_status: "canceled",
    });
    expect((await proposals.one(about.proposal.id)).status).toBe("refunded");
  });

  test("are refunded by the job when the customer doesn't respond", async () => {
    const about = await asked(3);
    await due(about);
    expect(await run()).toEqual({ adjustments: 1, failed: 0 });
    expect((await proposals.one(about.proposal.id)).status).toBe("refunded");
    expect(await run()).toEqual({ adjustments: 0, failed: 0 });
  });

  test("stay accepted while Stripe rejects the refund, and the job retries", async () => {
    const about = await asked(3);
    await decideProposal(about.proposal.id, about.decider, { option: "refund" });
    await payments.fault({ path: "/v1/refunds", method: "POST", status: 400, message: "no" });
    expect(await refundShortage(about.proposal.id)).toBe("later");
    expect((await proposals.one(about.proposal.id)).status).toBe("accepted");
    const [request] = await sql`select status, failure from refund_requests where id = ${about.proposal.id}`;
    expect(request).toMatchObject({ status: "failed", failure: expect.stringContaining("refused") });
    await payments.mend();
    await due(about);
    await run();
    expect(await refundsOf(about)).toEqual([2500]);
    expect((await proposals.one(about.proposal.id)).status).toBe("refunded");
  });

  test("are left to staff when there is no card payment", async () => {
    const about = await asked(3);
    await sql`update grading_orders set stripe_payment_intent_id = null where id = ${about.order.id}`;
    await decideProposal(about.proposal.id, about.decider, { option: "refund" });
    expect(await refundShortage(about.proposal.id)).toBe("by_hand");
    expect((await proposals.one(about.proposal.id)).status).toBe("accepted");
  });
});
