import { randomUUID } from "node:crypto";
import { staffApiPaths } from "../../lib/base/staff-api-paths.ts";
import { anEmail } from "../../sandbox/builders/ids.ts";
import { mailsTo } from "../../sandbox/builders/mailbox.ts";
import {
  eventually,
  logInAsCustomer,
  logInAsStaff,
  Product,
  payForBatch,
  type SignedIn,
  stripeOf,
} from "../../sandbox/builders/product.ts";
import {
  addGivenUpEvent,
  addOrder,
  addOrders,
  addProfile,
  eventsOf,
  storedOrder,
} from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const sql = database();
let staff: SignedIn;
beforeAll(async () => {
  staff = await logInAsStaff(product, sql);
});
afterAll(() => sql.end());

describe("GET /api/admin/user-profile", () => {
  const ask = async (query: string, headers: Record<string, string>) => {
    const response = await fetch(product.appUrl + staffApiPaths.userProfile + query, { headers });
    return { status: response.status, body: await response.json() };
  };
  const byHeader = (userId: string, token = staff.token) =>
    ask(`?user_id=${userId}`, { "x-admin-token": token });

  test("answers the profile and the last ten orders, newest first, to the token of staff", async () => {
    const person = await product.person();
    await addProfile(sql, person.userId, { city: "Portland" });
    const orders = await addOrders(sql, person, 11);
    const { status, body } = await byHeader(person.userId);
    expect(status).toBe(200);
    expect(body.profile).toMatchObject({ user_id: person.userId, email: person.email, city: "Portland" });
    expect(body.orders.map(({ id }: { id: string }) => id)).toEqual(orders.slice(0, 10).map(({ id }) => id));
    expect(Object.keys(body).sort()).toEqual(["orders", "profile"]);
  });

  test("believes a header only by its own signature, whatever comes beside it", async () => {
    const customer = await logInAsCustomer(product);
    const [head, payload] = staff.token.split(".");
    const forged = `${head}.${payload}.${"A".repeat(43)}`;
    expect((await byHeader(customer.userId, customer.token)).status).toBe(403);
    for (const token of [forged, "true", ""]) {
      expect((await byHeader(customer.userId, token)).status).toBe(401);
      const beside = { "x-admin-token": token, cookie: staff.cookie, authorization: `Bearer ${staff.token}` };
      expect((await ask(`?user_id=${customer.userId}`, beside)).status).toBe(401);
    }
    // The other way round: the header counts, not the customer's cookie beside it.
    const own = { "x-admin-token": staff.token, cookie: customer.cookie };
    expect((await ask(`?user_id=${customer.userId}`, own)).status).toBe(200);
  });

  test.each([
    ["nobody", "", 400, "No user_id provided"],
    ["an empty id", "?user_id=", 400, "No user_id provided"],
    ["no id at all", "?user_id=42", 404, "No Profile Found"],
    ["an account that is none", `?user_id=${randomUUID()}`, 404, "No Profile Found"],
  ])("of %s says so", async (_, query, status, error) => {
    expect(await ask(query, { cookie: staff.cookie })).toMatchObject({ status, body: { error } });
  });
});

describe("an order's arrival", () => {
  test("is noted once, by whom", async () => {
    const order = await addOrder(sql);
    const first = await product.post(staffApiPaths.arrival(order.id), {}, staff);
    expect(first).toMatchObject({ status: 200, body: { outcome: "arrived", order: { id: order.id } } });
    const again = await product.post(staffApiPaths.arrival(order.id), {}, staff);
    expect(again).toMatchObject({ status: 200, body: { outcome: "already_arrived" } });
    expect((await eventsOf(sql, order.id)).map(({ type, actor_id }) => [type, actor_id])).toEqual([
      ["arrived", staff.userId],
    ]);
  });

  test("of no order is 404", async () => {
    const answer = await product.post(staffApiPaths.arrival(randomUUID()), {}, staff);
    expect(answer).toMatchObject({ status: 404, body: { code: "order_not_found" } });
  });
});

describe("asking the payment service anew about an order", () => {
  const sync = (id: string) => product.post(staffApiPaths.sync(id), {}, staff);

  test("books what was paid and what was refunded, whatever stood here", async () => {
    const { id, payment } = await payForBatch(product, sql);
    await sql`update public.grading_orders set stripe_payment_intent_id = null, payment_status = 'unpaid',
      total_paid = null, paid_at = null where id = ${id}`;
    expect(await sync(id)).toMatchObject({ status: 200, body: { outcome: "asked" } });
    expect(await storedOrder(sql, id)).toMatchObject({
      payment_status: "paid",
      stripe_payment_intent_id: payment,
    });

    await stripeOf(product).refunds.create({ payment_intent: payment, amount: 2_000 });
    await eventually(
      () => storedOrder(sql, id),
      (row) => row.refunded_cents === 2_000,
    );
    await sql`update public.grading_orders set refunded_cents = 0 where id = ${id}`;
    expect((await sync(id)).status).toBe(200);
    expect((await storedOrder(sql, id)).refunded_cents).toBe(2_000);
  });

  test("is refused where there is no payment to ask about", async () => {
    const order = await addOrder(sql, { stripe_session_id: null, stripe_payment_intent_id: null });
    expect(await sync(order.id)).toMatchObject({ status: 409, body: { code: "order_without_payment" } });
    expect(await sync(randomUUID())).toMatchObject({ status: 404, body: { code: "order_not_found" } });
  });
});

test("a mail that was given up is sent when staff say so, and only such a one", async () => {
  const email = anEmail();
  const { id } = await payForBatch(product, sql, {}, { email });
  // In the mailbox is not enough: a moment later the worker writes that it has sent it.
  await eventually(
    () => sql`select 1 from public.outbox where payload ->> 'order_id' = ${id} and sent_at is not null`,
    (sent) => sent.length === 1,
  );
  const [mail] = await sql<{ id: string }[]>`update public.outbox set sent_at = null, failed_at = now()
    where payload ->> 'order_id' = ${id} returning id`;
  const retry = () => product.post(staffApiPaths.retryMail, { mail_id: Number(mail?.id) }, staff);
  expect(await retry()).toMatchObject({ status: 200, body: { outcome: "queued" } });
  await eventually(
    () => mailsTo(email),
    (mails) => mails.length === 2,
  );
  expect(await retry()).toMatchObject({ status: 409, body: { code: "mail_under_way" } });
});

test("a delivery that was given up is worked again when staff say so", async () => {
  const event = await addGivenUpEvent(sql);
  const retry = () => product.post(staffApiPaths.retryEvent, { event_id: event }, staff);
  expect(await retry()).toMatchObject({ status: 200, body: { outcome: "queued" } });
  expect(await retry()).toMatchObject({ status: 409, body: { code: "event_under_way" } });
  const [row] = await sql<{ attempts: number }[]>`
    select attempts from public.stripe_events where event_id = ${event}`;
  expect(row?.attempts).toBeLessThan(20);
});

describe("the file name of an invoice", () => {
  const save = async (invoice_filename: string) => {
    const order = await addOrder(sql);
    const body = { version: order.version, changes: { invoice_filename } };
    const { status } = await product.post(staffApiPaths.order(order.id), body, staff);
    return { status, kept: (await storedOrder(sql, order.id)).invoice_filename };
  };

  test.each(["a.pdf", "a.jpg", "a.jpeg", "a.png", "A.PDF", "a b.Jpeg", "rechnung-ä.png"])(
    "%s is kept",
    async (name) => expect(await save(name)).toEqual({ status: 200, kept: name }),
  );

  test.each(["a.gif", "a.pdf.exe", "a", "pdf", ".pdf", "a/b.pdf", "a\\b.pdf", "a.pdf\n", "a.svg", "a.pdf "])(
    "%j is refused",
    async (name) => expect(await save(name)).toEqual({ status: 400, kept: null }),
  );
});
