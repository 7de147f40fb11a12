import { setTimeout as sleep } from "node:timers/promises";
import type { MembershipPlan } from "../../lib/base/plans.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { Members } from "../../sandbox/builders/members.ts";
import type { Person } from "../../sandbox/builders/person.ts";
import { eventually, Product, pagesOf, patiently } from "../../sandbox/builders/product.ts";
import { addStaff, orderOfBatch } from "../../sandbox/builders/rows.ts";
import { sized } from "../../sandbox/builders/size.ts";
import { database, tally } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const members = new Members(product, database());

afterAll(() => database().end());

const SUBMITS = sized(20, 500);
const RATES = { starter: 25, pro: 22, elite: 19, free: 25, payg: 25 };

/** Submits a batch at the rate of `plan`. */
const submit = (
  person: { token: string },
  cards: number,
  plan: MembershipPlan | "free" | "payg",
  batchId = newBatchId(),
) =>
  product.post(
    "/api/create-checkout-session",
    {
      num_cards: cards,
      total_amount: cards * RATES[plan],
      batch_id: batchId,
      notes: "",
      plan_type: plan,
    },
    person,
  );

/** Submits and pays a batch. */
async function submitAndPay(
  person: { token: string },
  cards: number,
  plan: MembershipPlan | "free" | "payg",
) {
  const { body } = await submit(person, cards, plan);
  await product.pay(body.sessionId);
  await eventually(
    () => orderOfBatch(database(), body.batch_id),
    (row) => row?.payment_status === "paid",
  );
  return body;
}

const ordersOf = ({ userId }: Pick<Person, "userId">) =>
  database()<{ id: string; payment_status: string; num_cards: number; stripe_session_id: string | null }[]>`
    select id, payment_status, num_cards, stripe_session_id from public.grading_orders where user_id = ${userId}`;

const limitReached = (left: number) => ({
  status: 409,
  body: { error: `You can only submit up to ${left} cards this month` },
});

/** Ids of the person's payment pages of batches that can be paid now. */
async function openPagesOf({ userId }: Pick<Person, "userId">) {
  const pages = await pagesOf(product, { user_id: userId });
  return pages.filter(({ status }) => status === "open").map(({ id }) => id);
}

test.each([
  { plan: "starter", limit: 100 },
  { plan: "pro", limit: 500 },
  { plan: "elite", limit: 1000 },
] as const)("$plan: up to $limit cards a month at the member's rate, then pay-as-you-go", async (plan) => {
  const member = await members.joinAsMember(plan.plan);
  expect(await submit(member, plan.limit + 1, plan.plan)).toMatchObject(limitReached(plan.limit));
  expect((await submit(member, 1, "elite")).status).toBe(plan.plan === "elite" ? 200 : 409);
  await submitAndPay(member, plan.limit - 3, plan.plan);
  expect(await submit(member, 4, plan.plan)).toMatchObject(limitReached(3));
  await submitAndPay(member, 3, plan.plan);
  expect(await submit(member, 1, plan.plan)).toMatchObject(limitReached(0));

  const beyond = await submitAndPay(member, 7, "payg");
  const [row] = await database()`select plan_type, rate_cents, total_paid from public.grading_orders
    where batch_id = ${beyond.batch_id}`;
  expect(row).toMatchObject({ plan_type: "payg", rate_cents: 2500, total_paid: "175.00" });
});

test("an open page holds its cards, also against the next one of the same person", async () => {
  const member = await members.joinAsMember("starter");
  await submitAndPay(member, 90, "starter");
  const first = await submit(member, 10, "starter");
  expect(first.status).toBe(200);
  // A new batch closes the former page and frees its cards.
  const second = await submit(member, 10, "starter");
  expect(second.status).toBe(200);
  expect((await product.pay(first.body.sessionId)).status).toBe(409);
  await product.pay(second.body.sessionId);
  await eventually(
    () => orderOfBatch(database(), second.body.batch_id),
    (row) => row?.payment_status === "paid",
  );
  expect(await submit(member, 1, "starter")).toMatchObject(limitReached(0));
});

test("a reservation is over after 40 minutes, and its page with it", async () => {
  const member = await members.joinAsMember("starter");
  const opened = await submit(member, 100, "starter");
  const [row] = await database()<{ minutes: number }[]>`
    select extract(epoch from reservation_expires_at - submitted_at)::int / 60 as minutes
    from public.grading_orders where id = ${opened.body.order_id}`;
  expect(row?.minutes).toBe(40);
  await database()`update public.grading_orders set reservation_expires_at = now() - interval '1 second'
    where id = ${opened.body.order_id}`;
  await product.runJob("/api/cron/reconcile");
  expect((await orderOfBatch(database(), opened.body.batch_id))?.payment_status).toBe("canceled");
  expect((await product.pay(opened.body.sessionId)).status).toBe(409);
  expect((await submit(member, 100, "starter")).status).toBe(200);
});

test("staff are treated as elite without a limit, and flagged", async () => {
  const staff = await product.person();
  await addStaff(database(), staff.userId);
  const opened = await submit(staff, 5000, "elite");
  expect(opened.status).toBe(200);
  await product.pay(opened.body.sessionId);
  await submitAndPay(staff, 5000, "elite");
  const rows = await database()`select distinct o.plan_type, o.rate_cents, a.placed_by_admin
    from public.grading_orders o left join public.order_admin a on a.order_id = o.id where o.user_id = ${staff.userId}`;
  expect(rows).toEqual([{ plan_type: "elite", rate_cents: 1900, placed_by_admin: true }]);
});

test(`${SUBMITS} submits at once with one card left: one payable page at the end, and one card paid`, async () => {
  const member = await members.joinAsMember("starter");
  await submitAndPay(member, 99, "starter");
  // The same batch again, where a slow machine says so: as its page does.
  const submitPatiently = (batchId: string) => patiently(() => submit(member, 1, "starter", batchId));
  const answers = await Promise.all(Array.from({ length: SUBMITS }, () => submitPatiently(newBatchId())));
  const statuses = tally(answers.map(({ status }) => String(status)));
  // Each new batch closes the page of the former one; who loses that race six times in a row is told to try again.
  expect(Object.keys(statuses).filter((status) => !["200", "409", "503"].includes(status))).toEqual([]);
  expect(statuses["200"]).toBeGreaterThan(0);

  // What a slow machine gave up waiting for still ends: with the page of the one order that holds the card. A page that
  // was made after its call had been given up is nobody's: its address was never answered, and it ends by itself.
  const known = new Set<string | null>(answers.map(({ body }) => body.sessionId));
  const openPages = async () => {
    for (const { stripe_session_id } of await ordersOf(member)) known.add(stripe_session_id);
    return (await openPagesOf(member)).filter((id) => known.has(id));
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
  // The page of one call is closed by the next, which may have been given up and go on yet: the last one stays.
  let page = await onePage();
  for (let former: string | undefined; former !== page; page = await onePage()) {
    former = page;
    await sleep(sized(1_000, 10_000));
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
  expect(await submit(member, 1, "starter")).toMatchObject(limitReached(0));
  expect(await openPages()).toEqual([]);
}, 300_000);
