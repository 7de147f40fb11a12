import { randomUUID } from "node:crypto";
import { getSessionContext, isMailLinkOpen, wasAccountEmailed } from "@/lib/auth/data";
import { linkGuestOrders, notePasswordChoice } from "@/lib/auth/mutations";
import { filterUnhandledIds, getJobProgress, listUnprocessedEvents } from "@/lib/jobs/data";
import * as jobs from "@/lib/jobs/mutations";
import * as members from "@/lib/membership/data";
import {
  beginMembershipCheckout,
  ensureStripeCustomer,
  markStripeCustomerDeleted,
  noteLostCustomer,
  syncMembershipRows,
} from "@/lib/membership/mutations";
import { getDashboard, getSubmitPage } from "@/lib/orders/data";
import { getOptionalEmails, getProfile } from "@/lib/profile/data";
import { addressHash } from "@/lib/profile/mail-token";
import { setOptionalEmails, upsertProfile } from "@/lib/profile/mutations";
import { ACTIVITY_KINDS, listActivity, readActivityQuery } from "@/lib/staff/activity/activity";
import { getReceivingDesk, listCandidates } from "@/lib/staff/desk/data";
import * as desk from "@/lib/staff/desk/mutations";
import { beginExport, finishExport } from "@/lib/staff/exports/mutations";
import type { StepShipment } from "@/lib/staff/grader-shipments/schema";
import * as shipments from "@/lib/staff/grader-shipments/shipments";
import { getGraderDesk, getGraderShipment } from "@/lib/staff/grader-shipments/shipments";
import { undoAction } from "@/lib/staff/mutations";
import { updateOrder } from "@/lib/staff/order/change-order";
import { getOrder, getOrders, listMatches, listOrders, previewOrders } from "@/lib/staff/orders/data";
import { readListQuery } from "@/lib/staff/orders/list-query";
import { updateOrders } from "@/lib/staff/orders/mutations";
import { addMember, getUserProfile, listPeople, removeMember } from "@/lib/staff/people/people";
import { RECONCILE_LISTS } from "@/lib/staff/reconcile/advice";
import {
  getReconciliation,
  resolveException,
  retryEvent,
  retryMail,
} from "@/lib/staff/reconcile/reconciliation";
import { beginRefund, finishRefund, listStuckRefunds, postponeRefund } from "@/lib/staff/refunds/mutations";
import { getReturnDesk, returnOrder } from "@/lib/staff/returns/returns";
import * as shared from "@/lib/supabase/mutations";
import { addReceived } from "../../sandbox/builders/grader-shipment";
import { anEmail, uniqueToken } from "../../sandbox/builders/ids";
import { aSubscription } from "../../sandbox/builders/membership";
import { Proposals } from "../../sandbox/builders/proposals";
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
  storedOrder,
} from "../../sandbox/builders/rows";
import { updateAsStaff } from "../../sandbox/builders/sql-functions";
import { StaffActions } from "../../sandbox/builders/staff-actions";
import { addSignedInPerson, connect } from "../../sandbox/builders/test-database";
import { calledFunctions, functionsCalledIn, outcomeOrError } from "./gate-functions";
import { anOrderWithHistory } from "./order-with-history";

jest.mock("@/lib/supabase/rpc", () => jest.requireActual("./gate-functions").recordingGate());

const sql = connect();
const nobody = randomUUID();
let owner: StaffMember;
beforeAll(async () => {
  owner = await signUpStaff(sql, "owner");
});

const unpaid = { payment_status: "unpaid", stripe_session_id: null };

test("parses an order with all details and one with none", async () => {
  const { order, person } = await anOrderWithHistory(sql, owner);
  expect(await getOrder(owner.accessToken, order.id)).toMatchObject({
    order: { customer_name: "Jane Collector", open_exceptions: 2 },
    profile: { user_id: person.id },
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

test("parses the order list, its next page and its previous page", async () => {
  const list = (address: Record<string, string>, place: object = {}, withCounts = true) => {
    const query = { ...readListQuery(address), ...place };
    return listOrders(owner.accessToken, query, { limit: 2, withCounts });
  };
  for (let n = 0; n < 3; n++) await addOrder(sql);
  const first = await list({});
  expect(first.views).not.toBeNull();
  const next = await list({}, { cursor: first.next_cursor }, false);
  expect(next.views).toBeNull();
  await list({}, { cursor: next.previous_cursor, isBackwards: true });
  expect((await list({ sort: "-cards" })).staff_role).toBe("owner");
});

test("previews a bulk change and lists the matching orders", async () => {
  const { order } = await anOrderWithHistory(sql, owner);
  const asked = { orders: [order.id, nobody], changes: { tracking_number: "" } };
  expect(await previewOrders(owner.accessToken, asked)).toMatchObject([
    { id: order.id, warnings: ["replaces_tracking"] },
  ]);
  const found = await listMatches(owner.accessToken, readListQuery({ q: order.batch_id }));
  expect(found).toEqual({ orders: [expect.objectContaining({ id: order.id })], is_more: false });
});

test("parses people with and without a profile, membership and email", async () => {
  const { person } = await anOrderWithHistory(sql, owner);
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

  expect(await addMember(owner.id, person.email)).toEqual({ outcome: "added" });
  expect(await outcomeOrError(addMember(owner.id, person.email))).toBe("member_refused");
  await addStaff(sql, bare.id);
  const { people } = await listPeople(owner.accessToken);
  expect(people.find(({ user_id: id }) => id === bare.id)?.email).toBeNull();
  expect(await removeMember(owner.id, bare.id)).toEqual({ outcome: "removed" });
});

test("parses every reconciliation list and resolves its entries", async () => {
  const { order } = await anOrderWithHistory(sql, owner);
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
  const proposals = new Proposals(sql, new StaffActions(sql, owner));
  const short = await proposals.counted(8);
  await proposals.decide(short.order, short.proposal, "refund");
  await sql`update order_adjustments set next_look_at = null where id = ${short.proposal.id}`;
  const lists = await getReconciliation(owner.accessToken);
  for (const { name } of RECONCILE_LISTS) expect(lists[name].items.length).toBeGreaterThan(0);
  await postponeRefund(refund);
  expect((await listStuckRefunds(order.id)).map(({ request }) => request.id)).toEqual([refund]);
  await beginRefund({ userId: owner.id, factorUsedAt: null }, order.id, {
    request_id: refund,
    amount_cents: 100,
    refunded_cents: 0,
    reason: "Missing",
  });
  const [resubmitted] = await sql`select next_try_at from refund_requests where id = ${refund}`;
  expect(resubmitted?.next_try_at).toBeNull();
  expect((await retryEvent(owner.id, event)).outcome).toBe("queued");
  const resolution = { exception_id: exception, resolution: "Done" };
  expect((await resolveException(owner.id, resolution)).outcome).toBe("resolved");
  expect((await retryMail(owner.id, Number(mail?.id))).outcome).toBe("queued");
  await sql`delete from outbox where id = ${Number(mail?.id)}`;
});

test("saves and refunds an order, and returns refusals", async () => {
  const { order, body } = await anOrderWithHistory(sql, owner);
  const save = async (changes: object) => {
    const { version } = await storedOrder(sql, order.id);
    return outcomeOrError(updateOrder(owner.id, order.id, { version, changes }));
  };
  const tracking_number = uniqueToken();
  expect(await save({ tracking_number, submission_status: "pending" })).toBe("updated");
  expect(await save({ tracking_number })).toBe("unchanged");
  const gone = { orders: [{ id: nobody, version: 1 }], changes: { tracking_number } };
  expect(await updateOrders(owner.id, gone)).toMatchObject([{ outcome: "order_not_found" }]);
  const refund = () => outcomeOrError(beginRefund({ userId: owner.id, factorUsedAt: null }, order.id, body));
  expect(await refund()).toBe("started");
  await finishRefund({ id: body.request_id, attempt: 2 }, `re_${randomUUID()}`, null);
  expect(await refund()).toBe("done_before");
});

test("returns a result for each undone order", async () => {
  const order = await addOrder(sql);
  const { version } = order;
  const saved = await updateOrder(owner.id, order.id, { version, changes: { note: "wrong order" } });
  const actionId = "action_id" in saved ? String(saved.action_id) : "";
  expect(await undoAction(owner.id, actionId, {})).toMatchObject([{ outcome: "undone" }]);
});

test("records an arrival and a count, and finds the order", async () => {
  const order = await addOrder(sql, { batch_id: null });
  expect((await desk.recordArrival(owner.id, order.id)).outcome).toBe("arrived");
  const count = { version: 2, count: 10, condition: "ok" as const };
  expect((await desk.checkIn(owner.id, order.id, count)).outcome).toBe("received");
  const found = await getReceivingDesk(owner.accessToken, `ORDER-${order.id.slice(0, 8)}`);
  expect(found).toMatchObject({ awaited: null, orders: [{ received_by: owner.email }] });
});

test("sets a package aside, adds a note and ends the set-aside", async () => {
  const order = await addOrder(sql, { payment_status: "unpaid", batch_id: null });
  const aside = () => desk.setAside(owner.id, order.id, { action: "set_aside", note: "wet", shelf: "X-1" });
  const update = async (body: Parameters<typeof desk.updateSetAside>[2]) =>
    (await desk.updateSetAside(owner.id, order.id, body)).outcome;
  expect(await aside()).toMatchObject({
    outcome: "set_aside",
    order: { set_aside: { reason: "unpaid" } },
  });
  await expect(aside()).rejects.toMatchObject({
    code: "set_aside_changed",
    reply: { order: { set_aside: { set_aside_by: owner.email, note: "wet" } } },
  });
  expect(await update({ action: "asked", note: "asked on Monday" })).toBe("noted");
  expect(await update({ action: "end", note: "paid" })).toBe("ended");
});

test("edits, matches and deletes packages at the version last seen", async () => {
  const { package: stored } = await desk.savePackage(owner.id, null, { sender: "Jnae", carrier: "ups" });
  const change = (version: number) =>
    desk.savePackage(owner.id, stored.id, { version, sender: "Jane", carrier: "ups" });
  expect((await change(1)).outcome).toBe("changed");
  await expect(change(1)).rejects.toMatchObject({
    code: "package_changed",
    reply: { package: { sender: "Jane", version: 2, changed_by_email: owner.email } },
  });
  const order = await addOrder(sql);
  expect((await desk.matchPackage(owner.id, stored.id, order.id)).outcome).toBe("matched");
  const { package: other } = await desk.savePackage(owner.id, null, {});
  const deletion = { version: 1, is_deleted: true };
  expect((await desk.savePackage(owner.id, other.id, deletion)).outcome).toBe("deleted");
});

test("declines a cancellation request once, unless its refund is in progress", async () => {
  const order = await addOrder(sql, { cancel_requested_at: new Date() });
  const decline = (version: number) =>
    desk.declineCancellation(owner.id, order.id, { version, words: "It's already at the grader." });
  expect(await outcomeOrError(decline(9))).toBe("order_changed");
  const refund = await addStuckRefund(sql, order.id);
  expect(await outcomeOrError(decline(1))).toBe("cancel_in_progress");
  await sql`delete from refund_requests where id = ${refund}`;
  expect(await decline(1)).toMatchObject({ outcome: "declined", order: { cancel_requested_at: null } });
  expect(await outcomeOrError(decline(2))).toBe("cancel_not_asked");
});

test("finds orders that may match a package", async () => {
  const order = await addOrder(sql);
  expect(await listCandidates(owner.accessToken, order.batch_id)).toMatchObject([{ id: order.id }]);
});

test("fills, closes, ships and returns a shipment, and parses its pages", async () => {
  const [first, second] = [await addReceived(sql), await addReceived(sql, { batch_id: null })];
  const { id } = await shipments.openShipment(owner.id, " PSA ");
  const added = await shipments.addToShipment(owner.id, id, { order_ids: [first.id, second.id] });
  expect((await getGraderShipment(owner.accessToken, id))?.members).toHaveLength(2);
  const step = (body: StepShipment) => shipments.stepShipment(owner.id, id, body);
  const { version } = added.shipment;
  const closed = await step({ version, step: "closed", number: "SUB-1", cards: 20 });
  expect(closed.outcome).toBe("closed");
  const shipped = await step({ version: closed.shipment.version, step: "shipped" });
  expect(shipped.outcome).toBe("stepped");
  expect((await shipments.takeFromShipment(owner.id, id, second.id)).outcome).toBe("taken_out");

  const bare = await shipments.openShipment(owner.id, "CGC");
  const desk = await getGraderDesk(owner.accessToken, null);
  expect(desk.live.find((shipment) => shipment.id === bare.id)).toMatchObject({ batches: 0 });
  expect((await shipments.discardShipment(owner.id, bare.id)).outcome).toBe("discarded");
  expect(await getGraderShipment(owner.accessToken, 2_000_000_000)).toBeNull();
});

test("ships a batch back and lists the action", async () => {
  const order = await addReceived(sql, { submission_status: "graded" });
  expect((await getReturnDesk(owner.accessToken, order.batch_id)).orders).toMatchObject([
    { id: order.id, refusal: null },
  ]);
  const { version } = await storedOrder(sql, order.id);
  const shipping = { version, tracking_number: uniqueToken(), carrier: "ups" as const };
  expect((await returnOrder(owner.id, order.id, shipping)).outcome).toBe("returned");
  const { actions } = await getReturnDesk(owner.accessToken, null);
  expect(actions.find(({ order_id: about }) => about === order.id)).toMatchObject({ kind: "return" });
});

test("records, lists and finishes Stripe events", async () => {
  const event = { id: `evt_${randomUUID()}`, type: "invoice.paid", objectId: "in_1", livemode: false };
  expect(await shared.recordStripeEvent(event)).toEqual({ processed: false });
  const empty = `evt_${randomUUID()}`;
  await sql`insert into stripe_events (event_id, type, livemode, received_at, tried_at)
        values (${empty}, 'x', false, '1800-01-01', '1800-01-01')`;
  const listed = await listUnprocessedEvents(1000);
  expect(listed.find(({ event_id }) => event_id === empty)).toMatchObject({ type: "x", object_id: null });
  for (const id of [event.id, empty]) await shared.finishStripeEvent(id, null);
  expect(await filterUnhandledIds([event.id, "evt_unseen"])).toEqual(["evt_unseen"]);
});

test("stores the progress of a job", async () => {
  await sql`delete from job_progress where kind = 'sessions'`;
  const now = new Date();
  await jobs.saveJobProgress("sessions", { lookedUntil: now, place: "here", finishedAt: now });
  expect(await getJobProgress()).toMatchObject({
    progress: { sessions: { looked_until: expect.any(String), place: "here" } },
    is_waiting: expect.any(Boolean),
  });
  await sql`delete from job_progress where kind = 'sessions'`;
});

test("claims alerts and stuck work, and purges expired rows", async () => {
  const id = await addException(sql, { reason: "unknown_price" });
  const { id: disputed } = await addOrder(sql, { dispute_status: "needs_response" });
  const alarms: unknown[] = [];
  let found: Awaited<ReturnType<typeof jobs.claimNewAlarms>>;
  do {
    found = await jobs.claimNewAlarms(false);
    alarms.push(...found);
  } while (found.length > 0);
  expect(alarms).toContainEqual(expect.objectContaining({ exception_id: id }));
  expect(alarms).toContainEqual(expect.objectContaining({ order_id: disputed, reason: "dispute_opened" }));
  const event = await addGivenUpEvent(sql);
  expect((await jobs.claimStuckWork(false)).events).toContainEqual({
    name: event,
    about: "charge.refunded",
  });
  expect(await shared.alertStaff("lost", [{ name: "evt_lost", about: "invoice.paid" }], false)).toBe(true);
  const failed = { name: "test:answers", about: "1 failure in the last run" };
  await sql`insert into job_failures (task, failing_since, failed_at)
values (${failed.name}, now() - interval '25 hours', now())`;
  expect(await jobs.noteJobFailures([failed], false)).toEqual([failed]);
  await sql`delete from job_failures where task = ${failed.name}`;
  const names = [
    "purge_abandoned_orders",
    "purge_sent_emails",
    "purge_expired_rows",
    "purge_staff_actions",
  ] as const;
  for (const name of names) expect(await jobs.purgeRows(name)).toEqual(expect.any(Number));
});

test.each(["queue_ship_reminders", "queue_overdue_notices", "queue_no_update_emails"] as const)(
  "queues the emails of %s",
  async (kind) => {
    expect(await jobs.queueReminders(kind, 0)).toMatchObject({ done: 0 });
  },
);

const address = {
  full_name: "Jane Collector",
  phone: "+1 503 555 0100",
  address_line1: "1 Main Street",
  address_line2: "Apt 2",
  city: "Portland",
  state: "OR",
  postal_code: "97201",
  country: "US",
} as const;

test("parses an empty account and one with a membership", async () => {
  const { id, accessToken } = await addSignedInPerson(sql);
  const noContext = {
    staff_role: null,
    profile_complete: false,
    subscription: null,
    renewing_customer: null,
  };
  expect(await getSessionContext(accessToken)).toEqual(noContext);
  expect((await getProfile(accessToken, id)).is_complete).toBe(false);
  expect(await getSubmitPage(accessToken)).toMatchObject({ open_checkout: null, recent_orders: [] });
  expect(await getDashboard(accessToken, null, null)).toMatchObject({ orders: [], next_cursor: null });
  expect(await members.getStripeCustomer(id)).toBeNull();
  expect(await members.getActiveSubscription(accessToken, id)).toBeNull();
  const empty = { profile: { is_complete: false }, last_address: null, memberships: [] };
  expect(await members.getProfilePage(accessToken)).toMatchObject(empty);
  expect((await members.getMembership("sub_of_nobody")).subscription).toBeNull();

  expect(await upsertProfile(id, address)).toMatchObject({ ...address, is_complete: true });
  const customer = `cus_${randomUUID()}`;
  expect(await ensureStripeCustomer(id, customer)).toBe(customer);
  expect(await beginMembershipCheckout(customer, "price_pro")).toBe(1);
  expect((await members.getStripeCustomer(id))?.checkout_price).toBe("price_pro");
  const subscription = aSubscription() as Parameters<typeof syncMembershipRows>[2][number];
  const former = await shared.nextReadFence();
  expect(await syncMembershipRows("cus_of_nobody", former, [])).toMatchObject({
    outcome: "unknown_customer",
  });
  expect((await syncMembershipRows(customer, former, [])).subscription).toBeNull();
  const written = await syncMembershipRows(customer, await shared.nextReadFence(), [subscription]);
  expect(written).toMatchObject({ outcome: "written", user_id: id, subscription: { plan_type: "pro" } });
  expect((await syncMembershipRows(customer, former, [])).outcome).toBe("stale");
  expect((await members.getMembership(subscription.id)).full_name).toBe(address.full_name);
  expect(await members.listMembershipsToSync(5)).toBeInstanceOf(Array);
  const memberships = [{ plan_type: "pro", status: "active" }];
  expect(await members.getProfilePage(accessToken)).toMatchObject({ profile: address, memberships });
  expect((await members.getActiveSubscription(accessToken, id))?.status).toBe("active");
  expect(await noteLostCustomer("cus_of_nobody")).toBe(false);
  expect(await noteLostCustomer(customer)).toBe(true);
  await addStaff(sql, id, "owner");
  const subscribed = { staff_role: "owner", profile_complete: true, subscription: { plan_type: "pro" } };
  expect(await getSessionContext(accessToken)).toEqual({ ...noContext, ...subscribed });
  expect(await getSubmitPage(accessToken)).toMatchObject({ profile: address });
  expect(await markStripeCustomerDeleted(customer)).toMatchObject({
    outcome: "deleted_customer",
    user_id: id,
    subscription: { status: "canceled" },
  });
  expect((await markStripeCustomerDeleted(customer)).outcome).toBe("unknown_customer");
  expect(await members.getCustomerOrFormer(id)).toEqual({ customer: null, former: customer });
  expect(await ensureStripeCustomer(randomUUID(), `cus_${randomUUID()}`)).toBeNull();
});

test("stores whether an address receives optional emails", async () => {
  const hash = addressHash(anEmail());
  expect(await getOptionalEmails(hash)).toBe(true);
  expect(await setOptionalEmails(hash, false)).toEqual({ wanted: false });
  expect(await getOptionalEmails(hash)).toBe(false);
});

test("returns nothing for unknown tokens, accounts and events", async () => {
  expect(await isMailLinkOpen("no-token")).toBe(false);
  expect(await linkGuestOrders(randomUUID(), null, false)).toBe(0);
  expect(await wasAccountEmailed("nobody@example.test")).toBe(false);
  expect(await notePasswordChoice((await addSignedInPerson(sql)).id)).toBe(0);
  await expect(shared.finishStripeEvent("evt_of_nobody", null)).resolves.toBeUndefined();
});

const query = (asked: Record<string, string>) => readActivityQuery(asked);

test("parses the activity log by filter and by page", async () => {
  const today = new Date().toISOString().slice(0, 10);
  const member = await signUpStaff(sql);
  const order = await addOrder(sql);
  await updateAsStaff(member, order, { shelf_location: "A-1" });
  const id = await beginExport(member.id, "orders", { payment: "paid", view: null, search: "" });
  await finishExport(id, 3, true);
  const { rows } = await listActivity(member.accessToken, query({ person: member.id }));
  expect(rows).toMatchObject([
    { type: "exported", after: { filter: { payment: "paid" }, rows: 3, is_complete: true } },
    { type: "shelf_location", batch_id: order.batch_id },
  ]);
  const first = await listActivity(member.accessToken, query({ person: member.id }), 1);
  const next = { ...query({ person: member.id }), cursor: first.next_cursor };
  const more = await listActivity(member.accessToken, next, 1);
  expect([...first.rows, ...more.rows]).toEqual(rows);
  for (const kind of Object.keys(ACTIVITY_KINDS)) await listActivity(member.accessToken, query({ kind }));
  const since = await listActivity(member.accessToken, query({ person: member.id, from: today }));
  expect(since.rows).toHaveLength(2);
});

test("calls every database function of these modules", () => {
  // The other modules' functions are called in order-results.test.ts, numbers.test.ts, refund-shortage.db.test.ts and
  // refund-cancellation.db.test.ts.
  const elsewhere = new Set([
    ...["begin_adjustment_refund", "begin_cancellation", "staff_settle_order"],
    ...["staff/numbers", "staff/photos", "staff/adjustments"].flatMap((module) => functionsCalledIn(module)),
  ]);
  const modules = ["staff", "jobs", "auth", "profile", "membership", "supabase"];
  const expected = modules
    .flatMap((module) => functionsCalledIn(module))
    .filter((name) => !elsewhere.has(name));
  expect(expected.length).toBeGreaterThan(60);
  expect(expected.filter((name) => !calledFunctions.has(name))).toEqual([]);
});
