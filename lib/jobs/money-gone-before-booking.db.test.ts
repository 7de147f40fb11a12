import { JobPhase } from "@/lib/jobs/job-phase";
import { reconcileEventsThatFailed } from "@/lib/jobs/reconcile-events";
import { confirmAdjustment } from "@/lib/orders/adjustments/open-adjustment-page";
import { syncCharge } from "@/lib/orders/charges/sync-charge";
import { fulfillCheckout } from "@/lib/orders/checkout/fulfill-checkout";
import { readSession } from "@/lib/stripe/sessions";
import { catchLog } from "@/sandbox/builders/caught-log";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { payCharge } from "@/sandbox/builders/paid-charge";
import { payPage } from "@/sandbox/builders/paid-page";
import { Proposals } from "@/sandbox/builders/proposals";
import { storedOrder } from "@/sandbox/builders/rows";
import { connect, emptyTables } from "@/sandbox/builders/test-database";

/* Money that went back before its page was booked, by whoever is not sent again: the payer who comes back, or the job. */

const sql = connect();
emptyTables(sql);
const payments = ownPayments();
const logged = catchLog();

/** A time of these tests' own: see jobService. */
const mockDue = "1857-01-01T00:00:00.000Z";
jest.mock("@/lib/supabase/service", () =>
  jest.requireActual("@/sandbox/builders/job-service").jobService(() => ({ due: mockDue })),
);

let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});

/** What was noted of a page and is still to be worked. */
const notesOf = async (session: string) => [
  ...(await sql<{ attempts: number; last_error: string | null }[]>`
    select attempts, last_error from stripe_events where object_id = ${session} and processed_at is null`),
];

/** The job works what was noted of a page, a minute after it was. */
async function workNotesOf(session: string): Promise<void> {
  await sql`update stripe_events set received_at = ${mockDue}, tried_at = ${mockDue}::timestamptz - interval '1 minute'
            where object_id = ${session} and processed_at is null`;
  const phase = new JobPhase("events", Date.now() + 30_000);
  await phase.run((part) => reconcileEventsThatFailed(part, { replayed: 0 }));
}

/** What went back, or is disputed, cannot be asked meanwhile. */
async function whileItCannotBeRead(of: "refunds" | "disputes", work: () => Promise<unknown>): Promise<void> {
  await payments.fault({ path: `/v1/${of}`, method: "GET", status: 500, times: null });
  await work();
  await payments.mend();
}

const giveBack = (payment: string) => payments.stripe.refunds.create({ payment_intent: payment });

describe("of an order", () => {
  async function goneAtOnce() {
    const paid = await payPage(payments);
    await giveBack(paid.payment);
    return { ...paid, stored: () => storedOrder(sql, paid.order.id) };
  }
  const refunded = { payment_status: "canceled", refunded_cents: 10_000 };

  test("it is booked with the payment, and nothing is left to do", async () => {
    const { session, stored } = await goneAtOnce();
    expect((await fulfillCheckout(session)).outcome).toBe("fulfilled");
    expect(await stored()).toMatchObject(refunded);
    expect(await notesOf(session)).toEqual([]);
  });

  test("that cannot be read then, however often it is asked for: the job books it", async () => {
    const { session, payment, stored } = await goneAtOnce();
    await whileItCannotBeRead("refunds", async () => {
      for (let asked = 0; asked < 22; asked++) await fulfillCheckout(session);
    });
    expect(logged("charge.not_read")).toHaveLength(22);
    expect(logged("charge.not_read")[0]).toMatchObject({ payment });
    expect(await stored()).toMatchObject({ payment_status: "paid", refunded_cents: 0 });
    expect(await notesOf(session)).toMatchObject([
      { attempts: 1, last_error: expect.stringMatching(/^The payment service isn't responding/) },
    ]);
    await workNotesOf(session);
    expect(await stored()).toMatchObject(refunded);
    expect(await notesOf(session)).toEqual([]);
  });

  test("that was read once and cannot be now, is to be read again", async () => {
    const { session } = await goneAtOnce();
    await fulfillCheckout(session);
    await whileItCannotBeRead("refunds", () => fulfillCheckout(session));
    expect(await notesOf(session)).toHaveLength(1);
    await workNotesOf(session);
    expect(await notesOf(session)).toEqual([]);
  });

  test("it is noted before the payment is booked; not where a delivery asks for it", async () => {
    const { session: id } = await goneAtOnce();
    const session = await readSession(id);
    if (!session) throw new Error("no such page");
    const fails = () => Promise.reject(new Error("killed"));
    await expect(syncCharge(session, "evt_1", fails)).rejects.toThrow("killed");
    expect(await notesOf(id)).toEqual([]);
    await expect(syncCharge(session, null, fails)).rejects.toThrow("killed");
    expect(await notesOf(id)).toHaveLength(1);
  });

  test("a dispute that cannot be read then is found by the job", async () => {
    const { order, session, payment } = await payPage(payments);
    await payments.control("/disputes", { payment_intent: payment });
    await whileItCannotBeRead("disputes", () => fulfillCheckout(session));
    const stored = () => storedOrder(sql, order.id);
    expect(await stored()).toMatchObject({ payment_status: "paid", dispute_status: null });
    await workNotesOf(session);
    expect(await stored()).toMatchObject({ dispute_status: "needs_response" });
  });
});

describe("of a charge on top", () => {
  async function goneAtOnce() {
    const { asked, decider, session, payment } = await payCharge(proposals, payments);
    await giveBack(payment);
    return {
      session,
      comeBack: () => confirmAdjustment(asked.id, decider),
      stored: () => proposals.one(asked.id),
    };
  }

  test("the page that its payer comes back to books both", async () => {
    const { session, comeBack, stored } = await goneAtOnce();
    expect(await comeBack()).toEqual({ status: "paid" });
    expect(await stored()).toMatchObject({ status: "refunded", refunded_cents: 5000 });
    expect(await notesOf(session)).toEqual([]);
  });

  test("that cannot be read then: the payment is told, and the job books the rest", async () => {
    const { session, comeBack, stored } = await goneAtOnce();
    await whileItCannotBeRead("refunds", async () => expect(await comeBack()).toEqual({ status: "paid" }));
    expect(await stored()).toMatchObject({ status: "paid", refunded_cents: 0 });
    await workNotesOf(session);
    expect(await stored()).toMatchObject({ status: "refunded", refunded_cents: 5000 });
    expect(await notesOf(session)).toEqual([]);
  });
});
