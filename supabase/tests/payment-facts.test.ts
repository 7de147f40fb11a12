import { aGuestKey, aSessionId } from "../../sandbox/builders/ids";
import { Proposals } from "../../sandbox/builders/proposals";
import { addUser, storedOrder } from "../../sandbox/builders/rows";
import { aPaidSession, applyCheckout, attachCheckout, sessions } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

describe("paid consequences", () => {
  /* What follows from a payment in the same step as it is booked. */

  const sql = connect();
  let proposals: Proposals;
  beforeAll(async () => {
    proposals = await Proposals.begin(sql);
  });

  // Nothing is left for the reconcile job.
  afterEach(() => proposals.leaveNothing());

  test("cards that were counted before the payment came are settled with it", async () => {
    const [order, other] = [
      await attachCheckout(null, { p_guest_key: aGuestKey() }),
      await attachCheckout(null, { p_guest_key: aGuestKey() }),
    ];
    proposals.orders.push(order.id);
    await proposals.actions.checkIn(order.id, 3);
    expect(await proposals.of(order)).toEqual([]);
    const { outcome, order: paid } = await applyCheckout(aPaidSession(order, { p_email: "jo@example.test" }));
    expect([outcome, paid?.id]).toEqual(["fulfilled", order.id]);
    expect(await proposals.of(order)).toMatchObject([{ kind: "short", qty: 1 }]);
    // What is answered is the order as it stands after that.
    const { version } = await storedOrder(sql, order.id);
    expect(paid?.version).toBe(version);
    expect(await proposals.of(other)).toEqual([]);
  });
});

describe("worked with payment", () => {
  const sql = connect();
  const server = serverClient();

  /** Notes a delivery about an order's page, as the webhook does before it works it. */
  async function delivery(): Promise<string> {
    const id = aSessionId().replace("cs_test_", "evt_");
    await call(server, "record_stripe_event", {
      p_event_id: id,
      p_type: "checkout.session.completed",
      p_object_id: "cs_test_1",
      p_livemode: false,
    });
    return id;
  }

  const processedAt = async (id: string) =>
    (await sql`select processed_at from public.stripe_events where event_id = ${id}`)[0]?.processed_at ??
    null;

  test.each(["paid", "delayed", "asyncFailed", "expired", "open"] as const)(
    "a delivery about a page that is %s is worked together with its order",
    async (state) => {
      const id = await delivery();
      const order = await attachCheckout((await addUser(sql)).id);
      const answer = await applyCheckout(aPaidSession(order, { ...sessions[state], p_event_id: id }));
      expect(answer).toMatchObject({ is_event_done: true });
      expect(await processedAt(id)).toEqual(expect.any(Date));
    },
  );

  test("money that does not fit is noted, and its delivery worked with it", async () => {
    const id = await delivery();
    const order = await attachCheckout((await addUser(sql)).id);
    const answer = await applyCheckout(aPaidSession(order, { p_currency: "eur", p_event_id: id }));
    expect(answer).toMatchObject({ outcome: "exception", is_event_done: true });
    expect(await processedAt(id)).toEqual(expect.any(Date));
  });

  test("while another page of the order is left to be closed, its delivery is not", async () => {
    const id = await delivery();
    const order = await attachCheckout((await addUser(sql)).id);
    const answer = await applyCheckout(aPaidSession(order, { p_session_id: aSessionId(), p_event_id: id }));
    expect(answer).toMatchObject({
      outcome: "fulfilled",
      superseded_session_id: order.stripe_session_id,
      is_event_done: false,
    });
    expect(await processedAt(id)).toBeNull();
  });

  test("who asks without a delivery notes none", async () => {
    const id = await delivery();
    const order = await attachCheckout((await addUser(sql)).id);
    expect(await applyCheckout(aPaidSession(order))).toMatchObject({
      outcome: "fulfilled",
      is_event_done: false,
    });
    expect(await processedAt(id)).toBeNull();
  });
});
