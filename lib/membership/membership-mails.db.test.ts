import { catchLog } from "@/sandbox/builders/caught-log";
import { ownPayments } from "@/sandbox/builders/own-payments";
import { mailsAbout } from "@/sandbox/builders/rows";
import { changePrice } from "@/sandbox/builders/subscriber";
import { aSyncedMember } from "@/sandbox/builders/synced-member";
import { connect } from "@/sandbox/builders/test-database";

/* The last mail about what becomes of a membership is the one that is true. */

const sql = connect();
const payments = ownPayments();
catchLog();

const STARTER = "price_sandbox_starter";
const ELITE = "price_sandbox_elite";
const aMember = (price: string) => aSyncedMember(sql, payments, price);

test("the last of several plans that were chosen to follow is the last one written about", async () => {
  const { id, synced } = await aMember(ELITE);
  for (const price of [STARTER, "price_sandbox_pro", STARTER]) {
    await changePrice(payments, id, price);
    await synced();
    await sql`update outbox set sent_at = now() where payload ->> 'subscription_id' = ${id}`;
  }
  await synced();
  expect((await mailsAbout(sql, id)).filter((kind) => kind === "membership_change_planned")).toHaveLength(3);
});

describe("what was to come, was told, and does not come", () => {
  const came = () => sql`update outbox set sent_at = now() where sent_at is null and kind like 'membership%'`;
  const kindsOf = async (id: string) =>
    (await mailsAbout(sql, id)).filter((kind) => kind !== "membership_started");

  test.each([
    [
      "a lower plan",
      "membership_change_planned",
      (id: string) => changePrice(payments, id, STARTER),
      (id: string) => changePrice(payments, id, ELITE),
    ],
    [
      "an end",
      "membership_ending",
      (id: string) => payments.stripe.subscriptions.update(id, { cancel_at_period_end: true }),
      (id: string) => payments.stripe.subscriptions.update(id, { cancel_at_period_end: false }),
    ],
  ])(
    "%s: a mail says that it goes on, and each further wish is told, too",
    async (_, told, plan, takeBack) => {
      const { id, synced } = await aMember(ELITE);
      for (let times = 0; times < 2; times++) {
        await plan(id);
        await synced();
        await came();
        await takeBack(id);
        await synced();
        await came();
      }
      await synced();
      expect(await kindsOf(id)).toEqual([told, told, "membership_kept", "membership_kept"].sort());
    },
  );

  test("is not told where the first mail had not left", async () => {
    const { id, synced } = await aMember(ELITE);
    await payments.stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await synced();
    await payments.stripe.subscriptions.update(id, { cancel_at_period_end: false });
    await synced();
    expect(await kindsOf(id)).toEqual([]);
  });
});

test("an end that was wished for while a bill was open is told once the membership runs again", async () => {
  const { id, synced } = await aMember(ELITE);
  const body = async (changes: object) => {
    const subscription = await payments.stripe.subscriptions.retrieve(id);
    const data = [{ ...subscription, cancel_at_period_end: true, ...changes }];
    await payments.fault({
      path: "/v1/subscriptions",
      body: JSON.stringify({ object: "list", url: "/v1/subscriptions", has_more: false, data }),
    });
  };
  await body({ status: "past_due" });
  await synced();
  expect(await mailsAbout(sql, id)).not.toContain("membership_ending");
  await body({});
  await synced();
  expect(await mailsAbout(sql, id)).toContain("membership_ending");
});
