import {
  type Application,
  aGuestKey,
  aPaidSession,
  aReservation,
  aSessionId,
  call,
  type Order,
  type Reservation,
  type Sql,
  serverClient,
} from "./test-database";

/** What Stripe can say about a session, as arguments of apply_checkout. */
export const sessions = {
  open: { p_session_status: "open", p_payment_status: "unpaid" },
  paid: { p_session_status: "complete", p_payment_status: "paid" },
  delayed: { p_session_status: "complete", p_payment_status: "unpaid" },
  asyncFailed: { p_session_status: "complete", p_payment_status: "unpaid", p_async_failed: true },
  expired: { p_session_status: "expired", p_payment_status: "unpaid" },
};

/** Reading and moving orders in the tests of apply_checkout. */
export function checkoutDesk(sql: Sql) {
  const server = serverClient();
  const desk = {
    apply: (args: Record<string, unknown>) => call<Application>(server, "apply_checkout", args),

    /** An unpaid order with a session attached, of a person or, without one, of a guest. */
    async anOrder(userId: string | null, changes: Record<string, unknown> = {}): Promise<Order> {
      const owner = { p_guest_key: userId ? null : aGuestKey() };
      const reservation = aReservation(userId, { ...owner, ...changes });
      const { order } = await call<Reservation>(server, "reserve_order", reservation);
      const attached = await call<{ order: Order }>(server, "attach_checkout_session", {
        p_order_id: order?.id,
        p_session_id: aSessionId(),
        p_attempt: 1,
      });
      return attached.order;
    },

    /** The same, paid. */
    async aPaidOrder(userId: string | null, guestKey = aGuestKey()): Promise<Order> {
      const order = await desk.anOrder(userId, userId ? {} : { p_guest_key: guestKey });
      await desk.apply(aPaidSession(order));
      return order;
    },

    async stored(id: string): Promise<Order> {
      const [row] = await sql<Order[]>`select * from grading_orders where id = ${id}`;
      if (!row) throw new Error("no such order");
      return row;
    },

    exceptionsOf: (session: unknown) =>
      sql<
        { reason: string }[]
      >`select reason from payment_exceptions where stripe_session_id = ${String(session)}`,

    confirmationsOf: (id: string) =>
      sql`select 1 from outbox where dedupe_key = ${`order_confirmation:${id}`} and payload ->> 'order_id' = ${id}`,
  };
  return desk;
}
