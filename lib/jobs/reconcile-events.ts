import "server-only";
import type Stripe from "stripe";
import { env, isLivemode } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { filterUnhandledIds, listUnprocessedEvents, type Progress } from "@/lib/jobs/data";
import { handleEvent, laterEventTypes, objectIdOf } from "@/lib/jobs/handle-event";
import type { ItemIds, JobPhase } from "@/lib/jobs/job-phase";
import { saveJobProgress } from "@/lib/jobs/mutations";
import { itemsOf, stripe } from "@/lib/stripe/client";
import { parseAdjustmentMetadata, parseOrderMetadata } from "@/lib/stripe/metadata";
import { createdWithin, listCompleteSessions } from "@/lib/stripe/sessions";
import { alertStaff } from "@/lib/supabase/mutations";

const MINUTE_MS = 60_000;
/** Stripe keeps events for 30 days. */
const LONGEST_MS = 30 * 24 * 60 * MINUTE_MS;
/** Sessions are listed by creation time and completed within 31 minutes. */
const SESSION_OVERLAP_MS = 60 * MINUTE_MS;
/** Clocks differ, and Stripe lists events with a delay. */
const EVENT_OVERLAP_MS = 10 * MINUTE_MS;
/** Five pages of a list. Longer spans are split so that each finishes within a run. */
const MOST_IN_SPAN = 500;
/** Items that block the progress for this long are given up. Stripe also retries for three days. */
const LOST_AFTER_MS = 3 * 24 * 60 * MINUTE_MS;
const SHORTEST_SPAN_MS = MINUTE_MS;
/** Prefix of the stored time since when an item can't be recorded. */
const HELD = "held since ";
const BATCH = 100;

/** Retries failed deliveries with increasing delays. Counts them in `replayed`. */
export async function reconcileFailedEvents(phase: JobPhase, report: { replayed: number }): Promise<void> {
  const events = await phase.need(() => listUnprocessedEvents(BATCH));
  await phase.each(
    events,
    ({ event_id: delivery, type }) => ({ delivery, type }),
    async ({ event_id: id, type, object_id: objectId, livemode }) => {
      await handleEvent({ id, type, livemode, objectId: objectId ?? "" });
      report.replayed++;
    },
  );
}

/**
 * Processes events about memberships, refunds and disputes of the last 30 days that never reached us, oldest first.
 * The list isn't limited to failed deliveries because a disabled endpoint has none.
 */
export async function reconcileMissedEvents(
  phase: JobPhase,
  report: { replayed: number },
  from: Progress,
  now: Date,
): Promise<void> {
  const list = async (span: Span) => {
    const wanted = { types: laterEventTypes, created: createdWithin(span), limit: 100 };
    const events = await atMost(span, itemsOf(stripe().events.list(wanted)));
    return events?.map((event) => ({ ...pick(event), objectId: objectIdOf(event) })) ?? null;
  };
  await lookBack({
    ...{ phase, kind: "events", from, now, overlapMs: EVENT_OVERLAP_MS, list },
    work: async (event) => {
      await handleEvent(event);
      report.replayed++;
    },
  });
}

const pick = ({ id, type, livemode, created }: Stripe.Event) => ({
  ...{ id, type, livemode },
  createdAtMs: created * 1_000,
});

/** Records completed Checkout Sessions that no order or proposal has recorded. Failed ones are retried like deliveries. */
export async function reconcileEventsOfSessions(
  phase: JobPhase,
  report: { fulfilled: number },
  from: Progress,
  now: Date,
): Promise<void> {
  const list = async (span: Span) => {
    const sessions = await atMost(span, listCompleteSessions(span));
    const isOurs = (metadata: unknown) => parseOrderMetadata(metadata) ?? parseAdjustmentMetadata(metadata);
    const ours = sessions?.filter(({ mode, metadata }) => mode === "payment" && isOurs(metadata));
    const type = "checkout.session.completed";
    return ours?.map(({ id, created }) => ({ id, type, createdAtMs: created * 1_000 })) ?? null;
  };
  await lookBack({
    ...{ phase, kind: "sessions", from, now, overlapMs: SESSION_OVERLAP_MS, list },
    work: async ({ id: objectId, type }) => {
      const event = { id: `reconcile:${objectId}`, type, objectId };
      const outcome = await handleEvent({ ...event, livemode: isLivemode() });
      if (outcome === "fulfilled") report.fulfilled++;
    },
  });
}

/** Milliseconds since 1970. Open-ended because Stripe's clock may be ahead. */
type Span = { sinceMs: number; untilMs: number | null };

/** Collects a list, oldest first. Null if the span is too long and can be split. */
async function atMost<T>(
  span: Span & { isShortest?: boolean },
  items: AsyncIterable<T>,
): Promise<T[] | null> {
  const found: T[] = [];
  for await (const item of items) {
    if (found.length === MOST_IN_SPAN && !span.isShortest) return null;
    found.push(item);
  }
  return found.toReversed();
}

/** A Stripe object, created at `createdAtMs` (ms since 1970). */
type Found = { id: string; type: string; createdAtMs: number };

type Look<T extends Found> = {
  phase: JobPhase;
  kind: "sessions" | "events";
  from: Progress;
  now: Date;
  overlapMs: number;
  list: (span: Span & { isShortest: boolean }) => Promise<T[] | null>;
  work: (item: T) => Promise<void>;
};

/**
 * Processes everything since the last complete run in spans, oldest first, and stores the progress after each. An
 * item that can't be recorded blocks the progress. After three days staff are notified instead.
 */
async function lookBack<T extends Found>({
  phase,
  kind,
  from,
  now,
  overlapMs,
  list,
  work,
}: Look<T>): Promise<void> {
  const earliest = now.getTime() - LONGEST_MS;
  const until = now.getTime();
  let since = Math.max(earliest, from.looked_until ? Date.parse(from.looked_until) - overlapMs : earliest);
  let length = until - since;
  let isWhole = true;
  let held = heldSince(from.place);
  const unhandled = async (items: T[]) => {
    const ids = new Set(await filterUnhandledIds(items.map(({ id }) => id)));
    return items.filter(({ id }) => ids.has(id));
  };
  const idsOf = ({ id, type }: T): ItemIds =>
    kind === "sessions" ? { session: id } : { delivery: id, type };
  while (since < until && !phase.isOver) {
    const end = Math.min(since + length, until);
    const span = {
      sinceMs: since,
      untilMs: end === until ? null : end,
      isShortest: length <= SHORTEST_SPAN_MS,
    };
    const items = await phase.need(() => list(span));
    if (items === null) {
      length = Math.max(length / 2, SHORTEST_SPAN_MS);
      continue;
    }
    if (items.length > 0) {
      const failed = phase.failed;
      await phase.each(await phase.need(() => unhandled(items)), idsOf, work);
      if (phase.isOver) return;
      const left = phase.failed > failed ? await phase.need(() => unhandled(items)) : [];
      if (left.length > 0) held ??= until;
      const longAgo = until - LOST_AFTER_MS;
      const lost =
        held !== null && held <= longAgo ? left.filter(({ createdAtMs }) => createdAtMs <= longAgo) : [];
      if (lost.length < left.length || !(await phase.need(() => giveUp(lost)))) isWhole = false;
    }
    since = end;
    const isOver = isWhole && end === until;
    const come = { place: isOver || held === null ? null : HELD + new Date(held).toISOString() };
    await phase.need(() =>
      saveJobProgress(
        kind,
        isWhole ? { ...come, lookedUntil: new Date(end), finishedAt: isOver ? now : null } : come,
      ),
    );
  }
}

/** Returns since when the progress is blocked (ms since 1970), or null. */
function heldSince(place: string | null): number | null {
  return place?.startsWith(HELD) ? Date.parse(place.slice(HELD.length)) : null;
}

/** Alerts staff to lost items. Returns whether all of them were reported. */
async function giveUp(lost: Found[]): Promise<boolean> {
  if (lost.length === 0) return true;
  const items = lost.map(({ id, type }) => ({ name: id, about: type }));
  const isReported = await alertStaff("lost", items, env().ALERT_EMAIL !== undefined);
  if (isReported) for (const item of items) log.error("work.lost", new Error("it cannot be recorded"), item);
  return isReported;
}
