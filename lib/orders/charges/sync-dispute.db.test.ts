import { syncDispute } from "@/lib/orders/charges/sync-dispute";
import { catchLog } from "@/sandbox/builders/caught-log";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { payAndFulfil, payPage } from "@/sandbox/builders/paid-page";
import { justBefore } from "@/sandbox/builders/rival";
import { exceptionsOf, storedOrder } from "@/sandbox/builders/rows";
import { addCustomer, subscribe } from "@/sandbox/builders/subscriber";
import { connect } from "@/sandbox/builders/test-database";

const sql = connect();
const payments = ownPayments();
const logged = catchLog();
const away = { status: 503, code: "payments_unavailable" };

const stored = ({ id }: { id: string }) => storedOrder(sql, id);

describe("disputes", () => {
  const open = async (payment: string): Promise<string> =>
    (await payments.control("/disputes", { payment_intent: payment })).body.id;

  test("are noted for staff as they stand, and nothing else changes", async () => {
    const { order, payment } = await payAndFulfil(payments);
    const dispute = await open(payment);
    const { status } = await payments.stripe.disputes.retrieve(dispute);
    expect(await syncDispute(dispute)).toBe("noted");
    expect(await stored(order)).toMatchObject({ dispute_status: status, payment_status: "paid" });
    expect(await syncDispute(dispute)).toBe("duplicate");
    await payments.control(`/disputes/${dispute}/close`, { outcome: "lost" });
    expect(await syncDispute(dispute)).toBe("noted");
    expect(await stored(order)).toMatchObject({ dispute_status: "lost", payment_status: "paid" });
    expect(logged("dispute.applied")).toMatchObject([
      { level: "warn", payment, status, outcome: "noted" },
      { outcome: "duplicate" },
      { status: "lost", outcome: "noted" },
    ]);
  });

  test("are read after the number of the read is taken: the later read counts", async () => {
    const { order, payment } = await payAndFulfil(payments);
    const dispute = await open(payment);
    const path = `/v1/disputes/${dispute}`;
    let read: number | undefined;
    justBefore("next_read_fence", async () => {
      read = (await payments.requests("GET", path)).length;
    });
    justBefore("apply_dispute", async () => {
      await payments.control(`/disputes/${dispute}/close`, { outcome: "won" });
      expect(await syncDispute(dispute)).toBe("noted");
    });
    expect(await syncDispute(dispute)).toBe("stale");
    expect(read).toBe(0);
    expect(await stored(order)).toMatchObject({ dispute_status: "won" });
  });

  test("that the payment service does not find are not known: it deletes none, so our key is of another account", async () => {
    await expect(syncDispute("dp_none")).rejects.toMatchObject(away);
    expect(logged("dispute.applied")).toEqual([]);
  });

  test("of no order of ours are unknown, and of no payment missing", async () => {
    const { payment } = await payPage(payments);
    const dispute = await open(payment);
    expect(await syncDispute(dispute)).toBe("unknown");
    const about = await payments.stripe.disputes.retrieve(dispute);
    const body = JSON.stringify({ ...about, payment_intent: null });
    await payments.fault({ path: `/v1/disputes/${dispute}`, body });
    expect(await syncDispute(dispute)).toBe("missing");
    expect(logged("dispute.applied")).toHaveLength(1);
  });

  test("of a membership's payment wait for staff with the customer's name", async () => {
    const { customer } = await addCustomer(sql, payments);
    await subscribe(payments, customer);
    const { data: charges } = await payments.stripe.charges.list({ customer });
    const dispute = (await payments.control("/disputes", { charge: charges[0]?.id })).body.id;
    expect(await syncDispute(dispute)).toBe("noted");
    expect(await exceptionsOf(sql, String(charges[0]?.payment_intent))).toMatchObject([
      { reason: "membership_disputed", detail: { customer_id: customer, dispute_status: "needs_response" } },
    ]);
  });

  test("are not known while the payment service does not answer", async () => {
    await payments.fault({ path: "/v1/disputes/*", status: 500, times: null });
    await expect(syncDispute("dp_1")).rejects.toMatchObject(away);
  });
});
