import { randomUUID } from "node:crypto";
import { aSubscriptionRow } from "../../sandbox/builders/membership";
import { addException, addStaff, addUser, storedOrder } from "../../sandbox/builders/rows";
import { connect, type Transaction, undone } from "../../sandbox/builders/test-database";
import { OBSTACLES } from "../../sandbox/launcher/erase-person";
import { addOwner, erase } from "./erasure";
import { addDeliveredOrder, addNamedAccount, type Somebody, somebody } from "./named-everywhere";

const sql = connect();

const ofOrder: [reason: string, columns: Record<string, unknown>][] = [
  [
    "awaited",
    {
      submission_status: "pending",
      fulfillment_status: "not_received",
      received_at: null,
      received_count: null,
    },
  ],
  [
    "awaited",
    {
      submission_status: "pending",
      fulfillment_status: "not_received",
      received_at: null,
      received_count: null,
      payment_status: "canceled",
      inbound_shipped_at: new Date(),
    },
  ],
  ["with_us", { submission_status: "grading", fulfillment_status: "grading" }],
  ["with_us", { submission_status: "received", fulfillment_status: "grading", payment_status: "canceled" }],
  ["on_its_way", { submission_status: "completed" }],
  ["payment_open", { payment_status: "pending" }],
  ["payment_open", { payment_status: "unpaid", reservation_expires_at: new Date(Date.now() + 60_000) }],
  ["disputed", { dispute_status: "needs_response" }],
];

test.each(ofOrder)("nobody is erased while a batch is: %s %j", (reason, columns) =>
  undone(sql, async (tx) => {
    const who = somebody();
    const owner = await addOwner(tx);
    const order = await addDeliveredOrder(tx, who, null, {
      delay_reason: null,
      delayed_until: null,
      ...columns,
    });
    const done = await addDeliveredOrder(tx, who, null);
    const answer = await erase(tx, who.email, owner.email);
    expect(answer).toMatchObject({ done: false, obstacles: [{ reason, about: order.batch_id }] });
    expect((await storedOrder(tx, done.id)).guest_email).toBe(who.email);
    expect(await tx`select 1 from erasures where address_hash = private.address_hash(${who.email})`).toEqual(
      [],
    );
  }),
);

const further: [
  reason: string,
  make: (tx: Transaction, who: Somebody, order: { id: string; batch_id: string }) => Promise<unknown>,
][] = [
  ["payment_open", (tx, _, { id }) => addException(tx, { order_id: id })],
  [
    "payment_open",
    (tx, _, { id }) => tx`insert into refund_requests (id, order_id, amount_cents, reason)
    values (${randomUUID()}, ${id}, 100, 'why')`,
  ],
  [
    "payment_open",
    (
      tx,
      _,
      { id },
    ) => tx`insert into order_adjustments (order_id, kind, qty, unit_cents, amount_cents, deadline_at)
    values (${id}, 'upcharge', 1, 500, 500, now())`,
  ],
  [
    "disputed",
    (tx, _, { id }) => tx`insert into order_adjustments
    (order_id, kind, qty, unit_cents, amount_cents, deadline_at, status, paid_at, paid_cents, dispute_status)
    values (${id}, 'extra', 1, 500, 500, now(), 'paid', now(), 500, 'under_review')`,
  ],
  [
    "problem",
    (tx, _, { id }) => tx`insert into order_problems (order_id, waiting_since) values (${id}, now())`,
  ],
  ["package", (tx, { name }) => tx`insert into packages (tracking_number, sender) values ('1Z', ${name})`],
];

test.each(further)("nobody is erased while there is: %s", (reason, make) =>
  undone(sql, async (tx) => {
    const who = somebody();
    const owner = await addOwner(tx);
    const order = await addDeliveredOrder(tx, who, null);
    await make(tx, who, order);
    const { done, obstacles } = await erase(tx, who.email, owner.email);
    expect(done).toBe(false);
    expect(obstacles).toEqual([{ reason, about: reason === "package" ? "1Z" : order.batch_id }]);
  }),
);

test("a member, staff, and an address on the batch of another account wait, too", () =>
  undone(sql, async (tx) => {
    const who = somebody();
    const owner = await addOwner(tx);
    const userId = await addNamedAccount(tx, who);
    await tx`insert into subscriptions ${tx(aSubscriptionRow(userId))}`;
    await addStaff(tx, userId);
    const other = await addUser(tx);
    const theirs = await addDeliveredOrder(tx, who, other.id);
    const { done, obstacles } = await erase(tx, who.email, owner.email);
    expect(done).toBe(false);
    expect(obstacles.map(({ reason }) => reason).sort()).toEqual(["membership", "other_account", "staff"]);
    expect(obstacles).toContainEqual({ reason: "other_account", about: theirs.batch_id });
  }));

test("the command has words for each reason that the database gives, and no others", async () => {
  const reasons = new Set([...ofOrder, ...further].map(([reason]) => reason));
  for (const reason of ["membership", "other_account", "staff"]) reasons.add(reason);
  expect(Object.keys(OBSTACLES).sort()).toEqual([...reasons].sort());
});
