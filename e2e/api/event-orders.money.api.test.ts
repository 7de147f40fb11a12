import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { MEMBERSHIP_PLANS, type MembershipPlan } from "../../lib/base/plans.ts";
import { priceOf } from "../../sandbox/builders/members.ts";
import { ownSandbox } from "../../sandbox/builders/named-sandbox.ts";
import { Product } from "../../sandbox/builders/product.ts";
import { SEED, seeded, shuffle } from "../../sandbox/builders/random.ts";
import { addUser } from "../../sandbox/builders/rows.ts";
import { AppProcess, atOwnAddress } from "../support/app-process.ts";
import { type StubSubscription, SubscriptionsStub } from "../support/subscriptions-stub.ts";

jest.setTimeout(900_000);

const settings = ownSandbox();
let product: Product;
let app: AppProcess;
const stub = new SubscriptionsStub();
const sql = postgres(settings.SANDBOX_DATABASE_URL, { max: 4, onnotice: () => {} });

beforeAll(async () => {
  const own = await atOwnAddress(settings);
  product = new Product(own);
  app = new AppProcess(own);
  await app.start({ STRIPE_API_URL: await stub.start() });
});

afterAll(async () => {
  await app.kill();
  await stub.stop();
  await sql.end();
});

const random = seeded(SEED);
/** The customers of the stories. */
const customers: string[] = [];
const NOW = Math.floor(Date.now() / 1000);
const MONTH = 30 * 86_400;

/** One thing that happens at the payment service: how it changes the customer's subscriptions, and the event about it. */
type Step = { type: string; change: (before: StubSubscription[]) => StubSubscription[] };
type Story = { name: string; steps: Step[] };

const begin =
  (suffix: string, plan: MembershipPlan, created = NOW) =>
  (before: StubSubscription[]): StubSubscription[] => [
    ...before,
    {
      id: suffix,
      status: "active",
      price: priceOf(plan),
      start: NOW,
      end: NOW + MONTH,
      cancel_at_period_end: false,
      created,
    },
  ];
const alter =
  (fields: Partial<StubSubscription>, id?: string) =>
  (before: StubSubscription[]): StubSubscription[] =>
    before.map((one) => (id === undefined || one.id === id ? { ...one, ...fields } : one));

/** The stories of somebody who begins with a plan; the other plans in them follow it in turn. */
const storiesOf = ([first, second, third]: readonly [
  MembershipPlan,
  MembershipPlan,
  MembershipPlan,
]): Story[] => [
  {
    name: "begins, renews, changes plan, is not paid, is paid again, ends",
    steps: [
      { type: "customer.subscription.created", change: begin("a", first) },
      { type: "invoice.paid", change: alter({ start: NOW + MONTH, end: NOW + 2 * MONTH }) },
      { type: "customer.subscription.updated", change: alter({ price: priceOf(second) }) },
      { type: "invoice.payment_failed", change: alter({ status: "past_due" }) },
      { type: "customer.subscription.resumed", change: alter({ status: "active" }) },
      { type: "customer.subscription.deleted", change: alter({ status: "canceled" }) },
    ],
  },
  {
    name: "is canceled, resumed, not paid, paid, and stays on another plan",
    steps: [
      { type: "customer.subscription.created", change: begin("a", first) },
      { type: "customer.subscription.updated", change: alter({ cancel_at_period_end: true }) },
      { type: "customer.subscription.resumed", change: alter({ cancel_at_period_end: false }) },
      { type: "invoice.payment_failed", change: alter({ status: "past_due", end: NOW + 2 * MONTH }) },
      { type: "invoice.paid", change: alter({ status: "active" }) },
      {
        type: "invoice.payment_action_required",
        change: alter({ price: priceOf(third), end: NOW + 3 * MONTH }),
      },
    ],
  },
  {
    name: "ends and begins anew, twice at once, and one of the two is ended",
    steps: [
      { type: "customer.subscription.created", change: begin("a", first) },
      { type: "customer.subscription.deleted", change: alter({ status: "canceled" }) },
      { type: "invoice.paid", change: begin("b", second, NOW + 60) },
      { type: "customer.subscription.updated", change: begin("c", third, NOW + 120) },
      { type: "customer.subscription.paused", change: alter({ status: "canceled" }, "b") },
      { type: "invoice.payment_failed", change: alter({ cancel_at_period_end: true }, "c") },
    ],
  },
];

function permutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}

/** Plays a story whose events arrive in this order; an event arrives when what it tells has happened, or later. */
async function play(story: Story, order: number[], isConcurrent: boolean): Promise<string[]> {
  const { id: userId } = await addUser(sql);
  const customer = `cus_${randomUUID().replaceAll("-", "")}`;
  customers.push(customer);
  await sql`select public.ensure_stripe_customer(${userId}, ${customer})`;
  let state: StubSubscription[] = [];
  let happened = 0;
  const deliveries: Promise<{ status: number }>[] = [];
  for (const step of order) {
    for (; happened <= step; happened++) {
      state = story.steps[happened]?.change(state) ?? state;
      stub.set(
        customer,
        state.map((one) => ({ ...one, id: `sub_${one.id}_${customer}` })),
      );
    }
    const delivery = product.deliver(
      JSON.stringify({
        id: `evt_${step}_${customer}`,
        object: "event",
        livemode: false,
        type: story.steps[step]?.type,
        // As it was when the event was made, and never to be believed.
        data: { object: { id: "obj_1", customer, status: "active", plan_type: "elite" } },
      }),
    );
    deliveries.push(delivery);
    if (isConcurrent) await sleep(random() * 10);
    else await delivery;
  }
  const problems = (await Promise.all(deliveries)).flatMap(({ status }) =>
    status === 200 ? [] : [`answered ${status}`],
  );
  const stored = await rowsOf(userId);
  const wanted = state
    .map((one) => line(`sub_${one.id}_${customer}`, { ...one, plan: planOf(one.price) }))
    .sort();
  if (JSON.stringify(stored) !== JSON.stringify(wanted)) {
    problems.push(`${story.name}, ${order.join("")}: ${stored} instead of ${wanted}`);
  }
  return problems;
}

const planOf = (price: string) => price.split("_").at(-1) ?? "";
const line = (
  id: string,
  row: { status: string; plan: string; end: number; cancel_at_period_end: boolean },
): string => `${id.slice(0, 5)} ${row.plan} ${row.status} until ${row.end} ${row.cancel_at_period_end}`;

async function rowsOf(userId: string): Promise<string[]> {
  const rows = await sql<
    {
      stripe_subscription_id: string;
      plan: string;
      status: string;
      end: number;
      cancel_at_period_end: boolean;
    }[]
  >`
    select stripe_subscription_id, plan_type as plan, status, cancel_at_period_end,
      extract(epoch from current_period_end)::int as end
    from public.subscriptions where user_id = ${userId}`;
  return rows.map((row) => line(row.stripe_subscription_id, row)).sort();
}

const AT_ONCE = 12;
/** Drawn by the seed, for each plan and way. */
const ORDERS = 60;
const ALL = permutations([0, 1, 2, 3, 4, 5]);
const ways = [
  ["one after the other", false, 0],
  ["at the same time, with answers that come late", true, 15],
] as const;

test.each(
  MEMBERSHIP_PLANS.flatMap((plan, turn) =>
    ways.map(([way, isConcurrent, delayMs]) => ({ plan, turn, way, isConcurrent, delayMs })),
  ),
)(
  `${ORDERS} of 720 orders of arrival of a $plan membership, $way, end as the payment service has it`,
  async ({ turn, isConcurrent, delayMs }) => {
    stub.delayMs = delayMs;
    expect(ALL).toHaveLength(720);
    const orders = shuffle(ALL, random).slice(0, ORDERS);
    const problems: string[] = [];
    for (let from = 0; from < orders.length; from += AT_ONCE) {
      const group = orders.slice(from, from + AT_ONCE);
      const found = group.map((order, index) =>
        play(storyOf(index, turn, isConcurrent), order, isConcurrent),
      );
      problems.push(...(await Promise.all(found)).flat());
    }
    expect(problems).toEqual([]);
  },
);

/** Each story in turn, begun with the plan of this turn; at the same time another one for the same order. */
function storyOf(index: number, turn: number, isConcurrent: boolean): Story {
  const [one, two, three] = MEMBERSHIP_PLANS;
  const begun = (
    [
      [one, two, three],
      [two, three, one],
      [three, one, two],
    ] as const
  )[turn] ?? [one, two, three];
  const stories = storiesOf(begun);
  const story = stories[(index + (isConcurrent ? 1 : 0)) % stories.length];
  if (!story) throw new Error("no story");
  return story;
}

test("every event is done, each membership was welcomed at most once, and nothing waits for staff", async () => {
  // The ids of events and of subscriptions end in that of their customer.
  const isOwn = (id: string) =>
    sql`substring(${sql.unsafe(id)} from 'cus_[0-9a-f]+$') = any(${customers}::text[])`;
  const [row] = await sql`
    with events as (select processed_at from public.stripe_events where ${isOwn("event_id")}),
      welcomes as (select count(*)::int as mails from public.outbox
        where kind = 'membership_started' and ${isOwn("payload ->> 'subscription_id'")}
        group by payload ->> 'subscription_id')
    select (select count(*)::int from events) as events,
      (select count(*)::int from events where processed_at is null) as open,
      (select count(*)::int from welcomes where mails > 1) as again,
      (select count(*)::int from welcomes) as welcomed,
      (select count(*)::int from public.payment_exceptions
        where reason <> 'second_subscription' and ${isOwn("stripe_session_id")}) as exceptions`;
  expect(row).toEqual({
    events: 6 * customers.length,
    open: 0,
    again: 0,
    welcomed: expect.any(Number),
    exceptions: 0,
  });
  expect(row?.welcomed).toBeGreaterThan(0);
});
