import { randomUUID } from "node:crypto";
import { aGuestKey, aSessionId } from "../../sandbox/builders/ids";
import type { OrderColumns, StaffColumns } from "../../sandbox/builders/order";
import { addException, addOrder, addUser } from "../../sandbox/builders/rows";
import { purgeAll } from "../../sandbox/builders/sql-functions";
import { connect, type Transaction, undone } from "../../sandbox/builders/test-database";
import { HANGS } from "./what-hangs";

const sql = connect();

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** A guest's canceled order of 40 days ago on which nothing hangs. */
const anOldOrder = (tx: Transaction, changes: OrderColumns & StaffColumns = {}) =>
  addOrder(tx, {
    guest_key: aGuestKey(),
    guest_email: null,
    payment_status: "canceled",
    stripe_payment_intent_id: null,
    created_at: daysAgo(40),
    ...changes,
  });

const leftOf = async (tx: Transaction, orders: { id: string }[]) => {
  const ids = orders.map(({ id }) => id);
  const rows = await tx<{ id: string }[]>`select id from grading_orders where id = any(${ids}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
};
const idsOf = (orders: { id: string }[]) => new Set(orders.map(({ id }) => id));

describe("orders", () => {
  test("that came to nothing go after 30 days, of guests and of accounts, and nothing else does", () =>
    undone(sql, async (tx) => {
      const { id: userId } = await addUser(tx);
      const paid = { payment_status: "paid", paid_at: new Date(), total_paid: 250 };
      const kept = [
        await anOldOrder(tx, { created_at: daysAgo(29) }),
        await anOldOrder(tx, paid),
        await anOldOrder(tx, { ...paid, payment_status: "canceled", refunded_cents: 25_000 }),
        await anOldOrder(tx, { payment_status: "pending" }),
        await anOldOrder(tx, { stripe_payment_intent_id: `pi_${randomUUID()}` }),
        await anOldOrder(tx, { payment_status: "unpaid", reservation_expires_at: daysAgo(29) }),
        await anOldOrder(tx, {
          payment_status: "unpaid",
          stripe_session_id: null,
          reservation_expires_at: daysAgo(29),
        }),
        await anOldOrder(tx, { total_paid: 250, refunded_cents: 100 }),
        // Its payment page was never asked how it ended.
        await anOldOrder(tx, { payment_status: "unpaid" }),
      ];
      const gone = [
        await anOldOrder(tx),
        await anOldOrder(tx, { payment_status: "failed" }),
        await anOldOrder(tx, { payment_status: "unpaid", stripe_session_id: null }),
        await anOldOrder(tx, { user_id: userId, guest_key: null }),
        await anOldOrder(tx, { user_id: userId, guest_key: null, payment_status: "failed" }),
        await anOldOrder(tx, { user_id: userId, guest_key: null, placed_by_admin: true }),
      ];
      // Its debit was decided long ago, if anybody ever decided it.
      await tx`insert into awaited_debits values (${aSessionId()}, ${gone[0]?.id ?? ""}, ${daysAgo(1)})`;
      await tx`select public.purge_abandoned_orders()`;
      expect(await leftOf(tx, [...kept, ...gone])).toEqual(idsOf(kept));
      const events = await tx`select 1 from order_events where order_id = ${gone[0]?.id ?? ""}`;
      expect(events).toHaveLength(0);
    }));

  test("that cards, money or a dispute hang on stay for ever", () =>
    undone(sql, async (tx) => {
      const { id: staff } = await addUser(tx);
      const [matched, noted, refunded, disputed, settled] = [
        await anOldOrder(tx),
        await anOldOrder(tx),
        await anOldOrder(tx),
        await anOldOrder(tx),
        await anOldOrder(tx),
      ];
      await tx`insert into packages (order_id, matched_at) values (${matched.id}, now())`;
      await tx`insert into order_admin (order_id, received_by) values (${noted.id}, ${staff})`;
      await tx`insert into refund_requests (id, order_id, amount_cents, reason)
               values (${randomUUID()}, ${refunded.id}, 100, 'why')`;
      await addException(tx, { order_id: disputed.id });
      await addException(tx, { order_id: settled.id, resolved_at: new Date() });
      const columns: (OrderColumns & StaffColumns)[] = [
        { arrived_at: daysAgo(35) },
        { received_at: daysAgo(35), received_count: 10 },
        { inbound_shipped_at: daysAgo(38) },
        { inbound_tracking: "1Z999" },
        { tracking_number: "1Z999" },
        { fulfillment_status: "grading" },
        { submission_status: "shipped" },
        { dispute_status: "lost" },
        { review_reason: "paid_after_canceled" },
      ];
      const entries: StaffColumns[] = [
        { dispute_status: "lost" },
        { review_reason: "paid_after_canceled" },
        { internal_notes: "x" },
        { invoice_filename: "a.pdf" },
        { shelf_location: "A-1" },
        { received_by: staff },
      ];
      for (const entry of entries) columns.push({ ...entry, placed_by_admin: true });
      const kept = [matched, noted, refunded, disputed, settled];
      for (const held of columns) kept.push(await anOldOrder(tx, held));
      const gone = await anOldOrder(tx);
      await tx`select public.purge_abandoned_orders()`;
      expect(await leftOf(tx, [...kept, gone])).toEqual(idsOf(kept));
    }));

  test.each(HANGS)("go also behind one that stays because %s hangs on it", (_, hang) =>
    undone(sql, async (tx) => {
      const held = await anOldOrder(tx, { created_at: "1994-01-01T00:00:00Z" });
      const gone = await anOldOrder(tx, { created_at: "1995-01-01T00:00:00Z" });
      await hang(tx, held);
      await tx`select public.purge_abandoned_orders(p_limit => 1)`;
      expect(await leftOf(tx, [held, gone])).toEqual(idsOf([held]));
    }),
  );

  test("go once more than 30 days have passed, to the moment", () =>
    undone(sql, async (tx) => {
      const created_at = "1995-01-01T00:00:00Z";
      const reservation_expires_at = "1995-01-01T00:40:00Z";
      const reserved = { payment_status: "unpaid", stripe_session_id: null, reservation_expires_at } as const;
      const orders = [
        await anOldOrder(tx, { created_at }),
        await anOldOrder(tx, { created_at, ...reserved }),
      ];
      const leftAt = async (now: string) => {
        await tx`select public.purge_abandoned_orders(p_now => ${now})`;
        return leftOf(tx, orders);
      };
      expect(await leftAt("1995-01-31T00:00:00Z")).toEqual(idsOf(orders));
      expect(await leftAt("1995-01-31T00:00:00.001Z")).toEqual(idsOf(orders.slice(1)));
      expect(await leftAt("1995-01-31T00:40:00Z")).toEqual(idsOf(orders.slice(1)));
      expect(await leftAt("1995-01-31T00:40:00.001Z")).toEqual(new Set());
    }));

  test("stay when something comes to them while others are deleted, and are not counted", () =>
    undone(sql, async (tx) => {
      const gone = await anOldOrder(tx, { created_at: "1994-01-01T00:00:00Z" });
      const held = await anOldOrder(tx, { created_at: "1995-01-01T00:00:00Z" });
      await tx.unsafe(`
        create function public.comes_between() returns trigger language plpgsql as $$
        begin
          insert into public.order_admin (order_id, internal_notes) values ('${held.id}', 'x');
          return old;
        end $$;
        create trigger comes_between before delete on public.grading_orders
          for each row when (old.id = '${gone.id}') execute function public.comes_between();`);
      const [row] = await tx`select public.purge_abandoned_orders(p_limit => 2) as answer`;
      expect(row?.answer).toEqual({ deleted: 1 });
      expect(await leftOf(tx, [gone, held])).toEqual(idsOf([held]));
    }));

  test("that somebody else works on are passed over, not waited for", async () => {
    const order = await addOrder(sql, { payment_status: "canceled", created_at: "1993-01-01T00:00:00Z" });
    const passedOver = sql.begin(async (other) => {
      await other`select 1 from grading_orders where id = ${order.id} for update`;
      await undone(sql, async (tx) => {
        await tx`set local lock_timeout = '2s'`;
        await tx`select public.purge_abandoned_orders(p_limit => 1)`;
        expect(await leftOf(tx, [order])).toEqual(idsOf([order]));
      });
    });
    // Whatever happens: the oldest order of all would be in the way of the other tests.
    await passedOver.finally(() => sql`delete from grading_orders where id = ${order.id}`);
  });

  test("go also beside one that something we did not think of hangs on", () =>
    undone(sql, async (tx) => {
      await tx`create table public.hangs_on (order_id uuid references public.grading_orders (id))`;
      const [first, held, last] = [
        await anOldOrder(tx, { created_at: daysAgo(60) }),
        await anOldOrder(tx, { created_at: daysAgo(50) }),
        await anOldOrder(tx),
      ];
      await tx`insert into public.hangs_on values (${held.id})`;
      await tx`select public.purge_abandoned_orders()`;
      expect(await leftOf(tx, [first, held, last])).toEqual(idsOf([held]));
    }));

  test("go in batches, the oldest first", () =>
    undone(sql, async (tx) => {
      const old = await anOldOrder(tx, { created_at: "1995-01-01T00:00:00Z" });
      const older = await anOldOrder(tx, { created_at: "1994-01-01T00:00:00Z" });
      await tx`select public.purge_abandoned_orders(p_limit => 1)`;
      expect(await leftOf(tx, [old, older])).toEqual(idsOf([old]));
      expect(await purgeAll(tx, "purge_abandoned_orders")).toBeGreaterThan(0);
      expect(await leftOf(tx, [old, older])).toEqual(new Set());
    }));
});

test("a page that was never asked about ends before its order may go", () =>
  undone(sql, async (tx) => {
    const session = aSessionId();
    const order = await anOldOrder(tx, {
      payment_status: "unpaid",
      stripe_session_id: session,
      reservation_expires_at: daysAgo(40),
    });
    await tx`select public.purge_abandoned_orders()`;
    expect(await leftOf(tx, [order])).toEqual(idsOf([order]));
    await tx`select public.apply_checkout(p_session_id => ${session}, p_order_id => ${order.id},
      p_session_status => 'expired', p_payment_status => 'unpaid', p_amount_cents => 25000, p_currency => 'usd',
      p_livemode => false, p_expected_livemode => false, p_tracking_hash => ${aGuestKey()})`;
    await tx`select public.purge_abandoned_orders()`;
    expect(await leftOf(tx, [order])).toEqual(new Set());
  }));
