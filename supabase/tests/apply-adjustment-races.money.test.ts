import { brokenInvariants, type CollectedPayment } from "../../sandbox/builders/broken-invariants";
import { aPaymentIntentId, aSessionId } from "../../sandbox/builders/ids";
import { type Charge, Proposals } from "../../sandbox/builders/proposals";
import { SEED, seeded } from "../../sandbox/builders/random";
import { addUser, exceptionsOf, storedOrder } from "../../sandbox/builders/rows";
import { applyRefund } from "../../sandbox/builders/sql-functions";
import { call, connect, serverClient, tally } from "../../sandbox/builders/test-database";
import { deliveriesOf, drawCases, runInParallel } from "./stripe-cases";

jest.setTimeout(300_000);

const CALLERS = 40;

const sql = connect();
let proposals: Proposals;
beforeAll(async () => {
  proposals = await Proposals.begin(sql);
});
afterEach(() => proposals.leaveNothing());

const deliver = (charge: Charge, said: Record<string, unknown> = {}) =>
  proposals.apply(charge.proposal, charge.session, { p_payment_intent_id: charge.payment, ...said });

/** Two charges of one guest's order. */
async function twoCharges() {
  const { order, charges, taken } = await proposals.charged(null);
  const [extra, upcharge] = charges;
  if (!extra || !upcharge) throw new Error("not two");
  return { order, extra, upcharge, taken };
}

const takenOf = ({ proposal, session, payment }: Charge): CollectedPayment => ({
  order: proposal.order_id,
  adjustment: proposal.id,
  session,
  payment,
  cents: proposal.amount_cents,
  refundedCents: 0,
});

/** State of each charge. `mails` excludes the email about the customer's own answer. */
const bookedOf = (charges: readonly Charge[]) =>
  sql<{ id: string }[]>`
    select a.id, a.status, a.paid_cents, a.is_pending, a.reservation_expires_at as held,
      a.next_look_at = a.deadline_at as is_awaited, a.next_look_at is null as is_done,
      (select count(*)::int from outbox b where b.kind = 'adjustment_decided'
        and b.payload ->> 'adjustment_id' = a.id::text) - e.answers as mails, e.events
    from order_adjustments a cross join lateral (
      select count(*) filter (where v.to_value like a.kind || ':paid:%')::int as events,
        count(*) filter (where v.to_value like a.kind || ':declined:%')::int as answers
      from order_events v where v.order_id = a.order_id and v.type = 'adjustment') e
    where a.id = any(${charges.map(({ proposal }) => proposal.id)}::uuid[]) order by a.id`;

const BOOKED = { status: "paid", is_pending: false, held: null, is_done: true, mails: 1, events: 1 };
const AWAITED = { status: "accepted", paid_cents: null, is_pending: false, held: null, is_awaited: true };

test(`records each of two charges once when ${CALLERS} deliveries of each arrive at once`, async () => {
  for (let round = 0; round < 3; round++) {
    const { order, extra, upcharge, taken } = await twoCharges();
    const both = [extra, upcharge];
    const answers = await Promise.all(
      both.flatMap((charge) => Array.from({ length: CALLERS }, () => deliver(charge))),
    );
    expect(tally(answers.map(({ outcome }) => outcome))).toEqual({
      fulfilled: 2,
      duplicate: 2 * CALLERS - 2,
    });
    expect(await bookedOf(both)).toEqual([expect.objectContaining(BOOKED), expect.objectContaining(BOOKED)]);
    expect(await brokenInvariants(sql, [order.id], [taken, ...both.map(takenOf)])).toEqual([]);
  }
});

test("records one of two pages of a charge paid at once and reports the other", async () => {
  for (let round = 0; round < 5; round++) {
    const { order, upcharge, taken } = await twoCharges();
    const other = { ...upcharge, session: aSessionId(), payment: aPaymentIntentId() };
    const answers = await Promise.all([upcharge, other].map((charge) => deliver(charge)));
    expect(tally(answers.map(({ outcome }) => outcome))).toEqual({ fulfilled: 1, exception: 1 });
    expect(await bookedOf([upcharge])).toMatchObject([BOOKED]);
    const waiting = await Promise.all([upcharge, other].map(({ session }) => exceptionsOf(sql, session)));
    expect(waiting.flat()).toMatchObject([{ reason: "second_payment" }]);
    expect(await brokenInvariants(sql, [order.id], [taken, takenOf(upcharge), takenOf(other)])).toEqual([]);
  }
});

describe("a concurrent payment", () => {
  const write = (name: string, args: Record<string, unknown>) => proposals.actions.write(name, args);
  const rivals: [string, (about: Charge) => Promise<unknown>][] = [
    [
      "the customer wants the cards back",
      ({ order, proposal }) => proposals.decide(order, proposal, "return"),
    ],
    [
      "the deadline passes",
      ({ proposal }) => {
        const args = { p_adjustment_id: proposal.id, p_now: new Date(Date.now() + 30 * 86_400_000) };
        return call(serverClient(), "expire_adjustment", args);
      },
    ],
    [
      "the cards are recounted",
      ({ order }) => proposals.actions.checkIn(order.id, 4, { p_is_recount: true }),
    ],
    [
      "staff withdraw the charge",
      ({ proposal: { id } }) =>
        write("staff_end_adjustment", { p_adjustment_id: id, p_action: "withdraw", p_note: "A miscount" }),
    ],
    [
      "the order is fully refunded",
      ({ order }) => applyRefund(String(order.stripe_payment_intent_id), 10_000),
    ],
  ];

  test.each(rivals)("is recorded once when %s", async (_, rival) => {
    for (let round = 0; round < 5; round++) {
      const { order, extra, taken } = await twoCharges();
      // Its page has expired, and its outcome is unknown.
      await sql`update order_adjustments set reservation_expires_at = null where id = ${extra.proposal.id}`;
      await Promise.all([rival(extra), deliver(extra), deliver(extra)]);
      expect(await bookedOf([extra])).toMatchObject([{ ...BOOKED, paid_cents: 5000 }]);
      const { refunded_cents: refundedCents } = await storedOrder(sql, order.id);
      const own = { ...taken, refundedCents: Number(refundedCents) };
      expect(await brokenInvariants(sql, [order.id], [own, takenOf(extra)])).toEqual([]);
    }
  });
});

describe("thousands of duplicated, late and reordered deliveries", () => {
  /** Seed, orders with two charges each, and repetitions of each delivery. */
  const sizes = [
    [42, 40, 4],
    [SEED, 120, 6],
  ] as const;

  test.each(sizes)(
    "with seed %i leave every charge of %i orders in the right state",
    async (seed, count, again) => {
      const random = seeded(seed);
      const owners = await Promise.all(
        Array.from({ length: count }, async (_, nth) => (nth % 2 ? (await addUser(sql)).id : null)),
      );
      const orders = await runInParallel(owners, async (owner) => ({
        owner,
        ...(await proposals.charged(owner)),
      }));
      const charges = orders.flatMap((order) => order.charges);
      const delivered = drawCases(2 * count, random).map((story, nth) => ({
        charge: charges[nth] as Charge,
        story,
      }));
      const outcomes = await runInParallel(
        deliveriesOf(delivered, again, random),
        async ({ page, said }) => (await deliver(page.charge, said)).outcome,
      );

      const rows = new Map((await bookedOf(charges)).map((row) => [row.id, row]));
      for (const { charge, story } of delivered)
        expect(rows.get(charge.proposal.id)).toMatchObject(
          story.end === "paid"
            ? { ...BOOKED, paid_cents: charge.proposal.amount_cents }
            : { ...AWAITED, mails: 0, events: 0 },
        );
      const paid = delivered.filter(({ story }) => story.end === "paid").map(({ charge }) => charge);
      expect(tally(outcomes).fulfilled).toBe(paid.length);
      expect(tally(outcomes).exception).toBeUndefined();
      const taken = [...orders.map((order) => order.taken), ...paid.map(takenOf)];
      expect(await brokenInvariants(sql, proposals.orders.slice(-count), taken)).toEqual([]);
      for (const { owner, order, charges: own } of orders) {
        if (!owner) continue;
        const cards =
          own.filter((charge) => charge.proposal.kind === "extra" && paid.includes(charge)).length * 2;
        const [row] = await sql`select * from private.month_use(${owner},
        date_trunc('month', now() at time zone 'utc')::date, now())`;
        expect(row).toEqual({ used: Number(order.num_cards) + cards, held: 0 });
      }
    },
  );
});
