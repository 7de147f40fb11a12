import { randomUUID } from "node:crypto";
import { emailKinds, optionalEmails } from "../../lib/email/render-outbox-mail";
import { addressHash } from "../../lib/profile/mail-token";
import { addReceived, ShipmentActions } from "../../sandbox/builders/grader-shipment";
import { aGuestKey, anEmail } from "../../sandbox/builders/ids";
import { arrive as confirmArrival } from "../../sandbox/builders/return-shipment";
import { addOrder, addUser, type StoredOrder } from "../../sandbox/builders/rows";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { call, connect, serverClient } from "../../sandbox/builders/test-database";

const sql = connect();
const server = serverClient();

describe("step emails", () => {
  let actions: StaffActions;
  beforeAll(async () => {
    actions = await StaffActions.begin(sql);
  });

  const kindsOf = async (id: string) => (await actions.emailsOf(id)).map(({ kind }) => kind);
  const send = (id: string) =>
    sql`update outbox set sent_at = now() where payload ->> 'order_id' = ${id} and sent_at is null`;
  const arrive = (id: string) => actions.write("staff_record_arrival", { p_order_id: id });
  const set = (id: string, submission_status: string) =>
    actions.change(id, { submission_status }, "As it is");

  test("emails about a delivery set by staff, but not one confirmed by the customer", async () => {
    const returned = {
      received_at: new Date(),
      fulfillment_status: "complete",
      submission_status: "completed",
    };
    const [byStaff, byCustomer] = [
      await addOrder(sql, returned),
      await addOrder(sql, { ...returned, guest_key: aGuestKey() }),
    ];
    await set(byStaff.id, "delivered");
    expect(await confirmArrival(byCustomer)).toBe("arrived");
    expect([await kindsOf(byStaff.id), await kindsOf(byCustomer.id)]).toEqual([["order_delivered"], []]);
    await set(byStaff.id, "completed");
    expect(await kindsOf(byStaff.id)).toEqual([]);
  });

  test("queues one delayed arrival email, and drops it on undo", async () => {
    const { id } = await addOrder(sql);
    const { action_id } = await arrive(id);
    await arrive(id);
    expect(await actions.emailsOf(id)).toMatchObject([
      { kind: "order_arrived", due: false, payload: { order_id: id } },
    ]);
    await actions.undo(action_id);
    expect(await kindsOf(id)).toEqual([]);
  });

  test("replaces a waiting arrival email with the check-in receipt", async () => {
    const [quick, slow] = [await addOrder(sql), await addOrder(sql)];
    await arrive(quick.id);
    await actions.checkIn(quick.id, 10);
    expect(await kindsOf(quick.id)).toEqual(["check_in_receipt"]);
    await arrive(slow.id);
    await send(slow.id);
    await actions.checkIn(slow.id, 10);
    expect(await kindsOf(slow.id)).toEqual(["order_arrived", "check_in_receipt"]);
  });

  test("queues no arrival email when the order is not paid", async () => {
    const { id } = await addOrder(sql, { payment_status: "unpaid" });
    await arrive(id);
    expect(await kindsOf(id)).toEqual([]);
  });

  test("queues one email when a canceled batch arrives", async () => {
    const canceled = { payment_status: "canceled", paid_at: new Date(), total_paid: 250 };
    const { id } = await addOrder(sql, { ...canceled, refunded_cents: 25_000 });
    await arrive(id);
    expect(await actions.emailsOf(id)).toMatchObject([{ kind: "canceled_arrived", due: false }]);
  });

  test("emails each owner once when a shipment ships, and once when its grades are ready", async () => {
    const [{ id }, other] = [await addReceived(sql), await addReceived(sql)] as const;
    const shipment = await ShipmentActions.begin(actions);
    await shipment.add([{ id }, other] as StoredOrder[]);
    await shipment.close("SUB-9", 20);
    await shipment.step("shipped");
    expect(await actions.emailsOf(id)).toMatchObject([
      { kind: "order_sent", due: false, payload: { facts: { number: "SUB-9" } } },
    ]);
    await shipment.step("grading");
    expect(await actions.emailsOf(id)).toMatchObject([{ kind: "order_sent", due: true }]);
    await shipment.step("graded");
    await shipment.step("back", { p_cards: 20 });
    expect(await kindsOf(id)).toEqual(["order_sent", "order_graded"]);
    expect(await kindsOf(other.id)).toEqual(["order_sent", "order_graded"]);
  });
});

describe("ship reminders", () => {
  const DAY = 86_400_000;

  /** Each test uses its own past year, so that no other order is due. */
  let year = 1901;
  let paid: Date;
  beforeEach(() => {
    paid = new Date(Date.UTC(year++, 5, 1, 10));
  });

  const run = async (day: number) => {
    const p_now = new Date(paid.getTime() + day * DAY);
    return (await call<{ done: number }>(server, "queue_ship_reminders", { p_limit: 200, p_now })).done;
  };
  const order = (columns: Record<string, unknown> = {}) =>
    addOrder(sql, { paid_at: paid, guest_key: aGuestKey(), guest_email: anEmail(), ...columns });
  const emailsOf = async ({ id }: StoredOrder) =>
    (
      await sql<{ nth: number }[]>`select (payload ->> 'nth')::int as nth from outbox
      where kind = 'ship_reminder' and payload ->> 'order_id' = ${id} order by id`
    ).map(({ nth }) => nth);

  test("queues ship reminders on day 3 and day 10 after payment", async () => {
    const awaited = await order();
    const runs: number[] = [];
    for (const day of [0, 2.99, 3, 3, 4, 9.99, 10, 10.1, 15, 40]) runs.push(await run(day));
    expect(runs).toEqual([0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);
    expect(await emailsOf(awaited)).toEqual([1, 2]);
  });

  test("queues each ship reminder once across concurrent runs", async () => {
    const orders = [await order(), await order(), await order()];
    await Promise.all([1, 2, 3, 4].map(() => run(3)));
    for (const one of orders) expect(await emailsOf(one)).toEqual([1]);
  });

  test.each<[string, Record<string, unknown>]>([
    ["shipped", { inbound_shipped_at: new Date() }],
    ["here", { arrived_at: new Date() }],
    ["canceled", { payment_status: "canceled" }],
    ["disputed", { dispute_status: "needs_response" }],
  ])("queues no ship reminder for an order that is %s", async (_, columns) => {
    const left = await order(columns);
    await run(3);
    await run(10);
    expect(await emailsOf(left)).toEqual([]);
  });

  test("drops a ship reminder when the customer reports the shipment first", async () => {
    const awaited = await order();
    await run(3);
    expect(await emailsOf(awaited)).toEqual([1]);
    await sql`update grading_orders set inbound_shipped_at = now() where id = ${awaited.id}`;
    expect(await emailsOf(awaited)).toEqual([]);
  });
});

describe("email choices", () => {
  type Row = { id: number; dedupe_key: string };
  const set = (email: string, p_wanted: boolean) =>
    call<{ wanted: boolean }>(server, "set_optional_emails", {
      p_address_hash: addressHash(email),
      p_wanted,
    });
  const get = (email: string) =>
    call<{ wanted: boolean }>(server, "get_optional_emails", { p_address_hash: addressHash(email) });

  let year = 1800;
  const aTime = () => {
    year += 1;
    return new Date(Date.UTC(year, 0, 1)).toISOString();
  };
  const claimed = async (p_now: string, p_limit = 100) =>
    (await call<Row[]>(server, "claim_outbox", { p_limit, p_now })).map(({ dedupe_key: key }) => key);

  async function queue(at: string, orderId: string, kinds: string[]): Promise<void> {
    const rows = kinds.map((kind) => ({
      dedupe_key: `${kind}:${randomUUID()}`,
      kind,
      payload: sql.json({ order_id: orderId }),
      created_at: at,
      next_attempt_at: at,
    }));
    await sql`insert into outbox ${sql(rows)}`;
  }
  const kindsOf = (keys: string[]) => keys.map((key) => key.split(":")[0] ?? "").sort();

  const orders = {
    guest: async () => {
      const guest_email = anEmail();
      return { email: guest_email, id: (await addOrder(sql, { guest_email })).id };
    },
    account: async () => {
      const { id: user_id, email } = await addUser(sql);
      return { email, id: (await addOrder(sql, { user_id, guest_key: null, guest_email: null })).id };
    },
  };

  afterEach(() => sql`delete from outbox where created_at < '1900-01-01'`);

  test("treats the same email kinds as optional in SQL and TypeScript", async () => {
    const [order, at] = [await orders.guest(), aTime()];
    await queue(at, order.id, [...emailKinds]);
    await set(order.email, false);
    const sent = kindsOf(await claimed(at));
    expect(sent).toEqual(emailKinds.filter((kind) => !optionalEmails.includes(kind)).sort());
  });

  test.each([" Jane@Example.ORG ", "\u0130\u00c4@example.org"])(
    "computes the same hash of %j in SQL and TypeScript",
    async (email) => {
      const [found] = await sql<{ hash: string }[]>`select private.address_hash(${email}) as hash`;
      expect(found?.hash).toBe(addressHash(email));
    },
  );

  test("stores an opt-out only while optional emails are off", async () => {
    const email = anEmail();
    expect(await get(email)).toEqual({ wanted: true });
    for (const wanted of [false, false, true, true]) {
      expect(await set(email.toUpperCase(), wanted)).toEqual({ wanted });
      expect(await get(email)).toEqual({ wanted });
    }
    expect(await sql`select 1 from email_opt_outs where address_hash = ${addressHash(email)}`).toEqual([]);
  });

  test.each(Object.entries(orders))(
    "skips optional emails to the address of %s after an opt-out",
    async (_, make) => {
      const [order, at] = [await make(), aTime()];
      await queue(at, order.id, ["ship_reminder", "no_news", "late", "order_confirmation", "tracking_link"]);
      await set(order.email, false);
      expect(kindsOf(await claimed(at))).toEqual(["late", "order_confirmation", "tracking_link"]);
      const put = await sql`
      select kind, sent_at = ${at} as is_now, failed_at, attempts from outbox
      where created_at = ${at} and is_unwanted order by kind`;
      expect(put.map(({ kind }) => kind)).toEqual(["no_news", "ship_reminder"]);
      for (const row of put) expect(row).toMatchObject({ is_now: true, failed_at: null, attempts: 0 });
      // Emails that were skipped during the opt-out aren't sent later.
      await set(order.email, true);
      expect(await claimed(new Date(Date.parse(at) + 30_000).toISOString())).toEqual([]);
    },
  );
});
