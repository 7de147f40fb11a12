import type { z } from "zod";
import { errorCodes } from "@/lib/base/error-codes";
import { deletedCustomerSchema, syncedMembershipSchema } from "@/lib/membership/mutations";
import * as adjustments from "@/lib/orders/adjustments/mutations";
import {
  appliedCheckoutSchema,
  disputeOutcomeSchema,
  refundOutcomeSchema,
  reservationSchema,
} from "@/lib/orders/mutations";
import {
  checkoutProblemSchema,
  exceptionReasonSchema,
  orderEventTypeSchema,
  reviewReasonSchema,
} from "@/lib/orders/order";
import * as returnShipment from "@/lib/orders/tracking/mutations";
import {
  changedInboundSchema,
  enqueuedLinkSchema,
  replacedLinkSchema,
  withdrawnCancellationSchema,
} from "@/lib/orders/tracking/mutations";
import { endedAdjustmentSchema, proposedSchema } from "@/lib/staff/adjustments/adjustments";
import * as desk from "@/lib/staff/desk/mutations";
import { graderRefusalSchema } from "@/lib/staff/grader-shipments/grader-shipment";
import {
  addedToShipmentSchema,
  discardedSchema,
  steppedSchema,
  takenSchema,
} from "@/lib/staff/grader-shipments/shipments";
import { orderUpdateResultSchema } from "@/lib/staff/order/change-order";
import { bulkResultSchema } from "@/lib/staff/orders/mutations";
import { addedSchema, removedSchema } from "@/lib/staff/people/people";
import * as photos from "@/lib/staff/photos/process-photo";
import { resolvedSchema, retriedSchema } from "@/lib/staff/reconcile/reconciliation";
import {
  begunCancellationSchema,
  begunRefundSchema,
  begunShortageSchema,
} from "@/lib/staff/refunds/mutations";
import { returnRefusalSchema } from "@/lib/staff/returns/return-desk";
import { returnResultSchema, settledSchema } from "@/lib/staff/returns/returns";
import { undoResultSchema } from "@/lib/staff/staff-action";
import { aBatchId, uniqueToken } from "../../sandbox/builders/ids";
import {
  addOrder,
  addUser,
  type StaffMember,
  type StoredOrder,
  signUpStaff,
} from "../../sandbox/builders/rows";
import {
  addSignedInPerson,
  call,
  connect,
  personClient,
  withRollback,
} from "../../sandbox/builders/test-database";
import { assignedValues, callsOf, readSources, wordsOf } from "./sql-text";

const sql = connect();

let member: StaffMember;
beforeAll(async () => {
  member = await signUpStaff(sql);
});

type Page = { orders: StoredOrder[]; total: { count: number; is_more: boolean } | null };
const list = (args: Record<string, unknown> = {}) =>
  call<Page>(personClient(member.accessToken), "staff_list_orders", { p_with_counts: false, ...args });
const ids = (page: Page) => page.orders.map((order) => order.id);

test("finds any part of a batch ID, email, name, tracking or submission number", async () => {
  const person = await addSignedInPerson(sql);
  const name = uniqueToken();
  await sql`update profiles set full_name = ${`Zoë ${name}`} where user_id = ${person.id}`;
  const order = await addOrder(sql, {
    user_id: person.id,
    user_email: person.email,
    tracking_number: `1Z${uniqueToken().toUpperCase()}`,
    grading_submission_number: `SUB ${uniqueToken()}`,
  });
  const batch = order.batch_id;
  for (const search of [
    batch,
    batch.slice(8, 16),
    person.email.slice(10, 30),
    `ZOË ${name.toUpperCase()}`,
    String(order.tracking_number).slice(3, 12),
    String(order.grading_submission_number).slice(4),
    `order-${order.id.slice(0, 8)}`,
  ]) {
    expect([search, ids(await list({ p_search: search }))]).toEqual([search, [order.id]]);
  }
});

test.each(["%", "_", "\\", "'); drop table grading_orders; --", "%L $1"])(
  "treats %j as literal text",
  async (sign) => {
    const word = uniqueToken();
    const hit = await addOrder(sql, { tracking_number: `${word}${sign}x` });
    await addOrder(sql, { tracking_number: `${word}100ab` });
    expect(ids(await list({ p_search: `${word}${sign}` }))).toEqual([hit.id]);
  },
);

test("finds a package by its full barcode, including the ZIP code", async () => {
  const digits = () => String(Math.random()).slice(2).padEnd(14, "7").slice(0, 14);
  const number = `94001102${digits()}`;
  const { id } = await addOrder(sql, { tracking_number: number });
  expect(ids(await list({ p_search: `42078701${number}` }))).toEqual([id]);
  expect(ids(await list({ p_search: `4207870194001102${digits()}` }))).toEqual([]);
});

test("ignores dashes, punctuation, accents, name order and O for 0 in a search", async () => {
  const person = await addSignedInPerson(sql);
  const name = uniqueToken().replaceAll(/[oi01]/g, "x");
  await sql`update profiles set full_name = ${`Mía-Sofie ${name}Müller`}, phone = ${`+1 (555) 010-77${name.length}`},
  postal_code = 'SW1A 1AA' where user_id = ${person.id}`;
  const order = await addOrder(sql, {
    user_id: person.id,
    user_email: person.email,
    batch_id: `BATCH-MSO0${name.slice(0, 6).toUpperCase()}-9I76`,
    tracking_number: `9400 1102-${name}`,
  });
  const code = `MSO0${name.slice(0, 6).toUpperCase()}`;
  for (const search of [
    `${code}9I76`,
    `#${code}-9176.`,
    `batch ${code.replace("O0", "0O")} 9i76`,
    `${name}muller, mia`,
    `94001102${name}`,
    `9400-1102-${name}`,
    `${name}müller 555-010-77`,
  ]) {
    expect([search, ids(await list({ p_search: search }))]).toEqual([search, [order.id]]);
  }
  expect(ids(await list({ p_search: `${name}miller` }))).toEqual([]);
});

test("ignores a search that contains only punctuation", async () => {
  const [row] = await sql`select private.search_words(' -- #, ()') as words`;
  expect(row).toEqual({ words: null });
});

test("finds text in scripts that the search index doesn't cover", async () => {
  const name = "山田太郎";
  const order = await addOrder(sql, { tracking_number: name, submitted_at: "2300-01-02T00:00:00Z" });
  expect(ids(await list({ p_search: name }))).toContain(order.id);
});

test("finds emails that contain an address, and a full batch ID exactly", async () => {
  const email = `${uniqueToken()}@gmail.test`;
  const own = await addOrder(sql, { guest_email: email, submitted_at: "2026-06-02T00:00:00Z" });
  const longer = await addOrder(sql, { guest_email: `x${email}`, submitted_at: "2026-06-01T00:00:00Z" });
  expect(ids(await list({ p_search: email.toUpperCase() }))).toEqual([own.id, longer.id]);
  const named = await list({ p_search: own.batch_id.toLowerCase(), p_with_counts: true });
  expect(ids(named)).toEqual([own.id]);
  expect(named.total).toEqual({ count: 1, is_more: false });
  expect(ids(await list({ p_search: own.batch_id, p_payment: "failed" }))).toEqual([]);
  expect(ids(await list({ p_search: `${own.batch_id} ${email}` }))).toEqual([own.id]);
});

test("combines a search with filters and saved views", async () => {
  const word = uniqueToken();
  const paid = await addOrder(sql, { tracking_number: word });
  const failed = await addOrder(sql, { tracking_number: word, payment_status: "failed" });
  expect(ids(await list({ p_search: word, p_payment: "failed" }))).toEqual([failed.id]);
  expect(ids(await list({ p_search: word, p_view: "to_check_in" }))).toEqual([paid.id]);
  expect(ids(await list({ p_search: word, p_view: "overdue" }))).toEqual([]);
});

// In each zone, the local date is in a different month than the UTC date.
test.each([
  ["Pacific/Kiritimati", "2026-10-31T23:59:59Z", "2026-10-01", "2026-10-31"],
  ["Pacific/Pago_Pago", "2026-11-01T00:00:00Z", "2026-11-01", "2026-11-30"],
])("counts cards by UTC month in a database session of %s at %s", (zone, now, start, end) =>
  withRollback(sql, async (tx) => {
    await tx`select set_config('timezone', ${zone}, true)`;
    const { id, email } = await addUser(tx);
    const [reserved] = await tx`
      select reserve_order(${id}, ${email}, null, ${aBatchId()}, 'pro', 7, 2200, 500, null, null, false, null, ${now}) as answer`;
    expect(reserved?.answer).toMatchObject({ outcome: "reserved", remaining: 493 });
    const [order] = await tx`select quota_month::text from grading_orders where user_id = ${id}`;
    expect(order?.quota_month).toBe(start);
    const claims = JSON.stringify({ sub: id, role: "authenticated" });
    await tx`select set_config('request.jwt.claims', ${claims}, true)`;
    const [page] = await tx`select get_submit_page(${now}) -> 'month' as month`;
    expect(page?.month).toEqual({ start, end, used_cards: 0, held_cards: 7 });
  }),
);

describe("values in SQL", () => {
  const unique = (words: string[]) => [...new Set(words)].sort();

  /** Finds the event types, exception reasons and review reasons that a function's source writes. */
  const written = {
    eventTypes: (source: string) => callsOf(source, "add_order_event").flatMap(([, type]) => wordsOf(type)),
    exceptionReasons: (source: string) => [
      ...callsOf(source, "note_payment_exception").flatMap(([, , reason]) => wordsOf(reason)),
      ...assignedValues(source, "v_problem"),
      ...(source.match(/insert into public\.payment_exceptions[^;]*;?/g) ?? []).flatMap(wordsOf),
    ],
    reviewReasons: (source: string) =>
      callsOf(source, "mark_for_review").flatMap(([, reason]) => wordsOf(reason)),
  };

  const outcomesOf = (source: string) =>
    unique([
      ...callsOf(source, "jsonb_build_object").flatMap((args) => {
        const place = args.indexOf("'outcome'");
        return place < 0 ? [] : wordsOf(args[place + 1]);
      }),
      ...assignedValues(source, "v_outcome"),
      ...assignedValues(source, "v_target"),
    ]);

  /** Returns a function's outcomes, except thrown error codes that its schema doesn't contain. */
  const returned = (outcomes: string[], schema: z.core.$ZodType) =>
    unique(outcomes).filter((outcome) => !(outcome in errorCodes) || knownTo(schema).includes(outcome));

  const knownTo = (schema: z.core.$ZodType) =>
    unique([...(schema._zod.values ?? schema._zod.propValues?.outcome ?? [])].map(String));

  const known = {
    eventTypes: orderEventTypeSchema,
    exceptionReasons: exceptionReasonSchema,
    reviewReasons: reviewReasonSchema,
  };
  const columns = {
    eventTypes: "order_events_type_check",
    exceptionReasons: "payment_exceptions_reason_check",
    reviewReasons: "order_admin_review_reason_check",
  };
  test.each(Object.keys(known) as (keyof typeof known)[])(
    "defines the same %s in SQL, in the table constraint and in the code",
    async (kind) => {
      const words = unique([...known[kind].options]);
      const sources = [...(await readSources(sql)).values()];
      expect(unique(sources.flatMap(written[kind]))).toEqual(words);
      const [check] = await sql<{ text: string }[]>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = ${columns[kind]}`;
      expect(unique([...(check?.text ?? "").matchAll(/'([a-z_]+)'/g)].map(([, word]) => word ?? ""))).toEqual(
        words,
      );
    },
  );

  test("from apply_checkout, returns only problems in the schema", async () => {
    const source = (await readSources(sql)).get("apply_checkout") ?? "";
    const reasons = callsOf(source, "note_payment_exception").flatMap(([, , reason]) => wordsOf(reason));
    expect(unique([...reasons, ...assignedValues(source, "v_problem")])).toEqual(
      unique([...checkoutProblemSchema.options]),
    );
  });

  test.each<[string, z.core.$ZodType]>([
    ["reserve_order", reservationSchema],
    ["apply_checkout", appliedCheckoutSchema],
    ["apply_refund", refundOutcomeSchema],
    ["apply_dispute", disputeOutcomeSchema],
    ["replace_tracking_link", replacedLinkSchema],
    ["enqueue_tracking_link", enqueuedLinkSchema],
    ["sync_membership", syncedMembershipSchema],
    ["mark_stripe_customer_deleted", deletedCustomerSchema],
    ["staff_record_arrival", desk.arrivalSchema],
    ["staff_check_in", desk.checkInResultSchema],
    ["staff_set_aside", desk.setAsideResultSchema],
    ["staff_update_set_aside", desk.updatedSetAsideSchema],
    ["staff_save_package", desk.savedPackageSchema],
    ["staff_match_package", desk.matchSchema],
    ["staff_begin_photo", photos.begunPhotoSchema],
    ["staff_change_photo", photos.changedPhotoSchema],
    ["staff_undo", undoResultSchema],
    ["staff_resolve_exception", resolvedSchema],
    ["staff_retry_mail", retriedSchema],
    ["staff_retry_event", retriedSchema],
    ["staff_add_member", addedSchema],
    ["staff_remove_member", removedSchema],
    ["staff_begin_refund", begunRefundSchema],
    ["staff_discard_shipment", discardedSchema],
    ["staff_add_to_shipment", addedToShipmentSchema],
    ["staff_take_from_shipment", takenSchema],
    ["staff_step_shipment", steppedSchema],
    ["staff_return_order", returnResultSchema],
    ["decide_adjustment", adjustments.decidedSchema],
    ["reserve_adjustment", adjustments.reservedAdjustmentSchema],
    ["apply_adjustment_checkout", adjustments.appliedAdjustmentSchema],
    ["expire_adjustment", adjustments.expiredSchema],
    ["begin_adjustment_refund", begunShortageSchema],
    ["staff_propose_upcharge", proposedSchema],
    ["staff_end_adjustment", endedAdjustmentSchema],
    ["begin_cancellation", begunCancellationSchema],
    ["withdraw_cancellation", withdrawnCancellationSchema],
    ["staff_decline_cancellation", desk.declinedCancellationSchema],
    ["change_inbound", changedInboundSchema],
    ["confirm_arrival", returnShipment.arrivedOutcomeSchema],
    ["report_problem", returnShipment.reportedSchema],
    ["staff_settle_order", settledSchema],
  ])("from %s, returns only outcomes in the schema or error codes", async (name, schema) => {
    expect(returned(outcomesOf((await readSources(sql)).get(name) ?? ""), schema)).toEqual(knownTo(schema));
  });

  test("from change_order, returns only outcomes in the schema", async () => {
    const sources = await readSources(sql);
    const outcomes = ["change_order", "change_refusal"].flatMap((name) =>
      outcomesOf(sources.get(name) ?? ""),
    );
    expect(returned(outcomes, orderUpdateResultSchema)).toEqual(knownTo(orderUpdateResultSchema));
    // A bulk change never changes payments.
    const ofPayments = ["reason_required", "order_all_refunded", "ask_payment"];
    expect(unique(outcomes).filter((outcome) => !ofPayments.includes(outcome))).toEqual(
      knownTo(bulkResultSchema),
    );
  });

  test.each([
    ["grader_refusal", graderRefusalSchema],
    ["return_refusal", returnRefusalSchema],
  ] as const)("from %s, returns only reasons in the schema", async (name, schema) => {
    const sources = await readSources(sql);
    const words = [name, "money_refusal"].flatMap((part) => wordsOf(sources.get(part)));
    expect(unique(words)).toEqual(unique([...schema.options]));
  });
});
