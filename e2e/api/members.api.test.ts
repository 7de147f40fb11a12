import { Members, priceOf, sessionOf } from "../../sandbox/builders/members.ts";
import { eventually, Product, stripeOf } from "../../sandbox/builders/product.ts";
import { exceptionsOf } from "../../sandbox/builders/rows.ts";
import { database } from "../../sandbox/builders/test-database.ts";

const product = new Product();
const stripe = stripeOf(product);
const members = new Members(product, database());

afterAll(() => database().end());

describe("a member", () => {
  test("who asks for another plan is sent to the portal's plan change, never to a second payment", async () => {
    const member = await members.joinAsMember("pro");
    const other = await members.subscribe(member, priceOf("elite"));
    expect(other.status).toBe(200);
    expect(new URL(other.body.url).origin).toBe(new URL(product.setting("PORTAL_ORIGIN")).origin);
    expect(other.body.url).not.toContain("cs_test_");
    const same = await members.subscribe(member, priceOf("pro"));
    expect(same.body.url).not.toContain("cs_test_");
    expect(await members.openPagesOf(member.userId)).toEqual([]);
  });

  test("who paid a moment ago is not offered a second page, although no event has come", async () => {
    const person = await product.person();
    const { body } = await members.subscribe(person, priceOf("pro"));
    await product.pay(sessionOf(body.url));
    const again = await members.subscribe(person, priceOf("pro"));
    expect(again.body.url).not.toContain("cs_test_");
  });

  test("manages billing in the portal; who never paid has none", async () => {
    const member = await members.joinAsMember("starter");
    for (const flow of [undefined, "update", "cancel"]) {
      const opened = await product.post("/api/create-portal-session", { flow }, member);
      expect(opened.status).toBe(200);
      expect(new URL(opened.body.url).origin).toBe(new URL(product.setting("PORTAL_ORIGIN")).origin);
    }
    const person = await product.person();
    expect(await product.post("/api/create-portal-session", {}, person)).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining("no billing") },
    });
    expect((await product.post("/api/create-portal-session", {})).status).toBe(401);
    expect((await product.post("/api/create-portal-session", { flow: "x" }, member)).status).toBe(400);
  });

  test("has a second subscription only as an exception for staff, with all that is needed to act", async () => {
    const member = await members.joinAsMember("pro");
    const first = await members.rowOf(member);
    const { created } = await stripe.subscriptions.retrieve(first.stripe_subscription_id);
    // Of two that began in one second the id decides.
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
    const [noted] = await exceptionsOf(database(), second);
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
});
