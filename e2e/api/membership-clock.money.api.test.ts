import { newBatchId } from "../../lib/orders/batch-id.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import { Members, priceOf } from "../../sandbox/builders/members.ts";
import type { Person } from "../../sandbox/builders/person.ts";
import { eventually, Product, stripeOf } from "../../sandbox/builders/product.ts";
import { exceptionsOf } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

jest.setTimeout(120_000);

const product = new Product();
const stripe = stripeOf(product);
const sql = database();
const members = new Members(product, sql);

const FAILS_LATER = "4000000000000341";
const DAY = 86_400;
/** What a member enters on the portal's page to change the card. */
const NEW_CARD = {
  action: "change_card",
  billing_country: "US",
  card_cvc: "123",
  card_expiry: "12/40",
  card_number: "5555555555554444",
  cardholder_name: "Ann",
};

afterEach(async () => {
  await product.control("/faults", {}, "DELETE");
  await product.control("/clock", { reset: true });
});
afterAll(() => sql.end());

const pass = (days: number) => product.control("/clock", { advance: days * DAY });
const periodAtStripe = async (id: string) =>
  (await stripe.subscriptions.retrieve(id)).items.data[0]?.current_period_end;
const subjectsTo = async (person: Person) => (await emailsTo(person.email)).map(({ subject }) => subject);

const submit = (person: Person, cards: number, rate: number) =>
  product.post(
    "/api/create-checkout-session",
    { num_cards: cards, total_amount: cards * rate, batch_id: newBatchId(), plan_type: "elite" },
    person,
  );
/** Chooses a plan on the page that "Upgrade plan" and "Manage billing" lead to. */
async function choosePlan(person: Person, price: string) {
  const { stripe_subscription_id: subscription } = await members.rowOf(person);
  const portal = await product.post("/api/create-portal-session", { flow: "update" }, person);
  const body = new URLSearchParams({ action: "change_plan", price, subscription });
  expect((await fetch(portal.body.url, { method: "POST", body })).status).toBe(200);
}

test("moves the period at renewal without an email", async () => {
  const member = await members.joinAsMember("pro");
  const before = await members.rowOf(member);
  await pass(32);
  const after = await members.inStep(member);
  expect(after.status).toBe("active");
  expect(after.current_period_end.getTime()).toBeGreaterThan(before.current_period_end.getTime());
  expect(after.current_period_start.getTime()).toBe(before.current_period_end.getTime());
  await eventually(
    () => subjectsTo(member),
    (subjects) => subjects.length > 0,
  );
  expect(await subjectsTo(member)).toEqual(["Welcome to Serious Collector"]);
});

test("starts a lower plan at the next renewal", async () => {
  const member = await members.joinAsMember("elite");
  await choosePlan(member, "price_sandbox_starter");
  await eventually(
    () => subjectsTo(member),
    (subjects) => subjects.some((subject) => subject.startsWith("You'll switch to Casual Collector on")),
  );
  expect((await members.rowOf(member)).plan_type).toBe("elite");
  expect((await submit(member, 1, 19)).status).toBe(200);
  await pass(32);
  await members.until(member, (row) => row?.plan_type === "starter");
  await eventually(
    () => subjectsTo(member),
    (subjects) => subjects.includes("You're now on Casual Collector"),
  );
});
/** Makes the job read events now instead of every 15 minutes. */
const forgetWhenLooked = () => sql`delete from public.job_progress where kind = 'events'`;

test("catches up on lost events in the reconcile job", async () => {
  const member = await members.joinAsMember("pro");
  const before = await members.rowOf(member);
  await product.control("/faults", { target: "webhook", action: "lose", times: null });
  await stripe.subscriptions.update(before.stripe_subscription_id, { cancel_at_period_end: true });
  expect(await members.rowOf(member)).toMatchObject({ cancel_at_period_end: false });
  await forgetWhenLooked();
  const report = await product.runJob("/api/cron/reconcile");
  expect(report).toMatchObject({ status: 200, body: { failed: 0 } });
  expect(report.body.replayed).toBeGreaterThan(0);
  expect(await members.rowOf(member)).toMatchObject({ cancel_at_period_end: true });
});

test("finds a membership that started while no event arrived", async () => {
  const person = await product.person();
  await product.control("/faults", { target: "webhook", action: "lose", times: null });
  const { body } = await members.subscribe(person, "price_sandbox_pro");
  await product.pay(/cs_test_\w+/.exec(body.url)?.[0] ?? "");
  expect(await members.rowsOf(person)).toEqual([]);
  await forgetWhenLooked();
  await product.runJob("/api/cron/reconcile");
  expect(await members.rowOf(person)).toMatchObject({ status: "active", plan_type: "pro" });
});

test("asks Stripe before it refuses a member's rate around a late renewal event", async () => {
  const member = await members.joinAsMember("pro");
  const row = await members.rowOf(member);
  const late = (minutes: number) => sql`update public.subscriptions
    set current_period_start = now() - interval '31 days', current_period_end = now() - ${`${minutes} minutes`}::interval
    where user_id = ${member.userId}`;
  const submit = (rate: number) =>
    product.post(
      "/api/create-checkout-session",
      {
        num_cards: 1,
        total_amount: rate,
        batch_id: newBatchId(),
        plan_type: "pro",
      },
      member,
    );
  await late(1);
  expect((await submit(22)).status).toBe(200);
  expect((await members.rowOf(member)).current_period_end.getTime()).toBe(
    Number(await periodAtStripe(row.stripe_subscription_id)) * 1000,
  );
  // Too long ago for a pending renewal.
  await late(180);
  expect((await submit(22)).status).toBe(409);
});

test("shows and emails a failed renewal, and recovers with another card", async () => {
  const member = await members.joinAsMember("starter", FAILS_LATER);
  await pass(32);
  const failed = await members.inStep(member);
  expect(failed.status).toBe("past_due");
  const submit = (rate: number) =>
    product.post(
      "/api/create-checkout-session",
      { num_cards: 1, total_amount: rate, batch_id: newBatchId(), plan_type: "free" },
      member,
    );
  expect((await submit(25)).status).toBe(200);
  const [order] = await sql`select plan_type from public.grading_orders where user_id = ${member.userId}`;
  expect(order?.plan_type).toBe("free");
  await eventually(
    () => subjectsTo(member),
    (subjects) => subjects.includes("We couldn't renew your membership"),
  );

  const portal = await product.post("/api/create-portal-session", {}, member);
  const answer = await fetch(portal.body.url, {
    method: "POST",
    body: new URLSearchParams({ ...NEW_CARD, subscription: failed.stripe_subscription_id }),
  });
  expect(answer.status).toBe(200);
  expect((await members.inStep(member)).status).toBe("active");
});

test("shows a cancellation, takes it back, and ends with the period", async () => {
  const member = await members.joinAsMember("elite");
  const { stripe_subscription_id: id } = await members.rowOf(member);
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  expect(await members.inStep(member)).toMatchObject({ status: "active", cancel_at_period_end: true });
  await eventually(
    () => subjectsTo(member),
    (subjects) => subjects.some((subject) => subject.startsWith("Your membership ends")),
  );
  await stripe.subscriptions.update(id, { cancel_at_period_end: false });
  expect(await members.inStep(member)).toMatchObject({ cancel_at_period_end: false });
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await pass(32);
  expect(await members.inStep(member)).toMatchObject({ status: "canceled" });
});

test("grants a higher plan only once it's paid for", async () => {
  const member = await members.joinAsMember("starter");
  const { stripe_subscription_id: id } = await members.rowOf(member);
  const [item] = (await stripe.subscriptions.retrieve(id)).items.data;
  const to = (price: string, proration_behavior: "none" | "always_invoice") =>
    stripe.subscriptions.update(id, { items: [{ id: item?.id ?? "", price }], proration_behavior });
  const planned = (next: string | null) =>
    eventually(
      async () =>
        (await sql`select next_plan_type from public.subscriptions where user_id = ${member.userId}`)[0],
      (row) => row?.next_plan_type === next,
    );
  await to("price_sandbox_elite", "none");
  await planned("elite");
  expect((await members.rowOf(member)).plan_type).toBe("starter");
  expect((await submit(member, 1, 19)).status).toBe(409);
  await to("price_sandbox_starter", "none");
  await planned(null);
  await choosePlan(member, "price_sandbox_elite");
  await members.until(member, (row) => row?.plan_type === "elite");
  expect((await submit(member, 1, 19)).status).toBe(200);
  await eventually(
    () => subjectsTo(member),
    (subjects) => subjects.includes("You're now on Volume Master"),
  );
  await stripe.subscriptions.cancel(id);
  expect(await members.inStep(member)).toMatchObject({ status: "canceled" });
});

test("reports a member's second subscription to staff", async () => {
  const member = await members.joinAsMember("pro");
  const first = await members.rowOf(member);
  const { created } = await stripe.subscriptions.retrieve(first.stripe_subscription_id);
  // In the same second, the ID would decide.
  await eventually(
    () => product.control("/clock", {}, "GET"),
    ({ body }) => body.now > created,
  );
  const forced = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer: first.stripe_customer_id,
    line_items: [{ price: priceOf("elite"), quantity: 1 }],
    success_url: `${product.appUrl}/success`,
  });
  await product.pay(forced.id);
  const rows = await eventually(
    () => members.rowsOf(member),
    (list) => list.length === 2,
  );
  const forcedOn = await stripe.checkout.sessions.retrieve(forced.id);
  const second = String(forcedOn.subscription);
  const statusOf = Object.fromEntries(rows.map((row) => [row.stripe_subscription_id, row.status]));
  expect(statusOf).toEqual({ [first.stripe_subscription_id]: "active", [second]: "duplicate" });
  const [noted] = await exceptionsOf(sql, second);
  expect(noted).toMatchObject({
    reason: "second_subscription",
    detail: {
      user_id: member.userId,
      stripe_customer_id: first.stripe_customer_id,
      kept_subscription_id: first.stripe_subscription_id,
      subscription_id: second,
    },
  });
});
