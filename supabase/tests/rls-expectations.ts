import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { aGuestKey, aSessionId } from "../../sandbox/builders/ids";
import { aSubscriptionRow } from "../../sandbox/builders/membership";
import { anOrderRow } from "../../sandbox/builders/order";
import { addAuthenticator } from "../../sandbox/builders/person";
import { addOrder, addStaff, addUser } from "../../sandbox/builders/rows";
import type { Transaction } from "../../sandbox/builders/test-database";

export type Actor = { role: "anon" | "authenticated"; claims: Record<string, unknown> | null };

/** The fixture rows that each actor sees in a table. No actor may write. */
type Expectation = { key: string; sees: Partial<Record<ActorName, Owner[]>> };
export type Owner = "collector" | "neighbor" | "guest" | "staff";
export type ActorName =
  | "anon"
  | "collector"
  | "neighbor"
  | "neighborWithoutUsingTheirSecondFactor"
  | "collectorWithForgedClaims"
  | "guest"
  | "staff"
  | "staffWithSecondFactor"
  | "staffWithoutUsingTheirSecondFactor"
  | "formerStaff"
  | "withoutSubject";

const everyone: Owner[] = ["collector", "neighbor", "guest", "staff"];
const ownRows: Expectation["sees"] = {
  collector: ["collector"],
  collectorWithForgedClaims: ["collector"],
  neighbor: ["neighbor"],
  staffWithSecondFactor: everyone,
  staff: everyone,
};
const staffOnly: Expectation["sees"] = { staff: everyone, staffWithSecondFactor: everyone };
export const expectations: Record<string, Expectation> = {
  "public.grading_orders": { key: "id", sees: ownRows },
  "public.order_events": { key: "order_id", sees: {} },
  "public.tracking_links": { key: "order_id", sees: {} },
  "public.order_admin": { key: "order_id", sees: staffOnly },
  "public.order_adjustments": { key: "order_id", sees: {} },
  "public.order_notes": { key: "order_id", sees: {} },
  "public.order_photos": { key: "order_id", sees: {} },
  "public.awaited_debits": { key: "order_id", sees: {} },
  "public.order_messages": { key: "order_id", sees: {} },
  "public.password_choices": { key: "user_id", sees: {} },
  "public.profiles": { key: "user_id", sees: ownRows },
  "public.subscriptions": { key: "user_id", sees: ownRows },
  "public.staff": { key: "user_id", sees: staffOnly },
  "public.staff_actions": { key: "order_id", sees: {} },
  "public.staff_log": { key: "actor_id", sees: {} },
  "public.stripe_customers": { key: "user_id", sees: {} },
  "public.stripe_events": { key: "event_id", sees: {} },
  "public.email_opt_outs": { key: "address_hash", sees: {} },
  "public.erasures": { key: "address_hash", sees: {} },
  "public.outbox": { key: "dedupe_key", sees: {} },
  "public.payment_exceptions": { key: "stripe_session_id", sees: {} },
  "public.payment_reads": { key: "about", sees: {} },
  "public.refund_requests": { key: "id", sees: {} },
  "public.job_progress": { key: "kind", sees: {} },
  "public.job_failures": { key: "task", sees: {} },
  "public.grader_shipments": { key: "grader", sees: {} },
  "public.packages": { key: "tracking_number", sees: {} },
  "public.set_asides": { key: "order_id", sees: {} },
  "public.rate_limits": { key: "key", sees: {} },
  "public.holidays": { key: "day", sees: {} },
};

export type Fixtures = {
  actors: Record<ActorName, Actor>;
  keys: Record<string, Partial<Record<Owner, string>>>;
  inserts: Record<string, Record<string, unknown>>;
};

/* Rows that the database owner could insert. */

const aNote = (order_id: string) => ({
  order_id,
  body: "secret",
  author_id: randomUUID(),
});
const aPhoto = (order_id: string) => ({ order_id, kind: "card", path: randomUUID(), public: false });
const anAwaitedDebit = (order_id: string) => ({
  session_id: aSessionId(),
  order_id,
  until: new Date(),
});

const aMessage = (order_id: string) => ({
  order_id,
  author: "customer",
  kind: "problem",
  body: "secret",
});
const anAction = (order_id: string) => ({
  id: randomUUID(),
  order_id,
  kind: "change",
  actor_id: randomUUID(),
  before: "{}",
  after: "{}",
  version_before: 1,
  version: 2,
  first_event: 0,
  last_event: 1,
});

const aProposal = (order_id: string) => ({
  id: randomUUID(),
  order_id,
  kind: "upcharge",
  qty: 1,
  unit_cents: 500,
  amount_cents: 500,
  deadline_at: new Date(),
});

const aRefund = (order_id: string) => ({
  id: randomUUID(),
  order_id,
  amount_cents: 1,
  reason: "test",
});

const aSetAside = (order_id: string) => ({ order_id, reason: "unpaid", set_aside_by: randomUUID() });

/** An unpaid order of an account. Null: a guest's order, by cookie. */
const anUnpaidRow = (userId: string | null) =>
  anOrderRow({ user_id: userId, guest_key: userId ? null : aGuestKey(), payment_status: "unpaid" });

const aCustomerRow = (userId: string) => ({
  user_id: userId,
  stripe_customer_id: `cus_${randomUUID()}`,
});

const aLongGoneDay = () =>
  new Date(Date.UTC(1300, 0, 1) + randomInt(200_000) * 86_400_000).toISOString().slice(0, 10);

const serverOnlyRows = (day = aLongGoneDay()): [string, Record<string, unknown>][] => [
  ["public.stripe_events", { event_id: `evt_${randomUUID()}`, type: "test", livemode: false }],
  ["public.outbox", { dedupe_key: `test:${randomUUID()}`, kind: "test", payload: "{}" }],
  ["public.email_opt_outs", { address_hash: randomBytes(32).toString("hex") }],
  [
    "public.erasures",
    { address_hash: randomBytes(32).toString("hex"), erased_by: randomUUID(), counts: "{}" },
  ],
  ["public.payment_reads", { about: `pi_${randomUUID()}`, fence: 1 }],
  ["public.job_progress", { kind: `test:${randomUUID()}` }],
  ["public.job_failures", { task: `test:${randomUUID()}`, failing_since: day, failed_at: day }],
  ["public.packages", { tracking_number: `1Z${randomUUID()}` }],
  ["public.grader_shipments", { grader: `Grader ${randomUUID()}`, opened_by: randomUUID() }],
  ["public.rate_limits", { key: `test:${randomUUID()}` }],
  ["public.holidays", { day, name: "A day of rest" }],
];

/** Generated columns, which not even the database owner may update. */
export const unchangeable: Record<string, string[]> = {
  "public.profiles": ["is_complete"],
  "public.order_admin": ["has_new_alarm", "waiting_on", "needs_money_review"],
  "public.erasures": ["id"],
  "public.grader_shipments": ["id"],
  "public.order_notes": ["id"],
  "public.order_messages": ["id"],
  "public.outbox": ["id"],
  "public.payment_exceptions": ["id"],
  "public.staff_actions": ["place"],
};

/** Adds a row for each owner to every table. The transaction must be rolled back. */
export async function fillTables(tx: Transaction): Promise<Fixtures> {
  const people = { collector: await addUser(tx), neighbor: await addUser(tx), staff: await addUser(tx) };
  const [plainStaff, former, fresh] = [await addUser(tx), await addUser(tx), await addUser(tx)];
  await tx`delete from profiles where user_id = ${fresh.id}`;
  await tx`delete from password_choices where user_id = ${fresh.id}`;
  await addStaff(tx, people.staff.id);
  await addStaff(tx, plainStaff.id, "owner");
  await addAuthenticator(tx, people.staff.id);
  await addAuthenticator(tx, people.neighbor.id);
  await addAuthenticator(tx, plainStaff.id, "unverified");

  const keys: Fixtures["keys"] = Object.fromEntries(Object.keys(expectations).map((table) => [table, {}]));
  const note = (table: string, owner: Owner, key: string) => {
    keys[table] = { ...keys[table], [owner]: key };
  };
  const add = async (table: string, owner: Owner, key: string, row: Record<string, unknown>) => {
    await tx`insert into ${tx(table.slice("public.".length))} ${tx(row)}`;
    note(table, owner, key);
  };
  note("public.staff", "staff", people.staff.id);
  const aPackageId = randomUUID();
  await tx`insert into packages (id) values (${aPackageId})`;
  await tx`insert into grader_shipments (grader, opened_by) values ('PSA', ${aPackageId})`;

  for (const [owner, person] of Object.entries({ ...people, guest: null }) as [
    Owner,
    { id: string } | null,
  ][]) {
    const order = anUnpaidRow(person?.id ?? null);
    await add("public.grading_orders", owner, order.id, order);
    note("public.order_events", owner, order.id);
    await add("public.tracking_links", owner, order.id, { order_id: order.id, token_hash: aGuestKey() });
    await add("public.order_admin", owner, order.id, { order_id: order.id, internal_notes: "secret" });
    await tx`update grading_orders set submission_status = 'received' where id = ${order.id}`;
    await add("public.order_adjustments", owner, order.id, aProposal(order.id));
    await add("public.order_notes", owner, order.id, aNote(order.id));
    await add("public.order_photos", owner, order.id, aPhoto(order.id));
    await add("public.awaited_debits", owner, order.id, anAwaitedDebit(order.id));
    await add("public.order_messages", owner, order.id, aMessage(order.id));
    await add("public.staff_actions", owner, order.id, anAction(order.id));
    await add("public.set_asides", owner, order.id, aSetAside(order.id));
    const session = aSessionId();
    const exception = { stripe_session_id: session, order_id: order.id, reason: "amount_mismatch" };
    await add("public.payment_exceptions", owner, session, exception);
    const refund = aRefund(order.id);
    await add("public.refund_requests", owner, refund.id, refund);
    for (const [table, row] of serverOnlyRows()) await add(table, owner, String(Object.values(row)[0]), row);
    if (!person) continue;
    note("public.profiles", owner, person.id);
    note("public.password_choices", owner, person.id);
    await add("public.subscriptions", owner, person.id, aSubscriptionRow(person.id));
    await add("public.stripe_customers", owner, person.id, aCustomerRow(person.id));
    await add("public.staff_log", owner, person.id, { actor_id: person.id, type: "exported" });
  }

  const collectorOrder = String(keys["public.grading_orders"]?.collector);
  const bare = await addOrder(tx, anUnpaidRow(people.collector.id));
  return {
    actors: actorsFor(people, plainStaff.id, former.id),
    keys,
    inserts: {
      "public.grading_orders": anUnpaidRow(people.collector.id),
      "public.order_events": { order_id: collectorOrder, type: "arrived", public: true },
      "public.order_admin": { order_id: bare.id, internal_notes: "mine" },
      "public.order_adjustments": aProposal(bare.id),
      "public.order_notes": aNote(bare.id),
      "public.order_photos": aPhoto(bare.id),
      "public.awaited_debits": anAwaitedDebit(bare.id),
      "public.order_messages": aMessage(collectorOrder),
      "public.staff_actions": anAction(bare.id),
      "public.set_asides": aSetAside(bare.id),
      "public.tracking_links": { order_id: bare.id, token_hash: aGuestKey() },
      "public.password_choices": { user_id: fresh.id },
      "public.profiles": { user_id: fresh.id, full_name: "Mallory" },
      "public.subscriptions": aSubscriptionRow(fresh.id),
      "public.staff": { user_id: people.collector.id, role: "owner" },
      "public.staff_log": { actor_id: people.collector.id, type: "exported" },
      "public.stripe_customers": aCustomerRow(fresh.id),
      "public.payment_exceptions": { stripe_session_id: aSessionId(), reason: "order_not_found" },
      "public.refund_requests": aRefund(bare.id),
      ...Object.fromEntries(serverOnlyRows()),
    },
  };
}

function actorsFor(
  people: Record<"collector" | "neighbor" | "staff", { id: string }>,
  plainStaff: string,
  formerStaff: string,
) {
  const person = (sub: string, claims: Record<string, unknown> = {}): Actor => ({
    role: "authenticated",
    claims: { sub, role: "authenticated", aal: "aal1", ...claims },
  });
  const forged = { role: "owner", is_admin: true, app_role: "owner" };
  const actors: Record<ActorName, Actor> = {
    anon: { role: "anon", claims: null },
    collector: person(people.collector.id),
    neighbor: person(people.neighbor.id, { aal: "aal2" }),
    neighborWithoutUsingTheirSecondFactor: person(people.neighbor.id),
    collectorWithForgedClaims: person(people.collector.id, {
      aal: "aal2",
      app_metadata: forged,
      user_metadata: forged,
      app_role: "owner",
    }),
    guest: { role: "anon", claims: { role: "anon" } },
    staff: person(plainStaff),
    staffWithSecondFactor: person(people.staff.id, { aal: "aal2" }),
    staffWithoutUsingTheirSecondFactor: person(people.staff.id),
    formerStaff: person(formerStaff, { aal: "aal2", app_role: "owner", app_metadata: forged }),
    withoutSubject: { role: "authenticated", claims: { ...forged, role: "authenticated", aal: "aal2" } },
  };
  return actors;
}
