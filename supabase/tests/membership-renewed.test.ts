import { aSubscription, nextPeriodEnd } from "../../sandbox/builders/membership";
import { mailsAbout } from "../../sandbox/builders/rows";
import { ensureCustomer, syncMembership } from "../../sandbox/builders/sql-functions";
import { connect } from "../../sandbox/builders/test-database";

const sql = connect();

test("renewed: said once a period, three hours into it, not when the payment for it failed", async () => {
  const { customer } = await ensureCustomer(sql);
  const pro = aSubscription();
  const next = {
    ...pro,
    current_period_start: pro.current_period_end,
    current_period_end: nextPeriodEnd(),
  };
  await syncMembership(customer, [pro]);
  await syncMembership(customer, [next]);
  await syncMembership(customer, [next]);
  expect(await mailsAbout(sql, pro.id)).toEqual(["membership_renewed", "membership_started"]);
  const [row] = await sql`select next_attempt_at > now() + interval '2 hours' as waits from outbox
    where kind = 'membership_renewed' and payload ->> 'subscription_id' = ${pro.id}`;
  expect(row?.waits).toBe(true);
  await syncMembership(customer, [{ ...next, status: "past_due" }]);
  expect(await mailsAbout(sql, pro.id)).toEqual(["membership_payment_failed", "membership_started"]);
});

test.each([
  ["a period of another plan", { plan_type: "elite", price_id: "price_elite" } as const, true],
  ["another end of the same period", {}, false],
])("%s is no renewal", async (_, change, isNext) => {
  const { customer } = await ensureCustomer(sql);
  const pro = aSubscription();
  await syncMembership(customer, [pro]);
  const current_period_start = isNext ? pro.current_period_end : pro.current_period_start;
  const current_period_end = nextPeriodEnd();
  await syncMembership(customer, [{ ...pro, ...change, current_period_start, current_period_end }]);
  expect(await mailsAbout(sql, pro.id)).not.toContain("membership_renewed");
});
