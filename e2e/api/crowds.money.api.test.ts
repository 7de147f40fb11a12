import { setTimeout as sleep } from "node:timers/promises";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { Members, priceOf, sessionOf } from "../../sandbox/builders/members.ts";
import { eventually, Product, pagesOf, patiently } from "../../sandbox/builders/product.ts";
import { emailsAbout, orderOfBatch } from "../../sandbox/builders/rows.ts";
import { database, tally } from "../../sandbox/builders/test-database.ts";

const CALLERS = 100;
const SUBMITS = 50;

const product = new Product();
const sql = database();
const members = new Members(product, sql);
afterAll(() => sql.end());

/** Submits a batch of a starter member. */
const submit = (person: { token: string }, cards: number, batchId = newBatchId()) =>
  product.post(
    "/api/create-checkout-session",
    { num_cards: cards, total_amount: cards * 25, batch_id: batchId, notes: "", plan_type: "starter" },
    person,
  );
const ordersOf = ({ userId }: { userId: string }) =>
  sql<{ id: string; payment_status: string; num_cards: number; stripe_session_id: string | null }[]>`
    select id, payment_status, num_cards, stripe_session_id from public.grading_orders where user_id = ${userId}`;

test(`sells the last card once when ${SUBMITS} submits arrive at once`, async () => {
  const member = await members.joinAsMember("starter");
  const opened = await submit(member, 99);
  await product.pay(opened.body.sessionId);
  await eventually(
    () => orderOfBatch(sql, opened.body.batch_id),
    (row) => row?.payment_status === "paid",
  );
  // Retries a 503 with the same batch, as the page does.
  const submitPatiently = (batchId: string) => patiently(() => submit(member, 1, batchId));
  const answers = await Promise.all(Array.from({ length: SUBMITS }, () => submitPatiently(newBatchId())));
  const statuses = tally(answers.map(({ status }) => String(status)));
  // Each new batch closes the former page. A call that loses this race six times returns 409 or 503.
  expect(Object.keys(statuses).filter((status) => !["200", "409", "503"].includes(status))).toEqual([]);
  expect(statuses["200"]).toBeGreaterThan(0);

  // Requests that timed out still finish on the server. A Checkout Session created after that was never returned, so no one can pay it.
  const known = new Set<string | null>(answers.map(({ body }) => body.sessionId));
  const openPages = async () => {
    for (const { stripe_session_id } of await ordersOf(member)) known.add(stripe_session_id);
    return (await pagesOf(product, { user_id: member.userId })).flatMap(({ id, status }) =>
      status === "open" && known.has(id) ? [id] : [],
    );
  };
  const held = async () =>
    (await ordersOf(member)).filter(({ payment_status }) => payment_status === "unpaid");
  const onePage = async () => {
    const [, [page]] = await eventually(
      async () => [await held(), await openPages()] as const,
      ([orders, open]) =>
        orders.length === 1 && open.length === 1 && open[0] === orders[0]?.stripe_session_id,
    );
    return page;
  };
  // A timed-out call may still close the page of another. Wait until the page stays the same.
  let page = await onePage();
  for (let former: string | undefined; former !== page; page = await onePage()) {
    former = page;
    await sleep(5_000);
  }
  const sessions = (await pagesOf(product, { user_id: member.userId })).filter(({ id }) => known.has(id));
  const payments = await Promise.all(sessions.map(({ id }) => product.pay(id)));
  expect(payments.filter(({ status }) => status === 200)).toHaveLength(1);
  const paid = await eventually(
    async () => (await ordersOf(member)).filter(({ payment_status }) => payment_status === "paid"),
    (rows) => rows.length === 2,
  );
  expect(paid.map(({ stripe_session_id }) => stripe_session_id)).toContain(page);
  expect(paid.reduce((sum, { num_cards }) => sum + num_cards, 0)).toBe(100);
  expect(await submit(member, 1)).toMatchObject({
    status: 409,
    body: { error: "You can only submit up to 0 cards this month" },
  });
  expect(await openPages()).toEqual([]);
}, 300_000);

test("stores one membership and one email for concurrent pages and webhooks", async () => {
  const person = await product.person();
  const session = sessionOf((await members.subscribe(person, priceOf("pro"))).body.url);
  await product.pay(session);
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, (_, n) =>
      patiently(() =>
        n % 2
          ? product.post("/api/processSuccess", { session_id: session }, person)
          : product.deliver(
              JSON.stringify({
                id: `evt_race${n}${session}`,
                object: "event",
                livemode: false,
                type: "checkout.session.completed",
                data: { object: { id: session, object: "checkout.session" } },
              }),
            ),
      ),
    ),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const row = await members.rowOf(person);
  expect(row.status).toBe("active");
  expect(await emailsAbout(sql, row.stripe_subscription_id)).toEqual(["membership_started"]);
}, 120_000);
