import { type MembershipPlan, membershipPriceNames } from "../../lib/base/plans.ts";
import { newBatchId } from "../../lib/orders/batch-id.ts";
import { emailsTo } from "../../sandbox/builders/mailbox.ts";
import { Members, priceOf, sessionOf } from "../../sandbox/builders/members.ts";
import { Product, stripeOf, waitUntil } from "../../sandbox/builders/product.ts";
import { addStaff, orderOfBatch } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const stripe = stripeOf(product);
const sql = database();
const members = new Members(product, sql);
afterAll(() => sql.end());

describe("subscribing", () => {
  test("opens the payment session, then makes the payer a member with one email", async () => {
    const person = await product.person();
    const opened = await members.subscribe(person, priceOf("pro"), {
      user_id: person.userId,
      user_email: person.email,
    });
    expect(opened.status).toBe(200);
    expect(new URL(opened.body.url).origin).toBe(new URL(product.setting("CHECKOUT_ORIGIN")).origin);
    const session = await stripe.checkout.sessions.retrieve(sessionOf(opened.body.url));
    const metadata = { app: "slabrelay", kind: "membership", user_id: person.userId, plan: "pro" };
    expect(session).toMatchObject({
      mode: "subscription",
      metadata,
      success_url: `${product.appUrl}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${product.appUrl}/pricing?left=pro`,
    });
    await product.pay(session.id);
    const row = await members.until(person, (found) => found?.status === "active");
    expect(row).toMatchObject({ plan_type: "pro", cancel_at_period_end: false });
    expect(row?.current_period_end.getTime()).toBeGreaterThan(Date.now() + 27 * 86_400_000);
    const subscription = await stripe.subscriptions.retrieve(row?.stripe_subscription_id ?? "");
    expect(subscription.metadata).toMatchObject(metadata);
    const mails = await waitUntil(
      () => emailsTo(person.email),
      (list) => list.length > 0,
    );
    expect(mails.map(({ subject }) => subject)).toEqual(["Welcome to Serious Collector"]);
  });

  test("returns a plan only to its member", async () => {
    const ask = async (token?: string) => {
      const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {};
      const response = await fetch(`${product.appUrl}/api/membership`, { headers });
      return { status: response.status, body: await response.json() };
    };
    expect((await ask()).status).toBe(401);
    expect(await ask((await product.person()).token)).toEqual({ status: 200, body: { plan: null } });
    expect(await ask((await members.joinAsMember("starter")).token)).toEqual({
      status: 200,
      body: { plan: "starter" },
    });
  });

  test("reuses the open session and closes it when another plan is chosen", async () => {
    const person = await product.person();
    const first = await members.subscribe(person, priceOf("pro"));
    expect((await members.subscribe(person, priceOf("pro"))).body.url).toBe(first.body.url);
    const other = await members.subscribe(person, priceOf("elite"));
    expect(other.body.url).not.toBe(first.body.url);
    expect((await members.listOpenSessions(person.userId)).map(({ id }) => id)).toEqual([
      sessionOf(other.body.url),
    ]);
    expect((await product.pay(sessionOf(first.body.url))).status).toBe(409);
    const back = await members.subscribe(person, priceOf("pro"));
    expect([first.body.url, other.body.url]).not.toContain(back.body.url);
    expect(await members.listOpenSessions(person.userId)).toHaveLength(1);
  });

  test("opens the same session for our price name and for Stripe's ID", async () => {
    const person = await product.person();
    const byName = await members.subscribe(person, membershipPriceNames.pro);
    expect(byName.status).toBe(200);
    expect((await members.subscribe(person, priceOf("pro"))).body.url).toBe(byName.body.url);
    expect((await members.subscribe(person, "pro")).status).toBe(400);
  });
});

describe("refused", () => {
  test.each([
    ["foreign", "price_sandbox_foreign"],
    ["archived", "price_sandbox_archived"],
    ["missing", undefined],
  ])("rejects a price that is %s", async (_, price) => {
    const person = await product.person();
    expect(await members.subscribe(person, price as string)).toMatchObject({
      status: 400,
      body: { error: "Invalid plan selected" },
    });
    expect(await members.listOpenSessions(person.userId)).toEqual([]);
  });
});

describe("members", () => {
  describe("a member", () => {
    test("opens the portal for members only", async () => {
      const member = await members.joinAsMember("starter");
      for (const flow of [undefined, "update", "cancel"]) {
        const opened = await product.post("/api/create-portal-session", { flow }, member);
        expect(opened.status).toBe(200);
        expect(new URL(opened.body.url).origin).toBe(new URL(product.setting("PORTAL_ORIGIN")).origin);
      }
      const person = await product.person();
      expect(await product.post("/api/create-portal-session", {}, person)).toMatchObject({
        status: 404,
        body: { error: expect.stringContaining("a billing account yet") },
      });
      expect((await product.post("/api/create-portal-session", {})).status).toBe(401);
      expect((await product.post("/api/create-portal-session", { flow: "x" }, member)).status).toBe(400);
    });
  });
});

describe("the page after paying", () => {
  const NOT_FOUND = "Payment session not found. Please contact support if you were charged.";

  const process = (body: unknown, who: { token?: string } = {}) =>
    product.post("/api/processSuccess", body, who);

  test("returns the purchase to its owner repeatedly, even when signed out", async () => {
    const member = await members.joinAsMember("elite");
    const truth = await stripe.subscriptions.retrieve((await members.readRow(member)).stripe_subscription_id);
    const [item] = truth.items.data;
    for (const who of [member, member, {}]) {
      const { status, body } = await process({ session_id: member.session, user_id: member.userId }, who);
      expect(status).toBe(200);
      const { created_at, current_period_start, current_period_end } = body.subscription;
      const seconds = [created_at, current_period_start, current_period_end].map(
        (at) => Date.parse(at) / 1000,
      );
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

  test("grants the membership before any event arrives", async () => {
    const person = await product.person();
    const { body } = await members.subscribe(person, priceOf("pro"));
    await product.pay(sessionOf(body.url));
    expect((await process({ session_id: sessionOf(body.url) }, person)).body).toMatchObject({
      success: true,
    });
    expect(await members.readRow(person)).toMatchObject({ status: "active", plan_type: "pro" });
  });

  test("rejects a different signed-in or named person", async () => {
    const [member, other] = [await members.joinAsMember("starter"), await product.person()];
    expect((await process({ session_id: member.session }, other)).status).toBe(403);
    expect((await process({ session_id: member.session, user_id: other.userId }, member)).status).toBe(403);
    expect(await members.listRows(other)).toEqual([]);
  });

  test("never succeeds for an unpaid session", async () => {
    const person = await product.person();
    const session = sessionOf((await members.subscribe(person, priceOf("pro"))).body.url);
    expect((await process({ session_id: session }, person)).status).toBe(402);
    await stripe.checkout.sessions.expire(session);
    expect(await process({ session_id: session }, person)).toMatchObject({
      status: 402,
      body: { error: "This payment wasn't completed. You haven't been charged." },
    });
    expect(await members.listRows(person)).toEqual([]);
  });

  test("rejects the session of a batch or of another app", async () => {
    const batch = await product.openCheckout({});
    const foreign = await stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [{ price: priceOf("pro"), quantity: 1 }],
      success_url: `${product.appUrl}/success`,
    });
    for (const session_id of [batch.body.sessionId, foreign.id])
      expect(await process({ session_id })).toMatchObject({ status: 404, body: { error: NOT_FOUND } });
  });

  test.each([
    [{}, 400, "Missing required fields"],
    [{ session_id: "cs_test_0123456789abcdef" }, 404, NOT_FOUND],
  ])("responds to %j with %d", async (body, status, error) => {
    expect(await process(body)).toMatchObject({ status, body: { error } });
  });

  describe("GET /api/profile", () => {
    const profile = (headers: Record<string, string> = {}) =>
      fetch(`${product.appUrl}/api/profile`, { headers });

    test("returns only the caller's profile", async () => {
      const person = await product.person();
      const answer = await profile({ authorization: `Bearer ${person.token}` });
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
      expect(await answer.json()).toMatchObject({
        profile: { user_id: person.userId, email: person.email, country: "US", is_complete: false },
      });
    });

    test("requires a session", async () => {
      expect((await profile()).status).toBe(401);
      expect((await profile({ authorization: "Bearer a.b.c" })).status).toBe(401);
    });
  });
});

describe("cards of a month", () => {
  const RATES = { starter: 25, pro: 22, elite: 19, free: 25, payg: 25 };

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

  async function submitAndPay(
    person: { token: string },
    cards: number,
    plan: MembershipPlan | "free" | "payg",
  ) {
    const { body } = await submit(person, cards, plan);
    await product.pay(body.sessionId);
    await waitUntil(
      () => orderOfBatch(sql, body.batch_id),
      (row) => row?.payment_status === "paid",
    );
    return body;
  }

  const limitReached = (left: number) => ({
    status: 409,
    body: { error: `You can only submit up to ${left.toLocaleString("en-US")} cards this month` },
  });

  test.each([
    { plan: "starter", limit: 100 },
    { plan: "pro", limit: 500 },
    { plan: "elite", limit: 1000 },
  ] as const)("limits $plan to $limit cards a month at the member's rate", async ({ plan, limit }) => {
    const member = await members.joinAsMember(plan);
    expect(await submit(member, limit + 1, plan)).toMatchObject(limitReached(limit));
    expect((await submit(member, 1, "elite")).status).toBe(plan === "elite" ? 200 : 409);
    await submitAndPay(member, limit, plan);
    expect(await submit(member, 1, plan)).toMatchObject(limitReached(0));
  });

  test("charges the pay-as-you-go rate above the monthly limit", async () => {
    const member = await members.joinAsMember("starter");
    await submitAndPay(member, 97, "starter");
    expect(await submit(member, 4, "starter")).toMatchObject(limitReached(3));
    const beyond = await submitAndPay(member, 7, "payg");
    const [row] = await sql`select plan_type, rate_cents, total_paid from public.grading_orders
    where batch_id = ${beyond.batch_id}`;
    expect(row).toMatchObject({ plan_type: "payg", rate_cents: 2500, total_paid: "175.00" });
  });

  test("checks with Stripe before refusing a member's rate when a renewal event is late", async () => {
    const member = await members.joinAsMember("pro");
    const row = await members.readRow(member);
    const { items } = await stripe.subscriptions.retrieve(row.stripe_subscription_id);
    const endedAgo = (minutes: number) => sql`update public.subscriptions
      set current_period_start = now() - interval '31 days', current_period_end = now() - ${`${minutes} minutes`}::interval
      where user_id = ${member.userId}`;
    await endedAgo(1);
    expect((await submit(member, 1, "pro")).status).toBe(200);
    expect((await members.readRow(member)).current_period_end.getTime()).toBe(
      Number(items.data[0]?.current_period_end) * 1000,
    );
    // Too long ago for a pending renewal.
    await endedAgo(180);
    expect((await submit(member, 1, "pro")).status).toBe(409);
  });

  test("treats staff as elite members without a limit and flags their orders", async () => {
    const staff = await product.person();
    await addStaff(sql, staff.userId);
    const opened = await submit(staff, 5000, "elite");
    expect(opened.status).toBe(200);
    await product.pay(opened.body.sessionId);
    await submitAndPay(staff, 5000, "elite");
    const rows = await sql`select distinct o.plan_type, o.rate_cents, a.placed_by_admin
    from public.grading_orders o left join public.order_admin a on a.order_id = o.id where o.user_id = ${staff.userId}`;
    expect(rows).toEqual([{ plan_type: "elite", rate_cents: 1900, placed_by_admin: true }]);
  });
});
