import { cardCount } from "@/lib/base/messages";
import { formatCents, toCents } from "@/lib/base/money";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { DeskOrder } from "@/lib/staff/desk/receiving-desk";
import { type StopReason, setAsideUntil, stopReason, stopTexts } from "@/lib/staff/desk/stop-reason";
import { awaitedMissingCards } from "@/lib/staff/desk/typed-count";

export type DeskTone = "success" | "warning" | "danger";

/** The result of the last scan or action, readable from two steps away. */
export type DeskNotice = {
  tone: DeskTone;
  title: string;
  text: string | null;
  /** What the Undo button undoes. */
  undo: { actionId: string; orderId: string; what: string; code: string } | null;
};

const notice = (tone: DeskTone, title: string, text: string | null = null): DeskNotice => ({
  tone,
  title,
  text,
  undo: null,
});

export type Saved = { order: DeskOrder; actionId: string };

/** Adds the Undo button and a note about another batch with the same tracking number. */
function withUndo(base: DeskNotice, { order, actionId }: Saved, what: string): DeskNotice {
  const code = displayBatchId(order);
  const text = [sharedNumberText(order), base.text].filter(Boolean).join(" ") || null;
  const tone = base.tone === "success" && isSharedWithAnother(order) ? "warning" : base.tone;
  return { ...base, tone, text, undo: { actionId, orderId: order.id, what: `${what} ${code}`, code } };
}

export function countedNotice(saved: Saved): DeskNotice {
  const { order } = saved;
  const { received_count: count, cards_expected: paid } = order;
  const title = `${displayBatchId(order)}: counted ${count} of ${paid}`;
  const email =
    order.payment_status === "paid"
      ? "The customer can see it now and will get an email in 10 minutes."
      : "The customer can see it now but won't get an email, because the batch isn't paid.";
  const base =
    count === paid
      ? notice("success", title, email)
      : notice("warning", title, `Resolve the difference on the order. ${email}`);
  return withUndo(base, saved, "check-in for");
}

export function boxNotice(saved: Saved): DeskNotice {
  const { box_counts: boxes, cards_expected: paid } = saved.order;
  const sum = boxes.reduce((all, cards) => all + cards, 0);
  const title = `${displayBatchId(saved.order)}: box ${boxes.length} counted, ${sum} of ${paid} so far`;
  const text = "We'll email the customer after the last box.";
  return withUndo(notice("success", title, text), saved, "last box count for");
}

export function setAsideNotice(saved: Saved): DeskNotice {
  const shelf = saved.order.shelf_location;
  const title = `${displayBatchId(saved.order)} is set aside${shelf ? ` on shelf ${shelf}` : ""}`;
  const until = setAsideUntil[stopReason(saved.order) ?? "other"];
  return withUndo(notice("warning", title, `It stays on the list below ${until}`), saved, "setting aside");
}

export function matchedNotice(saved: Saved): DeskNotice {
  return withUndo(notice("success", `Matched to ${displayBatchId(saved.order)}`), saved, "package match for");
}

export function keepClosedNotice(order: DeskOrder, reason: StopReason): DeskNotice {
  return notice(
    "danger",
    stopTexts[reason],
    `Don't open ${displayBatchId(order)}. Press Enter to set it aside.`,
  );
}

export function receivedNotice(order: DeskOrder): DeskNotice {
  const reason = stopReason(order);
  const before = `${displayBatchId(order)} is already checked in`;
  return reason ? notice("danger", stopTexts[reason], `${before}.`) : notice("warning", before);
}

export function missingCardsNotice(order: DeskOrder): DeskNotice {
  const here = cardCount(order.received_count ?? 0);
  const are = order.received_count === 1 ? "is" : "are";
  const rest = awaitedMissingCards(order);
  return notice(
    "success",
    `${displayBatchId(order)}: ${rest === 1 ? "this is the missing card" : "these are the missing cards"}`,
    `${here} ${are} here. Count only the ${rest.toLocaleString("en-US")} in this package.`,
  );
}

export function countDiffersNotice(count: number, expected: number, held: string[]): DeskNotice {
  const wait = held.length > 0 ? ` Next: ${held.join(", ")}.` : "";
  return notice(
    "warning",
    `You counted ${count.toLocaleString("en-US")}, but we expect ${expected.toLocaleString("en-US")}`,
    `Count again, then retype the number. The customer will see it.${wait}`,
  );
}

/**
 * Returns the warning for a count that is far too high, with the cost of the extra cards. `all` includes earlier
 * boxes.
 */
export function countTooHighNotice(
  order: DeskOrder,
  count: number,
  all: number,
  expected: number,
): DeskNotice {
  const { cards_expected: paid, num_cards: ordered, grading_fee: fee } = order;
  const over = all - paid;
  const cost = formatCents(Math.round((over * toCents(fee)) / ordered));
  const than = order.payment_status === "paid" ? `the customer paid for (${cost})` : "ordered";
  return notice(
    "danger",
    `You counted ${count.toLocaleString("en-US")}, but we expect ${expected.toLocaleString("en-US")}`,
    `That's ${over.toLocaleString("en-US")} more than ${than}. Wrong number or wrong batch? Retype the count, or confirm it below.`,
  );
}

export function unknownNotice(code: string): DeskNotice {
  return notice(
    "danger",
    `No batch matches “${code}”`,
    "Check the label and scan again, or save the package without a batch.",
  );
}

export function packageSkippedNotice(order: DeskOrder): DeskNotice {
  return notice("warning", `You skipped ${displayBatchId(order)}`, "It isn't counted or set aside.");
}

export function trackingNotice(number: string, shared: Numbered | null): DeskNotice {
  if (!shared) {
    const next = "Now scan the batch ID, or press N for no label.";
    return notice("success", `Tracking number ${number} noted`, next);
  }
  const words = sharedNumberText(shared);
  if (isSharedWithAnother(shared)) return notice("warning", "Another customer's tracking number", words);
  return notice("success", `Tracking number ${number} noted`, words);
}

export function scanBatchFirstNotice(entered: string): DeskNotice {
  return notice("warning", `“${entered}” is a count`, "Scan the batch ID first.");
}

export function finishCountNotice(held: string[]): DeskNotice {
  const wait = held.length > 0 ? `Next: ${held.join(", ")}. ` : "";
  return notice("warning", "Finish this count first", `${wait}Press Esc to skip this batch.`);
}

export function packageSavedNotice(): DeskNotice {
  return notice("warning", "Package saved without a batch", "It's on the list below.");
}

export function failedNotice(text: string): DeskNotice {
  return notice("danger", "That didn't work", text);
}

type Numbered = Pick<DeskOrder, "inbound_tracking" | "inbound_elsewhere">;

/** Names the other batch with the same tracking number, if any. One box may contain several batches of a customer. */
export function sharedNumberText({ inbound_tracking: number, inbound_elsewhere: other }: Numbered) {
  if (!other) return null;
  const name = displayBatchId(other);
  return other.is_same_owner
    ? `${name}, from the same customer, has tracking number ${number} too. Same box?`
    : `${name}, from another customer, has tracking number ${number} too. Check the label on the box.`;
}

/** Returns whether the other batch belongs to another customer. The wrong label may then have been scanned. */
export function isSharedWithAnother({ inbound_elsewhere: other }: Numbered): boolean {
  return other?.is_same_owner === false;
}
