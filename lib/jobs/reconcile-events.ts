import "server-only";
import type Stripe from "stripe";
import { env, isLivemode } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { listUnhandled, listUnprocessedEvents, type Progress } from "@/lib/jobs/data";
import { handleEvent, laterEventTypes, objectIdOf } from "@/lib/jobs/handle-event";
import type { ItemIds, JobPhase } from "@/lib/jobs/job-phase";
import { saveJobProgress } from "@/lib/jobs/mutations";
import { listEvents } from "@/lib/stripe/events";
import { parseAdjustmentMetadata, parseOrderMetadata } from "@/lib/stripe/metadata";
import { listCompleteSessions } from "@/lib/stripe/sessions";
import { alertStaff } from "@/lib/supabase/mutations";

const MINUTE_MS = 60_000;
/** The payment service keeps its events so long. */
const LONGEST_MS = 30 * 24 * 60 * MINUTE_MS;
/** An order's page is completed within 31 minutes of its opening, by which it is listed. */
const SESSION_OVERLAP_MS = 60 * MINUTE_MS;
/** Clocks differ, and a list may show an event a little late. */
const EVENT_OVERLAP_MS = 10 * MINUTE_MS;
/** Five pages of a list. What a span holds beyond that is asked for in shorter spans, so that each ends in a run. */
const MOST_IN_SPAN = 500;
/** What the look-back was held up by for so long is given up. The payment service, too, sends an event again for three days. */
const LOST_AFTER_MS = 3 * 24 * 60 * MINUTE_MS;
const SHORTEST_SPAN_MS = MINUTE_MS;
/** How the progress begins, before the moment, while something cannot be recorded. */
const HELD = "held since ";
const BATCH = 100;

/** Works deliveries again whose work failed; each waits longer after every try. Counts them in `replayed`. */
export async function reconcileEventsThatFailed(
  phase: JobPhase,
  report: { replayed: number },
): Promise<void> {
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
 * Processes events about memberships, refunds and disputes that never reached us, of 30 days at most, the oldest first. The list
 * isn't narrowed to failed deliveries, as an endpoint that was switched off had none.
 */
export async function reconcileEventsThatNeverCame(
  phase: JobPhase,
  report: { replayed: number },
  from: Progress,
  now: Date,
): Promise<void> {
  const list = async (span: Span) => {
    const events = await atMost(span, listEvents({ types: laterEventTypes, ...span }));
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
  cameAtMs: created * 1_000,
});

/**
 * Records completed payment pages whose order or proposal doesn't know it. Each is recorded like a delivery, so a failed one is
 * retried and none is read twice.
 */
export async function reconcileEventsOfPages(
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
    return ours?.map(({ id, created }) => ({ id, type, cameAtMs: created * 1_000 })) ?? null;
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

/** Milliseconds since 1970; without an end it reaches beyond now, as the payment service's clock may be ahead. */
type Span = { sinceMs: number; untilMs: number | null };

/** Collects a list, newest first, and turns it; null when a span that can be made shorter holds too much. */
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

/** Something that the payment service has, and when it came up there, in milliseconds since 1970. */
type Found = { id: string; type: string; cameAtMs: number };

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
 * Looks at all since the last complete run, in spans of time, the oldest first, and stores its progress after each. What can't be
 * recorded holds the progress up; after three days staff are notified of it instead.
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
    const ids = new Set(await listUnhandled(items.map(({ id }) => id)));
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
      // What was left is asked for again.
      if (phase.isOver) return;
      const left = phase.failed > failed ? await phase.need(() => unhandled(items)) : [];
      if (left.length > 0) held ??= until;
      const longAgo = until - LOST_AFTER_MS;
      const lost = held !== null && held <= longAgo ? left.filter(({ cameAtMs }) => cameAtMs <= longAgo) : [];
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

/** Reads since when the progress is held up, in milliseconds since 1970; null where it is not. */
function heldSince(place: string | null): number | null {
  return place?.startsWith(HELD) ? Date.parse(place.slice(HELD.length)) : null;
}

/** Tells staff of what nothing will tell of again; answers whether they know of all of it. */
async function giveUp(lost: Found[]): Promise<boolean> {
  if (lost.length === 0) return true;
  const items = lost.map(({ id, type }) => ({ name: id, about: type }));
  const isTold = await alertStaff("lost", items, env().ALERT_EMAIL !== undefined);
  if (isTold) for (const item of items) log.error("work.lost", new Error("it cannot be recorded"), item);
  return isTold;
}
