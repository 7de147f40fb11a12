import { randomUUID } from "node:crypto";
import { aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { addUser, confirmationsOf, eventsOf, exceptionsOf, storedOrder } from "../../sandbox/builders/rows";
import {
  aPaidSession,
  applyCheckout,
  aReservation,
  attachCheckout,
  type Reservation,
  sessions,
} from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();

describe("apply checkout", () => {
  describe("transitions of the order whose session it is", () => {
    type Row = [
      from: string,
      session: keyof typeof sessions,
      outcome: string,
      to: string,
      review: string | null,
    ];
    const rows: Row[] = [
      ["unpaid", "open", "noop", "unpaid", null],
      ["unpaid", "paid", "fulfilled", "paid", null],
      ["unpaid", "delayed", "pending", "pending", null],
      ["unpaid", "asyncFailed", "failed", "failed", null],
      ["unpaid", "expired", "canceled", "canceled", null],
      ["pending", "open", "noop", "pending", null],
      ["pending", "paid", "fulfilled", "paid", null],
      ["pending", "delayed", "pending", "pending", null],
      ["pending", "asyncFailed", "failed", "failed", null],
      ["pending", "expired", "noop", "pending", null],
      ["failed", "open", "noop", "failed", null],
      ["failed", "paid", "fulfilled", "paid", "paid_after_failed"],
      ["failed", "delayed", "noop", "failed", null],
      ["failed", "asyncFailed", "failed", "failed", null],
      ["failed", "expired", "noop", "failed", null],
      ["canceled", "open", "noop", "canceled", null],
      ["canceled", "paid", "fulfilled", "paid", "paid_after_canceled"],
      ["canceled", "delayed", "noop", "canceled", null],
      ["canceled", "asyncFailed", "noop", "canceled", null],
      ["canceled", "expired", "canceled", "canceled", null],
      ["paid", "open", "duplicate", "paid", null],
      ["paid", "paid", "duplicate", "paid", null],
      ["paid", "delayed", "duplicate", "paid", null],
      ["paid", "asyncFailed", "duplicate", "paid", null],
      ["paid", "expired", "duplicate", "paid", null],
    ];
    const reach: Record<string, keyof typeof sessions | null> = {
      unpaid: null,
      pending: "delayed",
      failed: "asyncFailed",
      canceled: "expired",
      paid: "paid",
    };

    test.each(rows)("%s, session %s: %s, then %s", async (from, session, outcome, to, review) => {
      const order = await attachCheckout((await addUser(sql)).id);
      const step = reach[from];
      const delivery = aPaidSession(order);
      if (step) await applyCheckout({ ...delivery, ...sessions[step] });
      expect((await storedOrder(sql, order.id)).payment_status).toBe(from);

      const answer = await applyCheckout({ ...delivery, ...sessions[session] });
      const after = await storedOrder(sql, order.id);
      expect(answer).toMatchObject({
        outcome,
        reason: null,
        order: { payment_status: to },
        superseded_session_id: null,
      });
      expect(after).toMatchObject({
        payment_status: to,
        review_reason: review,
        stripe_session_id: order.stripe_session_id,
      });
      expect(after.reservation_expires_at === null).toBe(to !== "unpaid");
      expect(await confirmationsOf(sql, order.id)).toHaveLength(to === "paid" ? 1 : 0);
      expect(await exceptionsOf(sql, order.stripe_session_id)).toHaveLength(0);

      const again = await applyCheckout({ ...delivery, ...sessions[session] });
      expect(again.outcome).toBe(outcome === "fulfilled" ? "duplicate" : outcome);
      expect((await storedOrder(sql, order.id)).version).toBe(after.version);
    });

    test("paid is complete: amount, time, intent, receipt", async () => {
      const order = await attachCheckout((await addUser(sql)).id);
      const p_now = "2026-02-03T04:05:06Z";
      const answer = await applyCheckout(
        aPaidSession(order, { p_now, p_payment_intent_id: `pi_${order.id}` }),
      );
      expect(answer.order).toMatchObject({
        total_paid: 100,
        stripe_payment_intent_id: `pi_${order.id}`,
        receipt_url: "https://pay.example.test/receipt",
      });
      expect(new Date(answer.order?.paid_at ?? 0).toISOString()).toBe("2026-02-03T04:05:06.000Z");
    });
  });

  describe("sticky once settled", () => {
    test.each(["unpaid", "canceled", "failed"])(
      "staff set %s by hand: a delivery changes nothing",
      async (status) => {
        const order = await attachCheckout((await addUser(sql)).id);
        const delivery = aPaidSession(order);
        await applyCheckout(delivery);
        await sql`update grading_orders set payment_status = ${status}, reservation_expires_at = null where id = ${order.id}`;
        for (const session of Object.values(sessions)) {
          expect((await applyCheckout({ ...delivery, ...session })).outcome).toBe("duplicate");
        }
        expect((await storedOrder(sql, order.id)).payment_status).toBe(status);
      },
    );
  });

  describe("marked paid by hand, then paid at Stripe", () => {
    /** An order with a payment page that staff set to paid, as the staff's form does it. */
    async function paidByHand(from: "unpaid" | "pending" | "failed" | "canceled") {
      const order = await attachCheckout((await addUser(sql)).id);
      await sql`update grading_orders set payment_status = ${from}, reservation_expires_at = null where id = ${order.id}`;
      await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee
              where id = ${order.id}`;
      return order;
    }

    test.each([
      ["pending", null],
      ["unpaid", "also_paid_by_card"],
      ["failed", "also_paid_by_card"],
      ["canceled", "also_paid_by_card"],
    ] as const)(
      "the payment of an order that was %s is taken over, marked %j",
      async (from, review_reason) => {
        const order = await paidByHand(from);
        const delivery = aPaidSession(order, { p_payment_intent_id: `pi_${order.id}` });
        expect(await applyCheckout(delivery)).toMatchObject({
          outcome: "fulfilled",
          order: {
            payment_status: "paid",
            total_paid: 100,
            stripe_payment_intent_id: `pi_${order.id}`,
            receipt_url: "https://pay.example.test/receipt",
          },
        });
        expect(await storedOrder(sql, order.id)).toMatchObject({ review_reason });
        expect((await applyCheckout(delivery)).outcome).toBe("duplicate");
        const events = await eventsOf(sql, order.id);
        expect(events.at(-1)).toMatchObject({
          type: "payment_adopted",
          from_value: "$100.00",
          to_value: "$100.00",
          public: false,
        });
      },
    );

    test.each([
      ["pending", "debit_failed"],
      ["unpaid", null],
    ] as const)(
      "when the payment of one that was %s fails instead, it is marked %j",
      async (from, review_reason) => {
        const order = await paidByHand(from);
        const failed = aPaidSession(order, {
          p_payment_status: "unpaid",
          p_session_status: "complete",
          p_async_failed: true,
        });
        expect((await applyCheckout(failed)).outcome).toBe("duplicate");
        expect(await storedOrder(sql, order.id)).toMatchObject({ payment_status: "paid", review_reason });
        // Staff have looked: heard again it is not marked again.
        await sql`update order_admin set review_reason = null where order_id = ${order.id}`;
        await sql`insert into order_events (order_id, type, from_value) values (${order.id}, 'review_reason', 'debit_failed')`;
        await applyCheckout(failed);
        expect(await storedOrder(sql, order.id)).toMatchObject({ review_reason: null });
      },
    );

    test("a payment of another amount, for which it was set to paid, is not said to have come twice", async () => {
      const order = await attachCheckout((await addUser(sql)).id);
      const other = aPaidSession(order, { p_amount_cents: 9_900 });
      expect(await applyCheckout(other)).toMatchObject({ outcome: "exception", reason: "amount_mismatch" });
      await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee,
              reservation_expires_at = null where id = ${order.id}`;
      expect(await applyCheckout(other)).toMatchObject({ outcome: "fulfilled", order: { total_paid: 99 } });
      expect(await storedOrder(sql, order.id)).toMatchObject({ review_reason: null });
    });

    test("a guest's payment brings the address, and the confirmation goes there", async () => {
      const order = await attachCheckout(null);
      await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee,
              reservation_expires_at = null where id = ${order.id}`;
      const shipping = { full_name: "Pat", city: "Reno" };
      const delivery = aPaidSession(order, { p_email: " Pat@example.test", p_shipping: shipping });
      expect(await confirmationsOf(sql, order.id)).toHaveLength(0);
      expect(await applyCheckout(delivery)).toMatchObject({
        outcome: "fulfilled",
        order: { guest_email: "pat@example.test", return_address: shipping },
      });
      await applyCheckout(delivery);
      expect(await confirmationsOf(sql, order.id)).toHaveLength(1);
    });

    test("what came counts, not what the order asked", async () => {
      const order = await paidByHand("pending");
      expect(await applyCheckout(aPaidSession(order, { p_amount_cents: 9_900 }))).toMatchObject({
        outcome: "fulfilled",
        order: { total_paid: 99 },
      });
    });

    test("an order that was set back to unpaid is paid", async () => {
      const order = await paidByHand("unpaid");
      await sql`update grading_orders set payment_status = 'unpaid' where id = ${order.id}`;
      expect(await applyCheckout(aPaidSession(order))).toMatchObject({
        outcome: "fulfilled",
        order: { payment_status: "paid" },
      });
      expect(await storedOrder(sql, order.id)).toMatchObject({ review_reason: "also_paid_by_card" });
    });

    test("another currency, another session and another order's payment stay exceptions", async () => {
      const order = await paidByHand("pending");
      const refused = async (changes: Record<string, unknown>, reason: string) =>
        expect(await applyCheckout(aPaidSession(order, changes))).toMatchObject({
          outcome: "exception",
          reason,
        });
      await refused({ p_currency: "eur" }, "currency_mismatch");
      await refused({ p_session_id: aSessionId() }, "second_payment");
      const other = await attachCheckout((await addUser(sql)).id);
      const paid = aPaidSession(other);
      await applyCheckout(paid);
      await refused({ p_payment_intent_id: paid.p_payment_intent_id }, "payment_of_another_order");
      expect(await storedOrder(sql, order.id)).toMatchObject({ stripe_payment_intent_id: null });
    });
  });

  describe("an amount that differs and was accepted", () => {
    const accept = (sessionId: string, cents: number) => sql`
    update payment_exceptions set resolved_at = now(), accepted_cents = ${cents} where stripe_session_id = ${sessionId}`;

    test("is booked, whoever asks next; any other amount is not", async () => {
      const order = await attachCheckout((await addUser(sql)).id);
      const delivery = aPaidSession(order, { p_amount_cents: 5_000 });
      expect((await applyCheckout(delivery)).reason).toBe("amount_mismatch");
      await accept(String(delivery.p_session_id), 4_999);
      expect((await applyCheckout(delivery)).reason).toBe("amount_mismatch");
      await accept(String(delivery.p_session_id), 5_000);
      expect(await applyCheckout(delivery)).toMatchObject({
        outcome: "fulfilled",
        order: { payment_status: "paid", total_paid: 50, grading_fee: 100 },
      });
    });
  });
});

describe("apply checkout conditions", () => {
  const anOrder = async () => attachCheckout((await addUser(sql)).id);

  describe("a session that took nothing", () => {
    test.each([
      ["expired", "canceled"],
      ["delayed", "pending"],
      ["asyncFailed", "failed"],
      ["open", "noop"],
    ] as const)("and is %s is not judged by its amount or currency", async (state, outcome) => {
      const order = await anOrder();
      const odd = { ...sessions[state], p_amount_cents: 1, p_currency: "eur" };
      expect(await applyCheckout(aPaidSession(order, odd))).toMatchObject({ outcome, reason: null });
    });

    test.each([
      ["expired", "noop"],
      ["delayed", "exception"],
      ["paid", "exception"],
    ] as const)("of an order that is gone: %s is %s", async (state, outcome) => {
      const order = { ...(await anOrder()), id: randomUUID() };
      const answer = await applyCheckout(
        aPaidSession(order, { ...sessions[state], p_session_id: aSessionId() }),
      );
      expect(answer).toMatchObject({ outcome, order: null });
    });

    test("and is not the one by which its order ended is told nothing of that end", async () => {
      const order = await anOrder();
      await applyCheckout(aPaidSession(order, sessions.expired));
      const other = { ...sessions.expired, p_session_id: aSessionId() };
      expect(await applyCheckout(aPaidSession(order, other))).toMatchObject({
        outcome: "noop",
        order: { payment_status: "canceled", stripe_session_id: order.stripe_session_id },
      });
    });

    test("and is another order's changes neither of them", async () => {
      const [order, other] = [await anOrder(), await anOrder()];
      await sql`update grading_orders set stripe_session_id = null where id = ${order.id}`;
      const answer = await applyCheckout(
        aPaidSession(order, { ...sessions.expired, p_session_id: other.stripe_session_id }),
      );
      expect(answer).toMatchObject({ outcome: "exception", reason: "payment_of_another_order" });
      for (const { id } of [order, other])
        expect(await storedOrder(sql, id)).toMatchObject({ payment_status: "unpaid" });
    });
  });

  describe("an order that staff have marked paid", () => {
    async function markedPaid(from: "unpaid" | "pending" = "unpaid") {
      const order = await anOrder();
      await sql`update grading_orders set payment_status = ${from}, reservation_expires_at = null where id = ${order.id}`;
      await sql`update grading_orders set payment_status = 'paid', paid_at = now(), total_paid = grading_fee
      where id = ${order.id}`;
      return order;
    }

    test.each([
      ["open", {}],
      ["expired", {}],
      ["paid", { p_payment_intent_id: null }],
    ] as const)(
      "learns nothing from its session when that is %s and names no payment",
      async (state, changes) => {
        const order = await markedPaid();
        const answer = await applyCheckout(aPaidSession(order, { ...sessions[state], ...changes }));
        expect(answer).toMatchObject({ outcome: "duplicate", reason: null });
        expect(await exceptionsOf(sql, order.stripe_session_id)).toEqual([]);
      },
    );

    test.each([
      ["was canceled since", { payment_status: "canceled" }],
      ["has its payment all the same", { stripe_payment_intent_id: aPaymentIntentId() }],
    ])("and that %s is not to be reviewed when a debit of it fails", async (_, changes) => {
      const order = await markedPaid("pending");
      await sql`update grading_orders set ${sql(changes)} where id = ${order.id}`;
      const answer = await applyCheckout(aPaidSession(order, sessions.asyncFailed));
      expect(answer).toMatchObject({ outcome: "duplicate", reason: null });
      expect(await storedOrder(sql, order.id)).toMatchObject({ ...changes, review_reason: null });
    });

    test.each([
      ["nobody has looked at anything", null, null, "debit_failed"],
      ["they looked at something else of it", null, "refund_failed", "debit_failed"],
      ["they have looked at that", null, "debit_failed", null],
      ["they have not looked at something else", "refund_failed", null, "refund_failed"],
    ])("is marked when its debit fails, and %s", async (_, reason, from_value, expected) => {
      const order = await markedPaid("pending");
      await sql`insert into order_admin (order_id, review_reason) values (${order.id}, ${reason})
      on conflict (order_id) do update set review_reason = excluded.review_reason`;
      if (from_value)
        await sql`insert into order_events ${sql({ order_id: order.id, type: "review_reason", from_value })}`;
      await applyCheckout(aPaidSession(order, sessions.asyncFailed));
      expect(await storedOrder(sql, order.id)).toMatchObject({ review_reason: expected });
    });
  });
});

describe("apply checkout exceptions", () => {
  const server = serverClient();

  describe("money that does not fit", () => {
    test.each([
      ["one cent more", { p_amount_cents: 10_001 }, "amount_mismatch"],
      ["one cent less", { p_amount_cents: 9_999 }, "amount_mismatch"],
      ["no amount", { p_amount_cents: null }, "amount_mismatch"],
      ["nothing to pay", { p_amount_cents: 0, p_payment_status: "no_payment_required" }, "amount_mismatch"],
      ["euros", { p_currency: "eur" }, "currency_mismatch"],
      ["live money in test mode", { p_livemode: true }, "livemode_mismatch"],
      ["test money in live mode", { p_expected_livemode: true }, "livemode_mismatch"],
    ])("%s: not fulfilled, one exception however often", async (_, changes, reason) => {
      const order = await attachCheckout((await addUser(sql)).id);
      const delivery = aPaidSession(order, changes);
      expect(await applyCheckout(delivery)).toMatchObject({
        outcome: "exception",
        reason,
        order: { payment_status: "unpaid" },
      });
      expect((await applyCheckout(delivery)).outcome).toBe("exception");
      expect(await exceptionsOf(sql, order.stripe_session_id)).toMatchObject([{ reason }]);
      expect(await confirmationsOf(sql, order.id)).toHaveLength(0);
    });

    test("the currency's case does not matter", async () => {
      const order = await attachCheckout((await addUser(sql)).id);
      expect((await applyCheckout(aPaidSession(order, { p_currency: "USD" }))).outcome).toBe("fulfilled");
    });

    test("an order that is not there: an exception if money moved, else nothing", async () => {
      const ghost = {
        ...(await attachCheckout((await addUser(sql)).id)),
        id: randomUUID(),
        stripe_session_id: aSessionId(),
      };
      const delivery = aPaidSession(ghost);
      for (const session of [sessions.open, sessions.expired]) {
        expect(await applyCheckout({ ...delivery, ...session })).toMatchObject({
          outcome: "noop",
          order: null,
        });
      }
      expect(await exceptionsOf(sql, ghost.stripe_session_id)).toHaveLength(0);
      expect(await applyCheckout(delivery)).toMatchObject({
        outcome: "exception",
        reason: "order_not_found",
        order: null,
      });
      expect(await applyCheckout({ ...delivery, p_order_id: null })).toMatchObject({ outcome: "exception" });
      expect(await exceptionsOf(sql, ghost.stripe_session_id)).toMatchObject([{ reason: "order_not_found" }]);
    });

    test.each(["p_session_id", "p_payment_intent_id"])(
      "%s of another order settles nothing",
      async (shared) => {
        const [first, second] = [
          await attachCheckout((await addUser(sql)).id),
          await attachCheckout((await addUser(sql)).id),
        ];
        const paid = aPaidSession(first);
        await applyCheckout(paid);
        const answer = await applyCheckout(aPaidSession(second, { [shared]: paid[shared] }));
        expect(answer).toMatchObject({ outcome: "exception", reason: "payment_of_another_order" });
        expect((await storedOrder(sql, second.id)).payment_status).toBe("unpaid");
      },
    );
  });

  describe("several sessions of one order", () => {
    test("the former one pays: money wins, and the caller learns which session to expire", async () => {
      const order = await attachCheckout((await addUser(sql)).id);
      const former = aSessionId();
      const answer = await applyCheckout(aPaidSession(order, { p_session_id: former }));
      expect(answer).toMatchObject({ outcome: "fulfilled", superseded_session_id: order.stripe_session_id });
      expect((await storedOrder(sql, order.id)).stripe_session_id).toBe(former);
      expect(await applyCheckout(aPaidSession(order))).toMatchObject({
        outcome: "exception",
        reason: "second_payment",
      });
      expect((await applyCheckout(aPaidSession(order, sessions.expired))).outcome).toBe("noop");
      expect((await storedOrder(sql, order.id)).payment_status).toBe("paid");
    });

    test.each(["expired", "asyncFailed"] as const)(
      "the former one is %s: the present one stays open",
      async (state) => {
        const order = await attachCheckout((await addUser(sql)).id);
        expect(
          (await applyCheckout(aPaidSession(order, { ...sessions[state], p_session_id: aSessionId() })))
            .outcome,
        ).toBe("noop");
        expect((await storedOrder(sql, order.id)).payment_status).toBe("unpaid");
      },
    );

    test("a session that was never attached (the answer got lost) settles the order all the same", async () => {
      const { order } = await call<Reservation>(
        server,
        "reserve_order",
        aReservation((await addUser(sql)).id),
      );
      if (!order) throw new Error("not reserved");
      const session = aSessionId();
      expect((await applyCheckout(aPaidSession(order, { p_session_id: session }))).outcome).toBe("fulfilled");
      expect((await storedOrder(sql, order.id)).stripe_session_id).toBe(session);
    });
  });

  test("paid after the reservation ran out is flagged for members, whose quota it may overshoot", async () => {
    const late = new Date(Date.now() + 41 * 60_000).toISOString();
    const member = await attachCheckout((await addUser(sql)).id, { p_plan_type: "elite" });
    const other = await attachCheckout((await addUser(sql)).id);
    for (const order of [member, other]) await applyCheckout(aPaidSession(order, { p_now: late }));
    expect((await storedOrder(sql, member.id)).review_reason).toBe("paid_after_reservation");
    expect((await storedOrder(sql, other.id)).review_reason).toBeNull();
  });

  /** A member's order whose reservation ran out a minute ago. */
  async function lateOrder(changes = {}) {
    const order = await attachCheckout((await addUser(sql)).id, { p_plan_type: "starter", ...changes });
    await sql`update grading_orders set reservation_expires_at = now() - interval '1 minute' where id = ${order.id}`;
    return order;
  }
  const reviewOf = async ({ id }: { id: string }) => (await storedOrder(sql, id)).review_reason;

  test("so is a debit of which was heard after the reservation ran out, unless it fails", async () => {
    const order = await lateOrder();
    const delivery = aPaidSession(order);
    const hear = async (said: keyof typeof sessions) => {
      await applyCheckout({ ...delivery, ...sessions[said] });
      return storedOrder(sql, order.id);
    };
    expect(await hear("delayed")).toMatchObject({
      payment_status: "pending",
      review_reason: "paid_after_reservation",
    });
    expect(await hear("asyncFailed")).toMatchObject({ payment_status: "failed", review_reason: null });

    const arriving = await lateOrder();
    const paid = aPaidSession(arriving);
    await applyCheckout({ ...paid, ...sessions.delayed });
    await applyCheckout(paid);
    expect(await storedOrder(sql, arriving.id)).toMatchObject({
      payment_status: "paid",
      review_reason: "paid_after_reservation",
    });
  });

  test("a debit that fails takes the mark off its own order alone, and no other mark", async () => {
    const [order, beside] = [await lateOrder(), await lateOrder()];
    for (const late of [order, beside]) await applyCheckout(aPaidSession(late, sessions.delayed));
    const failing = aPaidSession(order, sessions.asyncFailed);
    await sql`update order_admin set review_reason = 'refund_failed' where order_id = ${order.id}`;
    await applyCheckout(failing);
    expect(await reviewOf(order)).toBe("refund_failed");
    expect(await reviewOf(beside)).toBe("paid_after_reservation");
  });

  test("a debit of which was heard late, or to the moment in time, is flagged for a quota alone", async () => {
    const free = await lateOrder({ p_plan_type: "free" });
    await applyCheckout(aPaidSession(free, sessions.delayed));
    expect(await reviewOf(free)).toBeNull();

    const early = await attachCheckout((await addUser(sql)).id, { p_plan_type: "starter" });
    await applyCheckout(aPaidSession(early, sessions.delayed));
    expect(await reviewOf(early)).toBeNull();

    const exact = await lateOrder();
    const [row] = await sql`update grading_orders set reservation_expires_at = date_trunc('second', now())
    where id = ${exact.id} returning reservation_expires_at`;
    const p_now = row?.reservation_expires_at.toISOString();
    await applyCheckout(aPaidSession(exact, { ...sessions.delayed, p_now }));
    expect(await reviewOf(exact)).toBeNull();
  });

  test("a member's order that is paid until its reservation ends, to the moment, is not flagged", async () => {
    for (const before of [60_000, 0]) {
      const { id, ...order } = await attachCheckout((await addUser(sql)).id, { p_plan_type: "elite" });
      const [row] = await sql`select reservation_expires_at from grading_orders where id = ${id}`;
      const p_now = new Date(row?.reservation_expires_at.getTime() - before).toISOString();
      const end = new Date(row?.reservation_expires_at.getTime()).toISOString();
      await sql`update grading_orders set reservation_expires_at = ${end} where id = ${id}`;
      expect((await applyCheckout(aPaidSession({ id, ...order }, { p_now }))).outcome).toBe("fulfilled");
      expect((await storedOrder(sql, id)).review_reason).toBeNull();
    }
  });

  describe("what the payment page asked for", () => {
    const shipping = { full_name: "Gil Guest", address_line1: "1 Main St", city: "Reno", country: "US" };

    test("a guest's e-mail and address are kept", async () => {
      const order = await attachCheckout(null);
      await applyCheckout(aPaidSession(order, { p_email: "  Gil@Example.TEST ", p_shipping: shipping }));
      expect(await storedOrder(sql, order.id)).toMatchObject({
        guest_email: "gil@example.test",
        return_address: shipping,
      });
    });

    test("a person's order keeps its own address and takes no e-mail", async () => {
      const user = await addUser(sql);
      const own = { ...shipping, full_name: "Own Name" };
      const order = await attachCheckout(user.id);
      await sql`update grading_orders set return_address = ${sql.json(own)} where id = ${order.id}`;
      await applyCheckout(aPaidSession(order, { p_email: "other@example.test", p_shipping: shipping }));
      expect(await storedOrder(sql, order.id)).toMatchObject({ guest_email: null, return_address: own });
    });

    test.each([
      [
        true,
        {
          full_name: "Ann",
          address_line1: "2 Oak",
          city: "Bath",
          state: "ME",
          postal_code: "04530",
          country: "US",
        },
      ],
      [false, null],
    ])("complete profile %s: the address at payment is %j", async (complete, address) => {
      const user = await addUser(sql);
      await sql`update profiles set full_name = 'Ann', address_line1 = '2 Oak', city = 'Bath', state = 'ME',
              postal_code = ${complete ? "04530" : null} where user_id = ${user.id}`;
      const order = await attachCheckout(user.id);
      await applyCheckout(aPaidSession(order));
      expect((await storedOrder(sql, order.id)).return_address).toEqual(address);
    });
  });
});
