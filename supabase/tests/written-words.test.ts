import type { z } from "zod";
import { forgottenCustomerSchema, syncedMembershipSchema } from "@/lib/membership/mutations";
import * as adjustments from "@/lib/orders/adjustments/mutations";
import { withdrawnCancellationSchema } from "@/lib/orders/cancellation/mutations";
import * as homeward from "@/lib/orders/homeward/mutations";
import * as inbound from "@/lib/orders/inbound/mutations";
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
import { enqueuedLinkSchema, replacedLinkSchema } from "@/lib/orders/tracking/mutations";
import { undoResultSchema } from "@/lib/staff/acts/mutations";
import { closedAdjustmentSchema, proposedSchema, withdrawnSchema } from "@/lib/staff/adjustments/mutations";
import * as desk from "@/lib/staff/desk/mutations";
import { graderRefusalSchema } from "@/lib/staff/groups/grader-group";
import {
  addedToGroupSchema,
  closedSchema,
  discardedSchema,
  steppedSchema,
  takenSchema,
} from "@/lib/staff/groups/mutations";
import { orderUpdateResultSchema } from "@/lib/staff/order/mutations";
import {
  addedSchema,
  handedOverSchema,
  removedSchema,
  rightsResultSchema,
} from "@/lib/staff/people/mutations";
import * as photos from "@/lib/staff/photos/mutations";
import { answeredSchema } from "@/lib/staff/problems/mutations";
import { resolvedSchema, retriedEventSchema, retriedSchema } from "@/lib/staff/reconcile/mutations";
import {
  begunCancellationSchema,
  begunRefundSchema,
  begunShortageSchema,
} from "@/lib/staff/refunds/mutations";
import { returnResultSchema, settledAddressSchema } from "@/lib/staff/returns/mutations";
import { returnRefusalSchema } from "@/lib/staff/returns/return-desk";
import { addOrder } from "@/sandbox/builders/rows";
import { connect, undone } from "@/sandbox/builders/test-database";
import { assigned, callsOf, sourcesOf, wordsOf } from "./sql-words";

const sql = connect();

const unique = (words: string[]) => [...new Set(words)].sort();

/** What the functions write as the type of an order's event. */
const eventTypes = (sources: Map<string, string>) =>
  unique(
    [...sources.values()].flatMap((source) =>
      ["add_order_event", "note_field"].flatMap((name) =>
        callsOf(source, name).flatMap(([, type]) => wordsOf(type)),
      ),
    ),
  );

/** What the functions write as the reason of a payment exception. */
const exceptionReasons = (sources: Map<string, string>) =>
  unique(
    [...sources.values()].flatMap((source) => [
      ...callsOf(source, "note_payment_exception").flatMap(([, , reason]) => wordsOf(reason)),
      ...assigned(source, "v_problem"),
      ...(/insert into public\.payment_exceptions/.test(source) ? wordsOf(source) : []),
    ]),
  );

/** What the functions write as the reason why an order is to be looked at. */
const reviewReasons = (sources: Map<string, string>) =>
  unique(
    [...sources.values()].flatMap((source) =>
      callsOf(source, "mark_for_review").flatMap(([, reason]) => wordsOf(reason)),
    ),
  );

const outcomesOf = (source: string) =>
  unique([
    ...callsOf(source, "jsonb_build_object").flatMap((args) => {
      const place = args.indexOf("'outcome'");
      return place < 0 ? [] : wordsOf(args[place + 1]);
    }),
    ...assigned(source, "v_outcome"),
  ]);

/** The outcomes that a schema of an answer knows. */
const knownTo = (schema: z.core.$ZodType) =>
  unique([...(schema._zod.values ?? schema._zod.propValues?.outcome ?? [])].map(String));

const written = { eventTypes, exceptionReasons, reviewReasons };
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
const kinds = Object.keys(known) as (keyof typeof known)[];

test.each(kinds)(
  "%s: what SQL writes, what the table takes and what the product knows are the same",
  async (kind) => {
    const words = unique([...known[kind].options]);
    expect(written[kind](await sourcesOf(sql))).toEqual(words);
    const [check] = await sql<{ text: string }[]>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = ${columns[kind]}`;
    expect(unique([...(check?.text ?? "").matchAll(/'([a-z_]+)'/g)].map(([, word]) => word ?? ""))).toEqual(
      words,
    );
  },
);

test("what apply_checkout can complain of is what its answer may carry", async () => {
  const source = (await sourcesOf(sql)).get("apply_checkout") ?? "";
  const reasons = callsOf(source, "note_payment_exception").flatMap(([, , reason]) => wordsOf(reason));
  expect(unique([...reasons, ...assigned(source, "v_problem")])).toEqual(
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
  ["forget_stripe_customer", forgottenCustomerSchema],
  ["change_order", orderUpdateResultSchema],
  ["staff_record_arrival", desk.arrivalSchema],
  ["staff_count_box", desk.boxResultSchema],
  ["staff_check_in", desk.checkInResultSchema],
  ["staff_set_aside", desk.setAsideResultSchema],
  ["staff_note_set_aside", desk.notedSchema],
  ["staff_end_set_aside", desk.endedSchema],
  ["staff_match_package", desk.matchSchema],
  ["staff_change_package", desk.changedPackageSchema],
  ["staff_delete_package", desk.deletedPackageSchema],
  ["staff_undo_package", desk.undonePackageSchema],
  ["staff_begin_photo", photos.begunPhotoSchema],
  ["staff_finish_photo", photos.finishedPhotoSchema],
  ["staff_show_photo", photos.shownPhotoSchema],
  ["staff_remove_photo", photos.removedPhotoSchema],
  ["undo_act", undoResultSchema],
  ["staff_resolve_exception", resolvedSchema],
  ["staff_retry_mail", retriedSchema],
  ["staff_retry_event", retriedEventSchema],
  ["staff_add_member", addedSchema],
  ["staff_remove_member", removedSchema],
  ["staff_set_rights", rightsResultSchema],
  ["staff_hand_over", handedOverSchema],
  ["staff_begin_refund", begunRefundSchema],
  ["staff_discard_group", discardedSchema],
  ["staff_add_to_group", addedToGroupSchema],
  ["staff_take_from_group", takenSchema],
  ["staff_close_group", closedSchema],
  ["staff_step_group", steppedSchema],
  ["staff_return_order", returnResultSchema],
  ["decide_adjustment", adjustments.decidedSchema],
  ["reserve_adjustment", adjustments.reservedAdjustmentSchema],
  ["apply_adjustment_checkout", adjustments.appliedAdjustmentSchema],
  ["expire_adjustment", adjustments.expiredSchema],
  ["begin_adjustment_refund", begunShortageSchema],
  ["staff_propose_upcharge", proposedSchema],
  ["staff_withdraw_adjustment", withdrawnSchema],
  ["staff_close_adjustment", closedAdjustmentSchema],
  ["begin_cancellation", begunCancellationSchema],
  ["withdraw_cancellation", withdrawnCancellationSchema],
  ["staff_decline_cancellation", desk.declinedCancellationSchema],
  ["confirm_arrival", homeward.arrivedOutcomeSchema],
  ["report_problem", homeward.reportedSchema],
  ["staff_answer_problem", answeredSchema],
  ["staff_settle_address", settledAddressSchema],
])("the outcomes of %s are those that its answer may have", async (name, schema) => {
  expect(outcomesOf((await sourcesOf(sql)).get(name) ?? "")).toEqual(knownTo(schema));
});

test.each<[string, z.core.$ZodType]>([
  ["say_shipped", inbound.saidShippedSchema],
  ["say_delivered", inbound.saidDeliveredSchema],
  ["unsay_shipped", inbound.unsaidShippedSchema],
])("the outcomes of %s, with what refuses it, are those that its answer may have", async (name, schema) => {
  const sources = await sourcesOf(sql);
  const own = outcomesOf(sources.get(name) ?? "");
  expect(unique([...own, ...wordsOf(sources.get("way_here_refusal"))])).toEqual(knownTo(schema));
});

test.each([
  ["grader_refusal", graderRefusalSchema],
  ["return_refusal", returnRefusalSchema],
] as const)("the reasons of %s are those that are known", async (name, schema) => {
  const sources = await sourcesOf(sql);
  const words = [name, "money_refusal"].flatMap((part) => wordsOf(sources.get(part)));
  expect(unique(words)).toEqual(unique([...schema.options]));
});

describe("it bites", () => {
  const wrong = `begin
    perform private.add_order_event(p_id, case when p_is then 'teleported' else 'arrived' end, null, null, true);
    perform private.note_payment_exception(p_session, p_id, 'late_payment', jsonb_build_object('a', f(1, 2)));
    perform private.mark_for_review(p_id, case when true then 'looks_odd' end);
    return jsonb_build_object('outcome', 'vanished');
  end`;

  test("a function that writes a word of its own is found", () =>
    undone(sql, async (tx) => {
      await tx.unsafe(`create function private.wrong(p_id uuid, p_is boolean, p_session text) returns jsonb
        language plpgsql as $$ ${wrong} $$`);
      const sources = await sourcesOf(tx);
      expect(eventTypes(sources)).toContain("teleported");
      expect(exceptionReasons(sources)).toContain("late_payment");
      expect(reviewReasons(sources)).toContain("looks_odd");
      expect(outcomesOf(sources.get("wrong") ?? "")).toEqual(["vanished"]);
    }));

  test("a word that no function writes any more is found", async () => {
    const sources = await sourcesOf(sql);
    for (const name of ["apply_refund", "book_refund", "apply_adjustment_refund"]) sources.delete(name);
    expect(exceptionReasons(sources)).not.toContain("refund_exceeds_payment");
    expect(reviewReasons(sources)).not.toContain("refund_failed");
  });

  test("the tables refuse a word of nobody's", async () => {
    const order = await addOrder(sql);
    const attempts = [
      () =>
        sql`insert into payment_exceptions (stripe_session_id, reason) values (${order.id}, 'late_payment')`,
      () => sql`insert into order_events (order_id, type) values (${order.id}, 'teleported')`,
      () => sql`insert into order_admin (order_id, review_reason) values (${order.id}, 'late_payment')`,
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: "23514" });
  });
});
