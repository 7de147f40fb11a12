import { aPaymentIntentId } from "../../sandbox/builders/ids";
import {
  addException,
  addOrder,
  type StaffMember,
  signUpStaff,
  storedOrder,
} from "../../sandbox/builders/rows";
import { nextFence } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, undone } from "../../sandbox/builders/test-database";

const sql = connect();
let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

describe("money of an exception that is disputed", () => {
  const dispute = async (p_payment_intent_id: string, p_status: string) =>
    call(serverClient(), "apply_dispute", { p_payment_intent_id, p_fence: await nextFence(), p_status });
  const settle = (p_exception_id: number) =>
    call(serverClient(), "staff_resolve_exception", {
      p_actor: member.id,
      p_exception_id,
      p_resolution: "Refunded",
    });
  const told = (id: number) => sql`update payment_exceptions set told_at = now() where id = ${id}`;
  const stateOf = async (id: number) => {
    const [row] = await sql`select resolved_at is null as open, told_at is null as untold, resolution,
      detail ->> 'dispute_status' as dispute from payment_exceptions where id = ${id}`;
    return row;
  };

  test("is before staff again, settled or not, once for an inquiry and once for a dispute", async () => {
    const payment_intent_id = aPaymentIntentId();
    const order = await addOrder(sql);
    const columns = { order_id: order.id, reason: "second_payment", detail: { payment_intent_id } };
    const id = await addException(sql, columns);
    await told(id);
    const waits = { open: true, untold: true, resolution: null };
    for (const dispute_status of ["warning_needs_response", "needs_response"]) {
      await settle(id);
      expect((await storedOrder(sql, order.id)).open_exceptions).toBe(0);
      await dispute(payment_intent_id, dispute_status);
      expect(await stateOf(id)).toEqual({ ...waits, dispute: dispute_status });
      expect((await storedOrder(sql, order.id)).open_exceptions).toBe(1);
      await told(id);
    }
    await dispute(payment_intent_id, "under_review");
    expect(await stateOf(id)).toEqual({ ...waits, untold: false, dispute: "under_review" });
    await settle(id);
    await dispute(payment_intent_id, "needs_response");
    expect(await stateOf(id)).toMatchObject({ open: false, untold: false, dispute: "needs_response" });
  });

  test("that was settled before it is decided is before staff again once it is lost, not when it is won", async () => {
    for (const [outcome, open] of [
      ["won", false],
      ["lost", true],
    ] as const) {
      const payment_intent_id = aPaymentIntentId();
      const id = await addException(sql, { reason: "second_payment", detail: { payment_intent_id } });
      await dispute(payment_intent_id, "needs_response");
      await told(id);
      await settle(id);
      await dispute(payment_intent_id, outcome);
      expect(await stateOf(id)).toMatchObject({ open, untold: open, dispute: outcome });
      await told(id);
      await settle(id);
      await dispute(payment_intent_id, outcome);
      expect(await stateOf(id)).toMatchObject({ open: false, untold: false });
    }
  });

  test("that nobody has settled is not told again when it is lost", async () => {
    const payment_intent_id = aPaymentIntentId();
    const id = await addException(sql, { detail: { payment_intent_id } });
    await dispute(payment_intent_id, "needs_response");
    await told(id);
    await dispute(payment_intent_id, "lost");
    expect(await stateOf(id)).toMatchObject({ open: true, untold: false, dispute: "lost" });
  });

  test("is told as a dispute, with a mail of its own", async () => {
    await sql`update payment_exceptions set told_at = now() where told_at is null`;
    const payment_intent_id = aPaymentIntentId();
    const id = await addException(sql, { detail: { payment_intent_id } });
    const claim = async () => {
      const fresh = await call<{ exception_id: number; reason: string }[]>(
        serverClient(),
        "claim_new_exceptions",
        { p_with_mail: true },
      );
      return fresh.filter(({ exception_id }) => exception_id === id).map(({ reason }) => reason);
    };
    expect(await claim()).toEqual(["amount_mismatch"]);
    await dispute(payment_intent_id, "needs_response");
    expect(await claim()).toEqual(["dispute_opened"]);
    expect(await claim()).toEqual([]);
    const mails = await sql<{ reason: string }[]>`delete from outbox
      where dedupe_key like ${`payment_exception:${id}%`} returning payload ->> 'reason' as reason`;
    expect(mails.map(({ reason }) => reason).sort()).toEqual(["amount_mismatch", "dispute_opened"]);
  });

  test("and was settled before, is not counted as settled on that day any more", () =>
    undone(sql, async (tx) => {
      const payment_intent_id = aPaymentIntentId();
      const day = "1931-05-10";
      const resolved_at = `${day}T23:00:00Z`;
      await addException(tx, { detail: { payment_intent_id }, resolved_at });
      await tx`insert into daily_numbers (day, is_stale) values (${day}, false), ('1931-05-11', false)`;
      await tx`select apply_dispute(${payment_intent_id}, ${await nextFence()}, 'needs_response')`;
      const days =
        await tx`select is_stale from daily_numbers where day in (${day}, '1931-05-11') order by day`;
      expect(days).toMatchObject([{ is_stale: true }, { is_stale: false }]);
    }));
});
