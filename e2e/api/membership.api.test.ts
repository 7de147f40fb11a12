import { membershipPriceNames } from "../../lib/base/plans.ts";
import { mailsTo } from "../../sandbox/builders/mailbox.ts";
import { Members, priceOf, sessionOf } from "../../sandbox/builders/members.ts";
import { eventually, Product, patiently, stripeOf } from "../../sandbox/builders/product.ts";
import { MANY_CALLERS } from "../../sandbox/builders/size.ts";
import { storedCustomer } from "../../sandbox/builders/subscriber.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const stripe = stripeOf(product);
const members = new Members(product, database());

afterAll(() => database().end());

const customersOf = async (email: string) => (await stripe.customers.list({ email, limit: 100 })).data;

describe("subscribing", () => {
  test("leads to the payment page; once paid the person is a member and gets one mail", async () => {
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
    const mails = await eventually(
      () => mailsTo(person.email),
      (list) => list.length > 0,
    );
    expect(mails.map(({ subject }) => subject)).toEqual(["Your membership has started: Serious Collector"]);
  });

  test("a person's own plan is told to that person alone", async () => {
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

  test("a second click leads to the same page; another plan closes it", async () => {
    const person = await product.person();
    const first = await members.subscribe(person, priceOf("pro"));
    expect((await members.subscribe(person, priceOf("pro"))).body.url).toBe(first.body.url);
    const other = await members.subscribe(person, priceOf("elite"));
    expect(other.body.url).not.toBe(first.body.url);
    expect((await members.openPagesOf(person.userId)).map(({ id }) => id)).toEqual([
      sessionOf(other.body.url),
    ]);
    expect((await product.pay(sessionOf(first.body.url))).status).toBe(409);
    const back = await members.subscribe(person, priceOf("pro"));
    expect([first.body.url, other.body.url]).not.toContain(back.body.url);
    expect(await members.openPagesOf(person.userId)).toHaveLength(1);
  });

  test("our name of a price leads to the same page as the payment service's id of it", async () => {
    const person = await product.person();
    const byName = await members.subscribe(person, membershipPriceNames.pro);
    expect(byName.status).toBe(200);
    expect((await members.subscribe(person, priceOf("pro"))).body.url).toBe(byName.body.url);
    expect((await members.subscribe(person, "pro")).status).toBe(400);
  });

  test("a page that was closed meanwhile is replaced by a new one", async () => {
    const person = await product.person();
    const first = await members.subscribe(person, priceOf("pro"));
    await stripe.checkout.sessions.expire(sessionOf(first.body.url));
    const second = await members.subscribe(person, priceOf("pro"));
    expect(second.status).toBe(200);
    expect(second.body.url).not.toBe(first.body.url);
  });

  test("many clicks at once: one customer, one open page", async () => {
    const person = await product.person();
    const answers = await Promise.all(
      Array.from({ length: MANY_CALLERS }, () =>
        patiently(() => members.subscribe(person, priceOf("starter"))),
      ),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
    expect(await members.openPagesOf(person.userId)).toHaveLength(1);
    expect(await customersOf(person.email)).toHaveLength(1);
  }, 120_000);

  test("tabs that ask for different plans at once leave one open page", async () => {
    for (let round = 0; round < 5; round++) {
      const person = await product.person();
      const answers = await Promise.all(
        (["starter", "pro", "elite", "pro", "starter", "elite"] as const).map((plan) =>
          members.subscribe(person, priceOf(plan)),
        ),
      );
      expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
      expect(await members.openPagesOf(person.userId)).toHaveLength(1);
      expect(await customersOf(person.email)).toHaveLength(1);
    }
  }, 120_000);

  test("a failure that the payment service has stored under the key is passed by", async () => {
    const person = await product.person();
    await members.subscribe(person, priceOf("starter"));
    const customer = String(await storedCustomer(database(), person.userId));
    await product.control("/faults", {
      target: "api",
      method: "POST",
      path: "/v1/checkout/sessions",
      params: { customer },
      status: 500,
      stored: true,
      times: 1,
    });
    const opened = await members.subscribe(person, priceOf("elite"));
    expect(opened.status).toBe(200);
    expect(await members.openPagesOf(person.userId)).toHaveLength(1);
  });
});

describe("refused", () => {
  test.each([
    ["unknown", "price_0123456789"],
    ["foreign", "price_sandbox_foreign"],
    ["archived", "price_sandbox_archived"],
    ["empty", ""],
    ["of another case", "PRICE_SANDBOX_PRO"],
    ["long", "p".repeat(300)],
    ["no text", 42],
    ["missing", undefined],
    ["a list", ["price_sandbox_pro"]],
  ])("a price that is %s", async (_, price) => {
    const person = await product.person();
    expect(await members.subscribe(person, price as string)).toMatchObject({
      status: 400,
      body: { error: "Invalid plan selected" },
    });
    expect(await members.openPagesOf(person.userId)).toEqual([]);
  });

  test("who is not signed in, and who names somebody else", async () => {
    const [person, other] = [await product.person(), await product.person()];
    expect(await members.subscribe({}, priceOf("pro"))).toMatchObject({
      status: 401,
      body: { error: "Please log in to continue." },
    });
    expect((await members.subscribe({ token: "a.b.c" }, priceOf("pro"))).status).toBe(401);
    const foreign = await members.subscribe(person, priceOf("pro"), { user_id: other.userId });
    expect(foreign.status).toBe(403);
    expect(await members.openPagesOf(person.userId)).toEqual([]);
    expect(await members.openPagesOf(other.userId)).toEqual([]);
  });

  test.each(["GET", "PUT", "PATCH", "DELETE"])("%s", async (method) => {
    for (const path of ["createCheckoutSession", "create-portal-session", "processSuccess"]) {
      const response = await fetch(`${product.appUrl}/api/${path}`, { method });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    }
  });

  test.each<Record<string, string>>([
    {},
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
  ])("a call from elsewhere: %j", async (headers) => {
    for (const path of ["createCheckoutSession", "create-portal-session", "processSuccess"]) {
      const response = await fetch(`${product.appUrl}/api/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: "{}",
      });
      expect(response.status).toBe(403);
    }
  });
});
