import { formatCents, toCents } from "@/lib/base/money";
import { cardCount } from "@/lib/base/words";
import { displayBatchId } from "@/lib/orders/batch-id";
import type { DeskOrder } from "@/lib/staff/desk/receiving-desk";
import { type StopReason, setAsideUntil, stopReason, stopWords } from "@/lib/staff/desk/stop-reason";
import { awaitedRest } from "@/lib/staff/desk/typed-count";

/** Green, amber or red: it went well, look at it, stop. */
export type DeskTone = "success" | "warning" | "danger";

/** What came of the last thing that was scanned or done, to be read from two steps away. */
export type DeskNotice = {
  tone: DeskTone;
  title: string;
  text: string | null;
  /** Takes it back. */
  undo: { actId: string; orderId: string; what: string; code: string } | null;
};

const notice = (tone: DeskTone, title: string, text: string | null = null): DeskNotice => ({
  tone,
  title,
  text,
  undo: null,
});

/** What was saved of an order, and the act that takes it back. */
export type Saved = { order: DeskOrder; actId: string };

/** Adds the way to take it back, and which other batch has the number of the package that was just put away. */
function withUndo(base: DeskNotice, { order, actId }: Saved, what: string): DeskNotice {
  const code = displayBatchId(order);
  const text = [sharedNumberWords(order), base.text].filter(Boolean).join(" ") || null;
  const tone = base.tone === "success" && isSharedWithAnother(order) ? "warning" : base.tone;
  return { ...base, tone, text, undo: { actId, orderId: order.id, what: `${what} ${code}`, code } };
}

/** Says how many cards a batch was checked in with. */
export function countedNotice(saved: Saved): DeskNotice {
  const { order } = saved;
  const { received_count: count, cards_expected: paid } = order;
  const title = `${displayBatchId(order)}: counted ${count} of ${paid}`;
  const told =
    order.payment_status === "paid"
      ? "The customer sees it on the batch's timeline, and gets it by email in ten minutes."
      : "The customer sees it on the batch's timeline; a batch that is not paid gets no email.";
  const base =
    count === paid
      ? notice("success", title, told)
      : notice("warning", title, `The difference is on the order. ${told}`);
  return withUndo(base, saved, "the check-in of");
}

/** Says which box of a batch was counted, and how many cards there are so far. */
export function boxNotice(saved: Saved): DeskNotice {
  const { box_counts: boxes, cards_expected: paid } = saved.order;
  const sum = boxes.reduce((all, cards) => all + cards, 0);
  const title = `${displayBatchId(saved.order)}: box ${boxes.length} counted, ${sum} of ${paid} so far`;
  const text = "The customer hears of the count when the last box is in.";
  return withUndo(notice("success", title, text), saved, "the last box of");
}

/** Says that a package was set aside, and what it waits for. */
export function setAsideNotice(saved: Saved): DeskNotice {
  const shelf = saved.order.shelf_location;
  const title = `${displayBatchId(saved.order)} is set aside${shelf ? ` on shelf ${shelf}` : ""}`;
  const until = setAsideUntil(stopReason(saved.order) ?? "other");
  return withUndo(notice("warning", title, `It is on the list below ${until}`), saved, "setting aside");
}

/** Says which batch a package was. */
export function matchedNotice(saved: Saved): DeskNotice {
  return withUndo(notice("success", `The package is ${displayBatchId(saved.order)}`), saved, "the match of");
}

/** Says why a package is not to be opened. */
export function stoppedNotice(order: DeskOrder, reason: StopReason): DeskNotice {
  return notice(
    "danger",
    stopWords(reason),
    `${displayBatchId(order)}: do not open it. Enter sets it aside.`,
  );
}

/** Says that a batch was counted before, by whom; what stands against the order comes first. */
export function receivedNotice(order: DeskOrder): DeskNotice {
  const reason = stopReason(order);
  const who = order.received_by ? ` by ${order.received_by}` : "";
  const before = `${displayBatchId(order)} was received before`;
  const counted = `${order.received_count} of ${cardCount(order.cards_expected)} were counted${who}.`;
  return reason
    ? notice("danger", stopWords(reason), `${before}. ${counted}`)
    : notice("warning", before, counted);
}

/** Says that the package at hand is the rest of a batch, whose other cards are here. */
export function restNotice(order: DeskOrder): DeskNotice {
  const here = cardCount(order.received_count ?? 0);
  const are = order.received_count === 1 ? "is" : "are";
  return notice(
    "success",
    `${displayBatchId(order)}: the rest`,
    `${here} ${are} here. Count the ${awaitedRest(order).toLocaleString("en-US")} that come now alone.`,
  );
}

/** Says that a count differs from what was paid for, and that a scanned code waits behind it. */
export function doubtNotice(count: number, expected: number, held: string[]): DeskNotice {
  const wait = held.length > 0 ? ` ${held.join(", ")} waits until then.` : "";
  return notice(
    "warning",
    `You counted ${count.toLocaleString("en-US")}, and ${expected.toLocaleString("en-US")} are expected`,
    `Count once more, then type the number again: it goes to the customer.${wait}`,
  );
}

/** Says that `all` cards are far too many, with `count` where `expected` are to come, and what they would cost. */
export function farNotice(order: DeskOrder, count: number, all: number, expected: number): DeskNotice {
  const { cards_expected: paid, num_cards: ordered, grading_fee: fee } = order;
  const over = all - paid;
  const cost = formatCents(Math.round((over * toCents(fee)) / ordered));
  const than = order.payment_status === "paid" ? `were paid for, ${cost} at its rate` : "were ordered";
  return notice(
    "danger",
    `${cardCount(count)}, and ${expected.toLocaleString("en-US")} are expected`,
    `${over.toLocaleString("en-US")} more than ${than}. Is it the number of something else, or another batch? Type the right one, or press below.`,
  );
}

/** Says that no batch has a code. */
export function unknownNotice(code: string): DeskNotice {
  return notice("danger", `No batch “${code}”`, "Check the label and scan again, or keep the package.");
}

/** Says that a batch was left without being counted or set aside. */
export function leftNotice(order: DeskOrder): DeskNotice {
  return notice("warning", `${displayBatchId(order)} was left`, "It is neither counted nor set aside.");
}

/** Says that the carrier's number of a package was noted, and what comes next. */
export function trackingNotice(number: string, hasOrder: boolean): DeskNotice {
  const next = hasOrder ? null : "Now scan the batch ID, or press N when there is none.";
  return notice("success", `Tracking number ${number} noted`, next);
}

/** Says that there is no package yet to count the cards of. */
export function tooEarlyNotice(entered: string): DeskNotice {
  return notice("warning", `“${entered}” is a count`, "Scan the batch ID first.");
}

/** Says that a scanned code waits for the count before it. */
export function heldNotice(held: string[]): DeskNotice {
  return notice(
    "warning",
    `${held.join(", ")} waits`,
    "Finish the count of this batch first, or leave it with Esc.",
  );
}

/** Says that a package is kept until its batch is known. */
export function keptNotice(): DeskNotice {
  return notice("warning", "Package kept without a batch", "It is on the list below.");
}

/** Says why something was not done. */
export function failedNotice(text: string): DeskNotice {
  return notice("danger", "Not done", text);
}

type Numbered = Pick<DeskOrder, "inbound_tracking" | "inbound_elsewhere">;

/** Names the other batch with the same carrier's number, if any. That's no error: one box may hold several batches. */
export function sharedNumberWords({ inbound_tracking: number, inbound_elsewhere: other }: Numbered) {
  if (!other) return null;
  const name = displayBatchId(other);
  return other.is_same_owner
    ? `${name} of the same customer has the package number ${number}, too: the same box?`
    : `${name} of another customer has the package number ${number}, too: check the label on the box.`;
}

/** Tells whether it is somebody else's batch, so that the label may have been the wrong one. */
export function isSharedWithAnother({ inbound_elsewhere: other }: Numbered): boolean {
  return other?.is_same_owner === false;
}
