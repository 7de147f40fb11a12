import { randomUUID } from "node:crypto";
import { getSessionContext, isMailLinkOpen, wasAccountEmailed } from "@/lib/auth/data";
import { linkGuestOrders, notePasswordChoice } from "@/lib/auth/mutations";
import { getJobProgress, listUnhandled, listUnprocessedEvents } from "@/lib/jobs/data";
import * as jobs from "@/lib/jobs/mutations";
import * as members from "@/lib/membership/data";
import {
  beginMembershipCheckout,
  ensureStripeCustomer,
  forgetStripeCustomer,
  noteLostCustomer,
  syncMembershipRows,
} from "@/lib/membership/mutations";
import { getDashboard, getSubmitPage } from "@/lib/orders/data";
import { getOptionalEmails, getProfile } from "@/lib/profile/data";
import { addressHash } from "@/lib/profile/mail-token";
import { setOptionalEmails, upsertProfile } from "@/lib/profile/mutations";
import { ACTIVITY_KINDS, readActivityQuery } from "@/lib/staff/activity/activity-query";
import { listActivity } from "@/lib/staff/activity/data";
import { getReceivingDesk, listCandidates } from "@/lib/staff/desk/data";
import * as desk from "@/lib/staff/desk/mutations";
import { beginExport, finishExport } from "@/lib/staff/exports/mutations";
import { getGraderDesk, getGraderShipment } from "@/lib/staff/grader-shipments/data";
import * as shipments from "@/lib/staff/grader-shipments/mutations";
import { getOrder } from "@/lib/staff/order/data";
import { updateOrder } from "@/lib/staff/order/mutations";
import { getOrders, listMatches, listOrders, previewOrders } from "@/lib/staff/orders/data";
import { readListQuery } from "@/lib/staff/orders/list-query";
import { updateOrders } from "@/lib/staff/orders/mutations";
import { getUserProfile, listPeople } from "@/lib/staff/people/data";
import { addMember, removeMember } from "@/lib/staff/people/mutations";
import { memberMessages } from "@/lib/staff/people/schema";
import { getReconciliation } from "@/lib/staff/reconcile/data";
import { RECONCILE_LISTS } from "@/lib/staff/reconcile/messages";
import { resolveException, retryEvent, retryMail } from "@/lib/staff/reconcile/mutations";
import { listStuckRefunds } from "@/lib/staff/refunds/data";
import { beginRefund, finishRefund, postponeRefund } from "@/lib/staff/refunds/mutations";
import { getReturnDesk } from "@/lib/staff/returns/data";
import { returnOrder } from "@/lib/staff/returns/mutations";
import { staffMessages } from "@/lib/staff/schema";
import { undoAction } from "@/lib/staff/staff-actions/mutations";
import * as shared from "@/lib/supabase/mutations";
import { addReceived } from "../../sandbox/builders/grader-shipment";
import { anEmail, uniqueToken } from "../../sandbox/builders/ids";
import { aSubscription } from "../../sandbox/builders/membership";
import { Proposals } from "../../sandbox/builders/proposals";
import {
  addException,
  addGivenUpEvent,
  addOrder,
  addOrders,
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
import { connect, signedUp, undone } from "../../sandbox/builders/test-database";
import { called, functionsCalledIn, outcomeOf } from "./gate-functions";
import { aStoriedOrder } from "./order-with-history";

jest.mock("@/lib/supabase/rpc", () => jest.requireActual("./gate-functions").notedGate());

describe("staff", () => {
  const sql = connect();

  describe("staff answers", () => {
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
      expect((await listOrders(owner.accessToken, back, { limit: 2 })).staff_role).toBe("owner");
    });

    test("what a change of several would meet, and which orders match", async () => {
      const { order } = await aStoriedOrder(sql, owner);
      const asked = { orders: [order.id, nobody], changes: { tracking_number: "" } };
      expect(await previewOrders(owner.accessToken, asked)).toMatchObject([
        { id: order.id, warnings: ["replaces_tracking"] },
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
      const refused = (reason: keyof typeof memberMessages) => ({
        code: "member_refused",
        message: memberMessages[reason],
      });
      expect(await addMember(owner.id, person.email)).toEqual({ outcome: "added" });
      await expect(addMember(owner.id, person.email)).rejects.toMatchObject(refused("already_bound"));
      await expect(addMember(owner.id, "nobody@example.test")).rejects.toMatchObject(refused("no_account"));
      await expect(addMember(owner.id, unconfirmed.email)).rejects.toMatchObject(refused("not_confirmed"));
      const unproven = await addUser(sql, { chosePassword: false });
      await expect(addMember(owner.id, unproven.email)).rejects.toMatchObject(refused("password_not_proven"));
      await addStaff(sql, bare.id);
      const { people } = await listPeople(owner.accessToken);
      expect(people.find(({ user_id: id }) => id === bare.id)?.email).toBeNull();
      expect(await removeMember(owner.id, bare.id)).toEqual({ outcome: "removed" });
      await expect(removeMember(owner.id, bare.id)).rejects.toMatchObject(refused("not_staff"));
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
      const proposals = new Proposals(sql, new StaffActions(sql, owner));
      const short = await proposals.counted(8);
      await proposals.decide(short.order, short.proposal, "refund");
      await sql`update order_adjustments set next_look_at = null where id = ${short.proposal.id}`;
      const lists = await getReconciliation(owner.accessToken);
      for (const { name } of RECONCILE_LISTS) expect(lists[name].items.length).toBeGreaterThan(0);
      expect(lists.refunds_stuck.items.map((item) => item.order_id)).toContain(order.id);
      await postponeRefund(refund);
      expect((await listStuckRefunds(order.id)).map(({ request }) => request.id)).toEqual([refund]);
      // Begun again, it is the job's after five minutes.
      await beginRefund({ userId: owner.id, factorUsedAt: null }, order.id, {
        ...{ request_id: refund, amount_cents: 100, refunded_cents: 0, reason: "Missing" },
      });
      expect(await sql`select next_try_at from refund_requests where id = ${refund}`).toEqual([
        { next_try_at: null },
      ]);
      const retry = () => outcomeOf(retryEvent(owner.id, event));
      expect([await retry(), await retry()]).toEqual(["queued", "event_in_progress"]);
      const settle = (id: number) =>
        outcomeOf(resolveException(owner.id, id, { resolution: "Done", acceptsAmount: false }));
      const settled = [await settle(exception), await settle(exception), await settle(2_000_000_000)];
      expect(settled).toEqual(["resolved", "exception_settled", "exception_not_found"]);
      const resend = () => outcomeOf(retryMail(owner.id, Number(mail?.id)));
      expect([await resend(), await resend()]).toEqual(["queued", "mail_in_progress"]);
      await sql`delete from outbox where id = ${Number(mail?.id)}`;
    });

    test("every outcome of a save and of a refund", async () => {
      const { order, body } = await aStoriedOrder(sql, owner);
      const save = async (changes: object, given?: number) => {
        const version = given ?? (await getOrder(owner.accessToken, order.id))?.order.version ?? 0;
        return outcomeOf(updateOrder(owner.id, order.id, { version, changes }));
      };
      const tracking_number = uniqueToken();
      expect(await save({ tracking_number, submission_status: "pending" })).toBe("updated");
      expect(await save({ tracking_number })).toBe("unchanged");
      expect(await save({ payment_status: "unpaid" })).toBe("reason_required");
      expect(await save({ tracking_number: uniqueToken() }, 1)).toBe("order_changed");
      const both = {
        orders: [order.id, nobody].map((id) => ({ id, version: 1 })),
        changes: { tracking_number: uniqueToken() },
      };
      expect((await updateOrders(owner.id, both)).map(({ outcome }) => outcome).sort()).toEqual([
        "order_changed",
        "order_not_found",
      ]);

      const ask = async (changes: object, id = order.id) =>
        outcomeOf(
          beginRefund({ userId: owner.id, factorUsedAt: null }, id, {
            ...body,
            request_id: randomUUID(),
            ...changes,
          }),
        );
      expect(await ask({}, nobody)).toBe("order_not_found");
      expect(await ask({ refunded_cents: 7 })).toBe("refund_outdated");
      expect(await ask({ amount_cents: 99_999 })).toBe("refund_too_much");
      expect(await ask({ request_id: body.request_id, amount_cents: 5 })).toBe("refund_form_reused");
      expect(await ask({ request_id: body.request_id })).toBe("started");
      expect(await ask({})).toBe("refund_in_progress");
      await finishRefund({ id: body.request_id, attempt: 2 }, `re_${randomUUID()}`, null);
      expect(await ask({ request_id: body.request_id })).toBe("done_before");
      const other = await addOrder(sql, { stripe_payment_intent_id: null });
      expect(await ask({}, other.id)).toBe("refund_not_by_card");
    });

    test("an undo has a result for each order", async () => {
      const order = await addOrder(sql);
      const { version } = order;
      const saved = await updateOrder(owner.id, order.id, { version, changes: { note: "wrong order" } });
      const act = "action_id" in saved ? String(saved.action_id) : "";
      expect((await undoAction(owner.id, act, {})).map(({ outcome }) => outcome)).toEqual(["undone"]);
      expect((await undoAction(owner.id, act, {})).map(({ outcome }) => outcome)).toEqual(["changed_since"]);
    });

    test("no function of staff was left out", () => {
      // Those of the desk, of the numbers, of people's rights and of what they did have files of their own.
      const rooms = ["desk", "numbers", "people", "exports", "activity"];
      const elsewhere = new Set([
        // What staff set off by no press of theirs: refund-shortage.db.test.ts, refund-cancellation.db.test.ts.
        "begin_adjustment_refund",
        "begin_cancellation",
        ...rooms.flatMap((room) => functionsCalledIn(`staff/${room}`)),
      ]);
      const expected = functionsCalledIn("staff", [
        "grader-shipments",
        "returns",
        "photos",
        "adjustments",
      ]).filter((name) => !elsewhere.has(name));
      expect(expected.length).toBeGreaterThan(10);
      expect(expected.filter((name) => !called.has(name))).toEqual([]);
    });
  });

  describe("staff desk answers", () => {
    const nobody = randomUUID();
    let owner: StaffMember;
    beforeAll(async () => {
      owner = await signUpStaff(sql, "owner");
    });

    test("the desk counts what is to be checked in", () =>
      undone(sql, async (tx) => {
        // Without what other files add meanwhile.
        await tx`set transaction isolation level repeatable read`;
        await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: owner.id })}, true)`;
        const counts = async () => {
          const [row] = await tx`select public.staff_receiving_desk() as desk`;
          return row?.desk.awaited.count;
        };
        const awaited = await counts();
        await addOrders(tx, null, 2);
        await addOrders(tx, null, 3, { arrived_at: new Date() });
        await addOrders(tx, null, 4, { payment_status: "unpaid" });
        expect(await counts()).toBe(Math.min(awaited + 5, 1000));
      }));

    test("every outcome at the desk", async () => {
      const order = await addOrder(sql, { batch_id: null });
      const outcomes: string[] = [];
      const note = async (result: Promise<{ outcome: string }>) => outcomes.push(await outcomeOf(result));
      await note(desk.recordArrival(owner.id, order.id));
      await note(desk.recordArrival(owner.id, order.id));
      await note(desk.recordArrival(owner.id, nobody));
      const count = { version: 2, count: 10, condition: "ok" as const };
      await note(desk.checkIn(owner.id, order.id, { ...count, version: 1 }));
      await note(desk.checkIn(owner.id, order.id, count));
      await note(desk.checkIn(owner.id, order.id, count));
      await note(
        desk.checkIn(owner.id, order.id, { ...count, version: 3, condition: "tampered", is_recount: true }),
      );
      await note(desk.checkIn(owner.id, nobody, count));
      const { package: bare } = await desk.savePackage(owner.id, null, {});
      await desk.savePackage(owner.id, null, {
        carrier: "ups",
        sender: "Jane",
        notes: "n",
        shelf: "A",
        tracking_number: "1Z",
      });
      expect((await getReceivingDesk(owner.accessToken, null)).orders).toEqual([]);
      const code = `ORDER-${order.id.slice(0, 8)}`;
      const found = await getReceivingDesk(owner.accessToken, code);
      expect(found.awaited).toBeNull();
      expect(found.orders[0]).toMatchObject({
        received_by: owner.email,
      });
      await note(desk.matchPackage(owner.id, bare.id, nobody));
      await note(desk.matchPackage(owner.id, nobody, order.id));
      await note(desk.matchPackage(owner.id, bare.id, order.id));
      await note(desk.matchPackage(owner.id, bare.id, order.id));
      expect(outcomes).toEqual(
        [
          "arrived",
          "already_arrived",
          "order_not_found",
          "order_changed",
          "received",
          "received_before",
          "recounted",
        ].concat(["order_not_found", "order_not_found", "package_not_found", "matched", "package_matched"]),
      );
    });

    test("every outcome of boxes", async () => {
      const order = await addOrder(sql);
      const box = async (version: number, count = 4) =>
        outcomeOf(
          desk.checkIn(owner.id, order.id, { version, count, condition: "ok", is_more_to_come: true }),
        );
      expect(await box(order.version)).toBe("box_counted");
      expect(await box(order.version)).toBe("order_changed");
      const { version } = await storedOrder(sql, order.id);
      expect(await box(version, 9999)).toBe("invalid_input");
      const last = { version, count: 9999, condition: "ok" as const };
      await expect(desk.checkIn(owner.id, order.id, last)).rejects.toMatchObject({
        code: "invalid_input",
        message: staffMessages.tooManyCards,
      });
      expect(await desk.checkIn(owner.id, order.id, { ...last, count: 6 })).toMatchObject({
        outcome: "received",
        is_mismatch: false,
        order: { received_count: 10, box_counts: [] },
      });
      expect(await box(version)).toBe("received_before");
      const missing = desk.checkIn(owner.id, nobody, { ...last, is_more_to_come: true });
      expect(await outcomeOf(missing)).toBe("order_not_found");
    });

    test("every outcome of setting aside", async () => {
      const order = await addOrder(sql, { payment_status: "unpaid", batch_id: null });
      const aside = () =>
        desk.setAside(owner.id, order.id, { action: "set_aside", note: "wet", shelf: "X-1" });
      const update = (body: Parameters<typeof desk.updateSetAside>[2]) =>
        outcomeOf(desk.updateSetAside(owner.id, order.id, body));
      expect(await update({ action: "asked", note: "asked" })).toBe("set_aside_changed");
      expect(await update({ action: "end" })).toBe("set_aside_changed");
      expect(await aside()).toMatchObject({
        outcome: "set_aside",
        order: { set_aside: { reason: "unpaid" } },
      });
      await expect(aside()).rejects.toMatchObject({
        code: "set_aside_changed",
        reply: { order: { set_aside: { set_aside_by: owner.email, note: "wet" } } },
      });
      expect(await outcomeOf(desk.setAside(owner.id, nobody, { action: "set_aside" }))).toBe(
        "order_not_found",
      );
      expect(await update({ action: "asked", note: "asked on Monday" })).toBe("noted");
      const { set_asides: rows } = await getReceivingDesk(owner.accessToken, null);
      const row = rows.find(({ order_id: id }) => id === order.id);
      if (row)
        expect(row).toMatchObject({
          asked_note: "asked on Monday",
          asked_by: owner.email,
          payment_status: "unpaid",
        });
      expect(await update({ action: "end", note: "paid" })).toBe("ended");
      expect(await update({ action: "end" })).toBe("set_aside_changed");
    });

    test("every outcome of correcting a package", async () => {
      const { package: kept } = await desk.savePackage(owner.id, null, { sender: "Jnae", carrier: "ups" });
      const change = (version: number, id = kept.id) =>
        desk.savePackage(owner.id, id, { version, sender: "Jane", carrier: "ups" });
      const changed = await change(1);
      expect(changed.outcome).toBe("changed");
      await expect(change(1)).rejects.toMatchObject({
        code: "package_changed",
        reply: {
          package: {
            sender: "Jane",
            version: 2,
            changed_by_email: owner.email,
            changed_at: expect.any(String),
          },
        },
      });
      expect((await change(2)).outcome).toBe("unchanged");
      await expect(change(1, nobody)).rejects.toMatchObject({ code: "package_not_found" });
      const order = await addOrder(sql);
      expect((await desk.matchPackage(owner.id, kept.id, order.id)).outcome).toBe("matched");
      await expect(change(3)).rejects.toMatchObject({ code: "package_matched" });
      const remove = (id: string, version: number) =>
        desk.savePackage(owner.id, id, { version, isDeleted: true });
      await expect(remove(kept.id, 3)).rejects.toMatchObject({ code: "package_matched" });

      const { package: other } = await desk.savePackage(owner.id, null, { sender: "Sam" });
      await expect(remove(other.id, 2)).rejects.toMatchObject({ code: "package_changed" });
      expect((await remove(other.id, 1)).outcome).toBe("deleted");
      await expect(remove(other.id, 2)).rejects.toMatchObject({ code: "package_not_found" });
    });

    test("every outcome of a request to cancel", async () => {
      const order = await addOrder(sql, { cancel_requested_at: new Date() });
      const decline = (version: number, id = order.id) =>
        desk.declineCancellation(owner.id, id, { version, words: "It is with the grader already." });
      const count = { version: 1, count: 10, condition: "ok" as const };
      for (const is_more_to_come of [false, true])
        expect(await outcomeOf(desk.checkIn(owner.id, order.id, { ...count, is_more_to_come }))).toBe(
          "cancel_undecided",
        );
      expect(await outcomeOf(decline(9))).toBe("order_changed");
      const refund = await addStuckRefund(sql, order.id);
      expect(await outcomeOf(decline(1))).toBe("cancel_in_progress");
      await sql`delete from refund_requests where id = ${refund}`;
      expect(await decline(1)).toMatchObject({ outcome: "declined", order: { cancel_requested_at: null } });
      expect(await outcomeOf(decline(2))).toBe("cancel_not_asked");
      expect(await outcomeOf(decline(1, nobody))).toBe("order_not_found");
    });

    test("candidates are read as the desk shows them", async () => {
      const name = uniqueToken();
      const order = await addOrder(sql, {
        return_address: { full_name: `Quirina ${name}`, postal_code: "97314" },
      });
      const search = `${name.toLowerCase()} 97314`;
      expect((await listCandidates(owner.accessToken, search)).map(({ id }) => id)).toEqual([order.id]);
      expect(await listCandidates(owner.accessToken, "nobody-has-this")).toEqual([]);
    });

    test("no function of the desk was left out", () => {
      const expected = functionsCalledIn("staff/desk");
      expect(expected.length).toBeGreaterThan(8);
      expect(expected.filter((name) => !called.has(name))).toEqual([]);
    });
  });

  describe("grader answers", () => {
    const nobody = randomUUID();
    const none = 2_000_000_000;
    let member: StaffMember;
    beforeAll(async () => {
      member = await signUpStaff(sql);
    });

    test("every outcome of a shipment, and its pages in full", async () => {
      const [first, second] = [await addReceived(sql), await addReceived(sql, { batch_id: null })];
      const outcomes: string[] = [];
      const note = async <Result extends { outcome: string }>(result: Promise<Result>) => {
        outcomes.push(await outcomeOf(result));
        return result.catch(() => null);
      };
      const { id, version } = await shipments.openShipment(member.id, " PSA ");
      const add = (body: Parameters<typeof shipments.addToShipment>[2], shipment = id) =>
        note(shipments.addToShipment(member.id, shipment, body));
      await add({ code: "x" }, none);
      await add({ code: "NO-SUCH-BATCH" });
      const added = await add({ order_ids: [first.id, second.id, nobody, first.id] });
      if (!added) throw new Error(outcomes.at(-1));
      expect(added.results.map(({ outcome }) => outcome).sort()).toEqual([
        "added",
        "added",
        "order_not_found",
      ]);
      expect((await getGraderShipment(member.accessToken, id))?.members).toHaveLength(2);
      const twin = await addReceived(sql, {
        id: `${second.id.slice(0, 8)}-0000-4000-8000-000000000001`,
        batch_id: null,
      });
      await add({ code: `ORDER-${second.id.slice(0, 8)}` });
      await sql`delete from grading_orders where id = ${twin.id}`;

      const close = (body: object, shipment = id) =>
        note(
          shipments.stepShipment(member.id, shipment, {
            version: added.shipment.version,
            step: "closed",
            number: "SUB-1",
            cards: 20,
            ...body,
          }),
        );
      await close({}, none);
      await close({ version });
      await close({ cards: 19 });
      await sql`update grading_orders set received_count = 9 where id = ${first.id}`;
      await close({});
      await sql`update grading_orders set received_count = 10 where id = ${first.id}`;
      const closed = await close({});
      if (!closed) throw new Error(outcomes.at(-1));
      await close({ version: closed.shipment.version });
      await add({ code: first.batch_id });

      const step = (body: object, shipment = id) =>
        note(
          shipments.stepShipment(member.id, shipment, {
            version: closed.shipment.version,
            step: "shipped",
            ...body,
          }),
        );
      await step({}, none);
      await step({ version });
      await sql`update order_admin set dispute_status = 'needs_response' where order_id = ${first.id}`;
      await step({});
      await sql`update order_admin set dispute_status = null where order_id = ${first.id}`;
      const stepped = await step({});
      if (!stepped) throw new Error(outcomes.at(-1));
      const take = (order: string, shipment = id) =>
        note(shipments.takeFromShipment(member.id, shipment, order));
      await take(second.id, none);
      await take(nobody);
      const taken = await take(second.id);
      if (!taken) throw new Error(outcomes.at(-1));
      await step({ version: taken.shipment.version });
      await step({ version: taken.shipment.version, step: "back", cards: 10 });
      await step({ version: taken.shipment.version, step: "back", cards: 10, accepts_difference: true });
      await take(first.id);
      expect(outcomes).toEqual([
        ...["shipment_not_found", "code_unknown", "looked_at", "code_ambiguous"],
        ...["shipment_not_found", "shipment_changed", "cards_differ", "shipment_refused", "closed"],
        ...["shipment_not_open", "shipment_not_open"],
        ...["shipment_not_found", "shipment_changed", "shipment_refused", "stepped"],
        ...["shipment_not_found", "not_in_shipment", "taken_out"],
        ...["shipment_not_ahead", "cards_differ", "stepped", "graded_in_shipment"],
      ]);

      const bare = await shipments.openShipment(member.id, "CGC");
      const empty = shipments.stepShipment(member.id, bare.id, {
        version: 1,
        step: "closed",
        number: "x",
        cards: 0,
      });
      expect(await outcomeOf(empty)).toBe("shipment_empty");
      const desk = await getGraderDesk(member.accessToken, null);
      // The newest first, among those of other files.
      for (const list of [desk.back, desk.live]) {
        const ids = list.map((shipment) => shipment.id);
        expect(ids).toEqual(ids.toSorted((one, other) => other - one));
      }
      expect(desk.back.find((shipment) => shipment.id === id)).toMatchObject({
        grader: "PSA",
        cards: 10,
        returned_cards: 10,
        declared_cards: 20,
      });
      expect(desk.live.find((shipment) => shipment.id === bare.id)).toMatchObject({
        batches: 0,
        oldest_promise: null,
      });
      expect((await getGraderDesk(member.accessToken, id)).back.every((shipment) => shipment.id < id)).toBe(
        true,
      );
      const discard = (shipment: number) => outcomeOf(shipments.discardShipment(member.id, shipment));
      expect([await discard(bare.id), await discard(bare.id)]).toEqual(["discarded", "shipment_not_found"]);
      expect(await discard(id)).toBe("shipment_not_empty");
      expect(await getGraderShipment(member.accessToken, none)).toBeNull();
    });

    test("every outcome of a return, and its page in full", async () => {
      const person = await signedUp(sql);
      const owner = { user_id: person.id, guest_email: null, submission_status: "graded" };
      const [first, second, other] = [
        await addReceived(sql, owner),
        await addReceived(sql, owner),
        await addReceived(sql, { submission_status: "graded" }),
      ];
      const number = `1Z${randomUUID().replaceAll("-", "").slice(0, 16)}`.toUpperCase();
      const send = async (order: { id: string }, changes: object = {}) => {
        const { version } = order.id === nobody ? { version: 1 } : await storedOrder(sql, order.id);
        const body = { version, tracking_number: number, carrier: "ups" as const, ...changes };
        return outcomeOf(returnOrder(member.id, order.id, body));
      };
      expect((await getReturnDesk(member.accessToken, first.batch_id)).orders).toMatchObject([
        { id: first.id, refusal: null },
      ]);
      expect(await send({ id: nobody })).toBe("order_not_found");
      expect(await send(first, { version: 99 })).toBe("order_changed");
      expect(await send(first, { tracking_number: ` ${number.toLowerCase()} ` })).toBe("returned");
      expect((await storedOrder(sql, first.id)).tracking_number).toBe(number);
      expect(await send(first)).toBe("return_refused");
      expect(await send(other)).toBe("number_of_other_owner");
      expect(await send(second)).toBe("same_box");
      expect(await send(second, { is_same_box: true })).toBe("returned");
      const { actions } = await getReturnDesk(member.accessToken, null);
      const act = actions.find(({ order_id: about }) => about === second.id);
      expect(act).toMatchObject({ kind: "return", shipment_id: null });
    });

    test("no function of shipments and returns was left out", () => {
      // order-answers.test.ts has where the cards go.
      const expected = [
        ...functionsCalledIn("staff/grader-shipments"),
        ...functionsCalledIn("staff/returns"),
      ].filter((name) => name !== "staff_settle_order");
      expect(expected.length).toBe(9);
      expect(expected.filter((name) => !called.has(name))).toEqual([]);
    });
  });

  describe("job answers", () => {
    test("deliveries of the payment service", async () => {
      const event = { id: `evt_${randomUUID()}`, type: "invoice.paid", objectId: "in_1", livemode: false };
      expect(await shared.recordStripeEvent(event)).toEqual({ processed: false });
      const empty = `evt_${randomUUID()}`;
      await sql`insert into stripe_events (event_id, type, livemode, received_at, tried_at)
            values (${empty}, 'x', false, '1800-01-01', '1800-01-01')`;
      const listed = await listUnprocessedEvents(1000);
      expect(listed.find(({ event_id }) => event_id === empty)).toMatchObject({ type: "x", object_id: null });
      for (const id of [event.id, empty]) await shared.finishStripeEvent(id, null);
      expect(await listUnhandled([event.id, "evt_unseen"])).toEqual(["evt_unseen"]);
    });

    test("how far the job has come", async () => {
      await sql`delete from job_progress where kind = 'sessions'`;
      const now = new Date();
      await jobs.saveJobProgress("sessions", { lookedUntil: now, place: "here", finishedAt: now });
      expect(await getJobProgress()).toMatchObject({
        progress: { sessions: { looked_until: expect.any(String), place: "here" } },
        is_waiting: expect.any(Boolean),
      });
      await sql`delete from job_progress where kind = 'sessions'`;
    });

    test("what is new, and what has been kept long enough", async () => {
      const id = await addException(sql, { reason: "unknown_price" });
      const { id: disputed } = await addOrder(sql, { dispute_status: "needs_response" });
      const told: (number | null)[] = [];
      const alarms: string[] = [];
      let found: Awaited<ReturnType<typeof jobs.claimNewAlarms>>;
      do {
        found = await jobs.claimNewAlarms(false);
        told.push(...found.map(({ exception_id }) => exception_id));
        alarms.push(...found.map(({ order_id: order, reason }) => `${order} ${reason}`));
      } while (found.length > 0);
      expect(told).toContain(id);
      expect(alarms).toContain(`${disputed} dispute_opened`);
      const event = await addGivenUpEvent(sql);
      expect((await jobs.claimStuckWork(false)).events).toContainEqual({
        name: event,
        about: "charge.refunded",
      });
      expect(await shared.alertStaff("lost", [{ name: "evt_lost", about: "invoice.paid" }], false)).toBe(
        true,
      );
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
      "the emails of %s",
      async (kind) => {
        expect(await jobs.queueReminders(kind, 0)).toMatchObject({ done: 0 });
      },
    );

    test("no function of the jobs was left out", () => {
      const expected = functionsCalledIn("jobs");
      expect(expected.length).toBeGreaterThan(5);
      expect(expected.filter((name) => !called.has(name))).toEqual([]);
    });
  });

  describe("account answers", () => {
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

    test("an account that has nothing yet, and one that has everything", async () => {
      const { id, accessToken } = await signedUp(sql);
      const nothing = {
        staff_role: null,
        profile_complete: false,
        subscription: null,
        renewing_customer: null,
      };
      expect(await getSessionContext(accessToken)).toEqual(nothing);
      expect((await getProfile(accessToken, id)).is_complete).toBe(false);
      expect(await getSubmitPage(accessToken)).toMatchObject({ open_checkout: null, recent_orders: [] });
      expect(await getDashboard(accessToken, null, null)).toMatchObject({ orders: [], next_cursor: null });
      expect(await members.getStripeCustomer(id)).toBeNull();
      expect(await members.getActiveSubscription(accessToken, id)).toBeNull();
      const page = await members.getProfilePage(accessToken);
      expect(page).toMatchObject({
        profile: { is_complete: false },
        last_address: null,
        staff_role: null,
        memberships: [],
      });
      expect(await members.getMembership("sub_of_nobody")).toEqual({
        subscription: null,
        email: null,
        full_name: null,
      });

      expect(await upsertProfile(id, address)).toMatchObject({ ...address, is_complete: true });
      const customer = `cus_${randomUUID()}`;
      expect(await ensureStripeCustomer(id, customer)).toBe(customer);
      expect((await members.getStripeCustomer(id))?.checkout_price).toBeNull();
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
      expect(await members.getProfilePage(accessToken)).toMatchObject({
        profile: { ...address, is_complete: true },
        staff_role: null,
        optional_emails: true,
        memberships: [{ plan_type: "pro", status: "active" }],
      });
      expect((await members.getActiveSubscription(accessToken, id))?.status).toBe("active");
      expect(await noteLostCustomer("cus_of_nobody")).toBe(false);
      expect(await noteLostCustomer(customer)).toBe(true);
      await addStaff(sql, id, "owner");
      const everything = {
        ...nothing,
        staff_role: "owner",
        profile_complete: true,
        subscription: { plan_type: "pro" },
      };
      expect(await getSessionContext(accessToken)).toEqual(everything);
      expect(await getSubmitPage(accessToken)).toMatchObject({
        profile: address,
        subscription: { plan_type: "pro" },
      });
      expect(await forgetStripeCustomer(customer)).toMatchObject({
        outcome: "deleted_customer",
        user_id: id,
        subscription: { status: "canceled" },
      });
      expect((await forgetStripeCustomer(customer)).outcome).toBe("unknown_customer");
      expect(await members.getCustomerOrFormer(id)).toEqual({ customer: null, former: customer });
      expect(await ensureStripeCustomer(randomUUID(), `cus_${randomUUID()}`)).toBeNull();
    });

    test("whether an address gets optional emails", async () => {
      const hash = addressHash(anEmail());
      expect(await getOptionalEmails(hash)).toBe(true);
      expect(await setOptionalEmails(hash, false)).toEqual({ wanted: false });
      expect(await getOptionalEmails(hash)).toBe(false);
    });

    test("no function of these rooms was left out", async () => {
      expect(await isMailLinkOpen("no-token")).toBe(false);
      expect(await linkGuestOrders(randomUUID(), null, false)).toBe(0);
      expect(await wasAccountEmailed("nobody@example.test")).toBe(false);
      expect(await notePasswordChoice((await signedUp(sql)).id)).toBe(0);
      await expect(shared.finishStripeEvent("evt_of_nobody", null)).resolves.toBeUndefined();
      const rooms = ["auth", "profile", "membership", "supabase"];
      const expected = rooms.flatMap((room) => functionsCalledIn(room));
      expect(expected.length).toBeGreaterThan(10);
      expect(expected.filter((name) => !called.has(name))).toEqual([]);
    });
  });
});

describe("people", () => {
  const sql = connect();
  const query = (asked: Record<string, string>) => readActivityQuery(asked);

  test("every outcome of changing who is staff, and a profile", async () => {
    const [owner, person] = [await signUpStaff(sql, "owner"), await addUser(sql)];
    expect(await addMember(owner.id, person.email)).toEqual({ outcome: "added" });
    const page = await listPeople(owner.accessToken);
    expect(page.people.find(({ user_id: id }) => id === person.id)).toMatchObject({ role: "staff" });
    expect(await removeMember(owner.id, person.id)).toEqual({ outcome: "removed" });
    await getUserProfile(owner.accessToken, person.id);
  });

  test("what staff did is read whole, by each filter, and page by page", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const member = await signUpStaff(sql);
    const order = await addOrder(sql);
    await updateAsStaff(member, order, { shelf_location: "A-1" });
    const id = await beginExport(member.id, {
      kind: "orders",
      filter: { payment: "paid", view: null, search: "" },
    });
    await finishExport(id, 3, true);
    const { rows } = await listActivity(member.accessToken, query({ person: member.id }));
    expect(rows).toMatchObject([
      { type: "exported", after: { filter: { payment: "paid" }, rows: 3, is_complete: true } },
      { type: "shelf_location", batch_id: order.batch_id },
    ]);
    const first = await listActivity(member.accessToken, query({ person: member.id }), 1);
    const more = await listActivity(
      member.accessToken,
      { ...query({ person: member.id }), cursor: first.next_cursor },
      1,
    );
    expect([...first.rows, ...more.rows]).toEqual(rows);
    for (const kind of ACTIVITY_KINDS) await listActivity(member.accessToken, query({ kind }));
    expect(
      (await listActivity(member.accessToken, query({ person: member.id, from: today }))).rows,
    ).toHaveLength(2);
  });

  test("no function of people, of exports and of what staff did was left out", () => {
    const rooms = ["people", "exports", "activity"].flatMap((room) => functionsCalledIn(`staff/${room}`));
    expect(rooms.length).toBeGreaterThan(5);
    expect(rooms.filter((name) => !called.has(name))).toEqual([]);
  });
});
