import { randomUUID } from "node:crypto";
import { undoAct } from "@/lib/staff/acts/mutations";
import { getOrder } from "@/lib/staff/order/data";
import { updateOrder } from "@/lib/staff/order/mutations";
import { getOrders, listMatches, listOrders, previewOrders } from "@/lib/staff/orders/data";
import { readListQuery } from "@/lib/staff/orders/list-query";
import { updateOrders } from "@/lib/staff/orders/mutations";
import { getUserProfile, listPeople } from "@/lib/staff/people/data";
import { addMember, removeMember } from "@/lib/staff/people/mutations";
import { getReconciliation } from "@/lib/staff/reconcile/data";
import { resolveException, retryEvent, retryMail } from "@/lib/staff/reconcile/mutations";
import { RECONCILE_LISTS } from "@/lib/staff/reconcile/words";
import { listStuckRefunds } from "@/lib/staff/refunds/data";
import { beginRefund, finishRefund, postponeRefund } from "@/lib/staff/refunds/mutations";
import { aMark } from "@/sandbox/builders/ids";
import { Proposals } from "@/sandbox/builders/proposals";
import {
  addException,
  addGivenUpEvent,
  addOrder,
  addQueuedMail,
  addStaff,
  addStuckRefund,
  addSubscription,
  addUser,
  type StaffMember,
  signUpStaff,
} from "@/sandbox/builders/rows";
import { StaffActs } from "@/sandbox/builders/staff-acts";
import { connect } from "@/sandbox/builders/test-database";
import { called, functionsCalledIn } from "./gate-functions";
import { aStoriedOrder } from "./storied-order";

jest.mock("@/lib/supabase/rpc", () => jest.requireActual("./gate-functions").notedGate());

const sql = connect();
// A refund that is chosen here is for no job that runs beside it.
const nobody = randomUUID();
let owner: StaffMember;
beforeAll(async () => {
  owner = await signUpStaff(sql, "owner");
});

const unpaid = { payment_status: "unpaid", stripe_session_id: null };

test("an order with everything, and one with nothing, are read in full", async () => {
  const { order, person } = await aStoriedOrder(sql, owner);
  expect(await getOrder(owner.accessToken, order.id)).toMatchObject({
    order: {
      customer_name: "Jane Collector",
      shelf_location: "A-1",
      is_paid_by_card: true,
      open_exceptions: 2,
    },
    profile: { user_id: person.id },
    account_email: person.email,
    received_by: owner.email,
    exceptions: [{ reason: "second_payment" }, { reason: "amount_mismatch" }],
    refunds: [{ status: "failed", requested_by_email: owner.email }],
  });
  const bare = await addOrder(sql, { ...unpaid, batch_id: null });
  expect(await getOrder(owner.accessToken, bare.id)).toMatchObject({ profile: null, refunds: [] });
  expect(await getOrder(owner.accessToken, nobody)).toBeNull();
  expect(await getOrders(owner.accessToken, [bare.id, nobody])).toMatchObject([
    { id: bare.id, batch_id: null },
  ]);
});

test.each([
  {},
  { view: "exceptions" },
  { q: "jane@example.test" },
  { q: "nothing holds this" },
  { payment: "unpaid" },
  { view: "overdue" },
  { view: "to_review", sort: "-cards" },
])("the list of %j, its next page and the way back", async (address) => {
  const query = readListQuery(address);
  const page = await listOrders(owner.accessToken, query, { limit: 2 });
  expect(page.views).not.toBeNull();
  const cursor = page.next_cursor;
  if (!cursor) return;
  const next = await listOrders(owner.accessToken, { ...query, cursor }, { limit: 2, withCounts: false });
  expect(next.views).toBeNull();
  const back = { ...query, cursor: next.previous_cursor, isBackwards: true };
  expect((await listOrders(owner.accessToken, back, { limit: 2 })).staff_role).toBe("co_owner");
});

test("what a change of several would meet, and which orders match", async () => {
  const { order } = await aStoriedOrder(sql, owner);
  const asked = { orders: [order.id, nobody], changes: { tracking_number: "" } };
  expect(await previewOrders(owner.accessToken, asked)).toMatchObject([
    { id: order.id, oddities: ["replaces_tracking"] },
  ]);
  const found = await listMatches(owner.accessToken, readListQuery({ q: order.batch_id }));
  expect(found).toEqual({ orders: [expect.objectContaining({ id: order.id })], is_more: false });
});

test("people: with and without a profile, a membership, an address", async () => {
  const { person } = await aStoriedOrder(sql, owner);
  await addSubscription(sql, person.id, { plan_type: "elite" });
  expect(await getUserProfile(owner.accessToken, person.id)).toMatchObject({
    profile: { email: person.email, country: "US", subscription: { plan_type: "elite" } },
    orders: [{ review_reason: "paid_after_failed" }],
  });
  const bare = await addUser(sql);
  await sql`delete from profiles where user_id = ${bare.id}`;
  await sql`update auth.users set email = null where id = ${bare.id}`;
  const empty = { email: null, country: null, is_complete: false, subscription: null };
  expect((await getUserProfile(owner.accessToken, bare.id)).profile).toMatchObject(empty);
  expect((await getUserProfile(owner.accessToken, nobody)).profile).toBeNull();

  const unconfirmed = await addUser(sql, { confirmed: false });
  expect(await addMember(owner.id, person.email)).toBe("added");
  expect(await addMember(owner.id, person.email)).toBe("already_staff");
  expect(await addMember(owner.id, "nobody@example.test")).toBe("no_account");
  expect(await addMember(owner.id, unconfirmed.email)).toBe("not_confirmed");
  const unproven = await addUser(sql, { chosePassword: false });
  expect(await addMember(owner.id, unproven.email)).toBe("password_not_proven");
  await addStaff(sql, bare.id);
  const { people, events } = await listPeople(owner.accessToken);
  expect(people.find(({ user_id: id }) => id === bare.id)?.email).toBeNull();
  expect(events.find(({ actor_email: actor }) => actor === owner.email)).toMatchObject({ action: "added" });
  expect(await removeMember(owner.id, bare.id)).toBe("removed");
  expect(await removeMember(owner.id, bare.id)).toBe("not_staff");
  expect(await removeMember(owner.id, owner.id)).toBe("is_owner");
});

test("every list of what does not agree, and what staff do about it", async () => {
  const { order } = await aStoriedOrder(sql, owner);
  await addOrder(sql, { stripe_payment_intent_id: null });
  await addOrder(sql, { ...unpaid, batch_id: null, reservation_expires_at: "2001-01-01" });
  const here = { arrived_at: new Date(), received_at: new Date(), fulfillment_status: "grading" };
  await addOrder(sql, { ...here, received_count: 9 });
  await addOrder(sql, { ...here, ...unpaid });
  await addOrder(sql, { paid_at: "2026-01-01" });
  await sql`insert into packages (sender) values ('Nobody')`;
  const exception = await addException(sql, { reason: "unknown_price" });
  const payload = { order_id: order.id };
  const mail = await addQueuedMail(sql, { kind: "check_in_receipt", payload, failed_at: new Date() });
  const event = await addGivenUpEvent(sql);
  const refund = await addStuckRefund(sql, order.id);
  const proposals = new Proposals(sql, new StaffActs(sql, owner));
  const short = await proposals.counted(8);
  await proposals.decide(short.order, short.proposal, "refund");
  await sql`update order_adjustments set next_look_at = null where id = ${short.proposal.id}`;
  const lists = await getReconciliation(owner.accessToken);
  for (const { name } of RECONCILE_LISTS) expect(lists[name].items.length).toBeGreaterThan(0);
  expect(lists.refunds_stuck.items.map((item) => item.order_id)).toContain(order.id);
  await postponeRefund(refund);
  expect((await listStuckRefunds(order.id)).map(({ request }) => request.id)).toEqual([refund]);
  // Begun again, it is the job's after five minutes.
  await beginRefund(owner.id, order.id, {
    ...{ request_id: refund, amount_cents: 100, refunded_cents: 0, reason: "Missing" },
  });
  expect(await sql`select next_try_at from refund_requests where id = ${refund}`).toEqual([
    { next_try_at: null },
  ]);
  const retry = () => retryEvent(owner.id, event);
  expect([await retry(), await retry()]).toEqual(["queued", "not_failed"]);
  const settle = async (id: number) =>
    (await resolveException(owner.id, id, { resolution: "Done", acceptsAmount: false })).outcome;
  const settled = [await settle(exception), await settle(exception), await settle(2_000_000_000)];
  expect(settled).toEqual(["resolved", "already_resolved", "not_found"]);
  const resend = () => retryMail(owner.id, Number(mail?.id));
  expect([await resend(), await resend()]).toEqual(["queued", "not_failed"]);
  await sql`delete from outbox where id = ${Number(mail?.id)}`;
});

test("every outcome of a save and of a refund", async () => {
  const { order, body } = await aStoriedOrder(sql, owner);
  const save = async (changes: object, given?: number) => {
    const version = given ?? (await getOrder(owner.accessToken, order.id))?.order.version ?? 0;
    return (await updateOrder(owner.id, order.id, { version, changes })).outcome;
  };
  const tracking_number = aMark();
  expect(await save({ tracking_number, submission_status: "pending" })).toBe("updated");
  expect(await save({ tracking_number })).toBe("unchanged");
  expect(await save({ payment_status: "unpaid" })).toBe("reason_required");
  expect(await save({ tracking_number: aMark() }, 1)).toBe("conflict");
  const both = {
    orders: [order.id, nobody].map((id) => ({ id, version: 1 })),
    changes: { tracking_number: aMark() },
  };
  expect((await updateOrders(owner.id, both)).map(({ outcome }) => outcome).sort()).toEqual([
    "conflict",
    "not_found",
  ]);

  const ask = async (changes: object, id = order.id) =>
    (await beginRefund(owner.id, id, { ...body, request_id: randomUUID(), ...changes })).outcome;
  expect(await ask({}, nobody)).toBe("not_found");
  expect(await ask({ refunded_cents: 7 })).toBe("changed");
  expect(await ask({ amount_cents: 99_999 })).toBe("too_much");
  expect(await ask({ request_id: body.request_id, amount_cents: 5 })).toBe("other_request");
  expect(await ask({ request_id: body.request_id })).toBe("started");
  expect(await ask({})).toBe("under_way");
  await finishRefund({ id: body.request_id, attempt: 2 }, `re_${randomUUID()}`, null);
  expect(await ask({ request_id: body.request_id })).toBe("done_before");
  const other = await addOrder(sql, { stripe_payment_intent_id: null });
  expect(await ask({}, other.id)).toBe("not_paid_by_card");
});

test("every outcome of taking back", async () => {
  const { id, version } = await addOrder(sql);
  const first = await updateOrder(owner.id, id, { version, changes: { tracking_number: aMark() } });
  const orders = [{ id, version: version + 1 }];
  const again = { orders, changes: { tracking_number: aMark() }, reason: "Another parcel" };
  const [second] = await updateOrders(owner.id, again);
  const ask = async (act: object | undefined, how: object = {}) =>
    (await undoAct(owner.id, (act as { act_id: string }).act_id, how)).map(({ outcome }) => outcome);
  expect(await ask(first, { order_id: id })).toEqual(["changed_since"]);
  await sql`update staff_acts set created_at = now() - interval '1 day' where order_id = ${id}`;
  expect(await ask(second)).toEqual(["reason_required"]);
  expect([await ask(second, { reason: "x" }), await ask(second)]).toEqual([["undone"], ["already_undone"]]);
});

test("no function of staff was left out", () => {
  // Those of the desk, of the numbers, of people's rights and of what they did have files of their own.
  const rooms = ["desk", "numbers", "people", "exports", "activity"];
  const elsewhere = new Set([
    // What staff set off by no press of theirs: refund-shortage.db.test.ts, refund-cancellation.db.test.ts.
    "begin_adjustment_refund",
    "begin_cancellation",
    "staff_my_rights",
    ...rooms.flatMap((room) => functionsCalledIn(`staff/${room}`)),
  ]);
  const expected = functionsCalledIn("staff", [
    "groups",
    "returns",
    "photos",
    "adjustments",
    "problems",
  ]).filter((name) => !elsewhere.has(name));
  expect(expected.length).toBeGreaterThan(10);
  expect(expected.filter((name) => !called.has(name))).toEqual([]);
});
