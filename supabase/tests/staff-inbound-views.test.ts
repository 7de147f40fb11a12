import { aSessionId } from "../../sandbox/builders/ids";
import { addOrder, addUser, storedOrder } from "../../sandbox/builders/rows";
import { aPaidSession, applyCheckout, attachCheckout, sessions } from "../../sandbox/builders/sql-functions";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { call, connect, personClient, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();

describe("staff packages", () => {
  let actions: StaffActions;
  beforeAll(async () => {
    actions = await StaffActions.begin(sql);
  });

  const look = () =>
    call<{ packages: { id: string }[] }>(
      personClient(actions.member.accessToken),
      "staff_receiving_desk",
      {},
    );

  type Kept = { id: string; version: number };
  const keep = async (sender: string) =>
    (await actions.write<{ package: Kept }>("staff_save_package", { p_sender: sender, p_carrier: "ups" }))
      .package;

  test("hides a deleted package from every list", async () => {
    const pack = await keep("Twice");
    const args = { p_package_id: pack.id, p_version: pack.version };
    await actions.write("staff_save_package", { ...args, p_is_deleted: true });
    expect(JSON.stringify((await look()).packages)).not.toContain(pack.id);
    const order = await addOrder(sql);
    const match = { p_package_id: pack.id, p_order_id: order.id };
    expect(await actions.write("staff_match_package", match)).toEqual({ outcome: "package_not_found" });
  });

  test("purges a deleted package after 90 days", async () => {
    const [old, young] = [await keep("old"), await keep("young")];
    for (const pack of [old, young]) {
      const args = { p_package_id: pack.id, p_version: pack.version };
      await actions.write("staff_save_package", { ...args, p_is_deleted: true });
    }
    await sql`update packages set deleted_at = now() - interval '91 days' where id = ${old.id}`;
    await call(serverClient(), "purge_staff_actions", {});
    expect(await sql`select id from packages where id in (${old.id}, ${young.id})`).toEqual([
      { id: young.id },
    ]);
  });
});

describe("awaited debits", () => {
  const awaitedOf = (session: unknown) =>
    sql<{ order_id: string; days: number }[]>`
    select order_id, round(extract(epoch from until - now()) / 86400)::integer as days from awaited_debits
    where session_id = ${String(session)}`;

  /** Creates an order with an open session, and another with a pending debit. */
  async function someDebits() {
    const [order, other] = await Promise.all([1, 2].map(async () => attachCheckout((await addUser(sql)).id)));
    if (!order || !other) throw new Error("No orders.");
    await applyCheckout({ ...aPaidSession(other), ...sessions.delayed });
    return { order, other, page: aPaidSession(order) };
  }

  test("checks a pending debit for three weeks from its first event", async () => {
    const { order, page } = await someDebits();
    await applyCheckout({ ...page, ...sessions.delayed });
    expect(await awaitedOf(page.p_session_id)).toEqual([{ order_id: order.id, days: 21 }]);
    await sql`update awaited_debits set until = now() + interval '3 days' where session_id = ${String(page.p_session_id)}`;
    await applyCheckout({ ...page, ...sessions.delayed });
    expect(await awaitedOf(page.p_session_id)).toEqual([{ order_id: order.id, days: 3 }]);
  });

  test("checks a debit of an order that was canceled or paid by another session", async () => {
    const { order, page } = await someDebits();
    await applyCheckout({ ...page, ...sessions.expired });
    await applyCheckout({ ...page, ...sessions.delayed });
    expect((await storedOrder(sql, order.id)).payment_status).toBe("canceled");
    expect(await awaitedOf(page.p_session_id)).toHaveLength(1);
    const former = aSessionId();
    await applyCheckout(page);
    await applyCheckout({ ...page, ...sessions.delayed, p_session_id: former });
    expect((await storedOrder(sql, order.id)).payment_status).toBe("paid");
    expect(await awaitedOf(page.p_session_id)).toEqual([]);
    expect(await awaitedOf(former)).toMatchObject([{ order_id: order.id }]);
  });

  test.each(["paid", "asyncFailed"] as const)("drops only the awaited debit that is %s", async (end) => {
    const { other, page } = await someDebits();
    await applyCheckout({ ...page, ...sessions.delayed });
    await applyCheckout({ ...page, ...sessions[end] });
    expect(await awaitedOf(page.p_session_id)).toEqual([]);
    expect(await awaitedOf(other.stripe_session_id)).toHaveLength(1);
  });

  test.each(["open", "expired"] as const)(
    "records no awaited debit for a session that is %s",
    async (state) => {
      const { page } = await someDebits();
      await applyCheckout({ ...page, ...sessions[state] });
      expect(await awaitedOf(page.p_session_id)).toEqual([]);
    },
  );

  test("records an exception instead of a debit when the payment doesn't match the order", async () => {
    const { page } = await someDebits();
    const answer = await applyCheckout({ ...page, ...sessions.delayed, p_livemode: true });
    expect(answer).toMatchObject({ outcome: "exception", reason: "livemode_mismatch" });
    expect(await awaitedOf(page.p_session_id)).toEqual([]);
  });
});
