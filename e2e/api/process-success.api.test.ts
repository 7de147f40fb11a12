import { Members, priceOf, sessionOf } from "../../sandbox/builders/members.ts";
import { Product, patiently, stripeOf } from "../../sandbox/builders/product.ts";
import { mailsAbout } from "../../sandbox/builders/rows.ts";
import { MANY_CALLERS } from "../../sandbox/builders/size.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const stripe = stripeOf(product);
const members = new Members(product, database());
const NOT_FOUND = "Payment session not found. Please contact support if you were charged.";

afterAll(() => database().end());

const process = (body: unknown, who: { token?: string } = {}) =>
  product.post("/api/processSuccess", body, who);

test("says what was bought, to its owner, again and again, and to who comes back signed out", async () => {
  const member = await members.joinAsMember("elite");
  const truth = await stripe.subscriptions.retrieve((await members.rowOf(member)).stripe_subscription_id);
  const [item] = truth.items.data;
  for (const who of [member, member, {}]) {
    const { status, body } = await process({ session_id: member.session, user_id: member.userId }, who);
    expect(status).toBe(200);
    const { created_at, current_period_start, current_period_end } = body.subscription;
    const seconds = [created_at, current_period_start, current_period_end].map((at) => Date.parse(at) / 1000);
    expect(seconds).toEqual([truth.created, item?.current_period_start, item?.current_period_end]);
    expect(body).toEqual({
      success: true,
      plan_type: "elite",
      subscription: {
        plan_type: "elite",
        next_plan_type: null,
        status: "active",
        created_at,
        current_period_start,
        current_period_end,
        cancel_at_period_end: false,
      },
    });
  }
});

test("makes the member at once, before any event has come", async () => {
  const person = await product.person();
  const { body } = await members.subscribe(person, priceOf("pro"));
  await product.pay(sessionOf(body.url));
  expect((await process({ session_id: sessionOf(body.url) }, person)).body).toMatchObject({ success: true });
  expect(await members.rowOf(person)).toMatchObject({ status: "active", plan_type: "pro" });
});

test("is refused to another signed-in person, and to who names one", async () => {
  const [member, other] = [await members.joinAsMember("starter"), await product.person()];
  expect((await process({ session_id: member.session }, other)).status).toBe(403);
  expect((await process({ session_id: member.session, user_id: other.userId }, member)).status).toBe(403);
  expect(await members.rowsOf(other)).toEqual([]);
});

test("is never a success for a page that was not paid", async () => {
  const person = await product.person();
  const session = sessionOf((await members.subscribe(person, priceOf("pro"))).body.url);
  expect((await process({ session_id: session }, person)).status).toBe(402);
  await stripe.checkout.sessions.expire(session);
  expect(await process({ session_id: session }, person)).toMatchObject({
    status: 402,
    body: { error: "This payment was not completed, and nothing was charged." },
  });
  expect(await members.rowsOf(person)).toEqual([]);
});

test("a batch's page, and one that is not ours, are none of a membership", async () => {
  const batch = await product.openCheckout({});
  const foreign = await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: priceOf("pro"), quantity: 1 }],
    success_url: `${product.appUrl}/success`,
  });
  for (const session of [batch.body.sessionId, foreign.id]) {
    expect(await process({ session_id: session })).toMatchObject({
      status: 404,
      body: { error: NOT_FOUND },
    });
  }
});

test.each([
  [{}, 400, "Missing required fields"],
  [{ session_id: "" }, 400, "Missing required fields"],
  [{ session_id: null }, 400, "Missing required fields"],
  [{ session_id: 7 }, 400, "Missing required fields"],
  [{ session_id: "cs_test_0123456789abcdef" }, 404, NOT_FOUND],
  [{ session_id: "cs_fake" }, 404, NOT_FOUND],
  [{ session_id: "../../customers" }, 404, NOT_FOUND],
])("%j answers %d", async (body, status, error) => {
  expect(await process(body)).toMatchObject({ status, body: { error } });
});

test("many calls at once of page and webhook leave one membership and one mail", async () => {
  const person = await product.person();
  const session = sessionOf((await members.subscribe(person, priceOf("pro"))).body.url);
  await product.pay(session);
  const answers = await Promise.all(
    Array.from({ length: MANY_CALLERS }, (_, n) =>
      patiently(() =>
        n % 2
          ? process({ session_id: session }, person)
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
  expect(await mailsAbout(database(), row.stripe_subscription_id)).toEqual(["membership_started"]);
}, 120_000);

describe("GET /api/profile", () => {
  const profile = (headers: Record<string, string> = {}) =>
    fetch(`${product.appUrl}/api/profile`, { headers });

  test("answers the person's own profile, and nobody else's", async () => {
    const person = await product.person();
    const answer = await profile({ authorization: `Bearer ${person.token}` });
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(await answer.json()).toMatchObject({
      profile: { user_id: person.userId, email: person.email, country: "US", is_complete: false },
    });
  });

  test("is refused without a session", async () => {
    expect((await profile()).status).toBe(401);
    expect((await profile({ authorization: "Bearer a.b.c" })).status).toBe(401);
  });
});

test("what is no payment page's id is not found at any length, and leaves no counter of its own behind", async () => {
  const counters = async () =>
    (await database()`select 1 from public.rate_limits where key like 'process-session:%nopage%'`).length;
  for (const length of [1, 284, 292])
    expect(await process({ session_id: `nopage${"x".repeat(length)}` })).toMatchObject({
      status: 404,
      body: { error: NOT_FOUND },
    });
  expect(await counters()).toBe(0);
});
