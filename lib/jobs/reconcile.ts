import "server-only";
import type Stripe from "stripe";
import { ServiceUnavailableError } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { purgeSentMails } from "@/lib/email/outbox/mutations";
import { purgeRateLimits } from "@/lib/http/rate-limit";
import { listUnprocessedEvents, listUnseenEvents } from "@/lib/jobs/data";
import { handleEvent, objectIdOf } from "@/lib/jobs/handle-event";
import { purgePaymentReads, purgeStripeEvents } from "@/lib/jobs/mutations";
import { laterEventTypes } from "@/lib/jobs/stripe-events";
import { listMembershipsToSync } from "@/lib/membership/data";
import { syncMembership } from "@/lib/membership/sync-membership";
import { fulfilCheckout } from "@/lib/orders/checkout/fulfil-checkout";
import { getOrderBySession, listExpiredReservations, listPendingPayments } from "@/lib/orders/data";
import { cancelReservation, purgeAbandonedOrders } from "@/lib/orders/mutations";
import { paymentsUnavailable, stripe } from "@/lib/stripe/client";
import { closeSession, listCompleteSessions } from "@/lib/stripe/sessions";

/*
 * A scheduler calls this job every minute. Everything in it is also done elsewhere, at once: by webhooks, by the page
 * that a person comes back to, by staff. The job finds what they missed, so a lost webhook costs a minute, not an
 * order:
 *
 * 1. Reservations that ran out: their payment page is closed, and what was paid on it before is booked.
 * 2. Pending payments, once an hour.
 * 3. Payment pages completed in the last hours whose order does not know of it.
 * 4. Deliveries whose work failed, then events about later things (refunds, disputes, memberships) that never came.
 * 5. Memberships whose period has ended.
 * 6. What has outlived its purpose is deleted: orders that were never paid, mails, deliveries and reads of
 *    90 days ago, counters of rate limits.
 *
 * Each item is read anew at the payment service and written by an idempotent function, so a run may stop anywhere.
 */

/** Counts what one run of the job did; `failed` counts the items that will be tried again at the next. */
export type ReconcileReport = {
  released: number;
  fulfilled: number;
  replayed: number;
  /** Memberships that the payment service was asked about because it was time to. */
  memberships: number;
  purged: number;
  failed: number;
};

const BATCH = 100;
/** More lost deliveries than this in one run would hold up the job; the rest is found by the next ones. */
const MAX_EVENTS = 500;
/** Each is a call of the payment service: a run ends well before the next one begins. */
const MEMBERSHIPS = 50;
/** A run ends before the scheduler starts the next one. */
const RUN_MS = 45_000;
/** Sessions live 31 minutes; a run looks back far enough to survive an outage of two hours, once an hour over a day. */
const RECENT_HOURS = 2;
const DAILY_HOURS = 26;

/** Ends a run early; the next one goes on where this one stopped. */
class RunOverError extends Error {}

/**
 * Makes good what webhooks missed (see above) and answers what it did. One item's failure is logged and counted; a
 * service that is away ends the run early, as does its time of 45 s. `now` decides what is due: at minute 0 the run
 * looks back over a day. Safe to run at any time, twice at once too. Throws when a list itself cannot be had.
 */
export async function reconcile(now: Date = new Date()): Promise<ReconcileReport> {
  const report: ReconcileReport = {
    released: 0,
    fulfilled: 0,
    replayed: 0,
    memberships: 0,
    purged: 0,
    failed: 0,
  };
  const end = Date.now() + RUN_MS;
  /** One item's failure does not stop the others, but a service that is away does, and so does the run's end. */
  const attempt = async (what: string, work: () => Promise<void>) => {
    if (Date.now() > end) throw new RunOverError("the time of this run is over");
    try {
      await work();
    } catch (error) {
      report.failed++;
      log.error("sync.failed", error, { what });
      if (error instanceof ServiceUnavailableError)
        throw new RunOverError("a service is away", { cause: error });
    }
  };
  try {
    await runJobs(now, report, attempt);
  } catch (error) {
    if (!(error instanceof RunOverError)) throw error;
    log.warn("sync.stopped", { why: error.message });
  }
  return report;
}

type Attempt = (what: string, work: () => Promise<void>) => Promise<void>;

async function runJobs(now: Date, report: ReconcileReport, attempt: Attempt): Promise<void> {
  const fulfil = async (sessionId: string) => {
    const { outcome } = await fulfilCheckout(sessionId);
    if (outcome === "fulfilled") report.fulfilled++;
  };
  for (const { order_id: orderId, stripe_session_id: sessionId } of await listExpiredReservations(BATCH)) {
    await attempt("reservation", async () => {
      if (sessionId) {
        await closeSession(sessionId);
        await fulfil(sessionId);
      } else {
        await cancelReservation(orderId, "reservation ran out");
      }
      report.released++;
    });
  }
  const isHourly = now.getUTCMinutes() === 0;
  if (isHourly) {
    for (const { stripe_session_id: sessionId } of await listPendingPayments(BATCH)) {
      await attempt("pending payment", () => fulfil(sessionId ?? ""));
    }
  }
  const since = now.getTime() - (isHourly ? DAILY_HOURS : RECENT_HOURS) * 3_600_000;
  for await (const { id, mode } of listCompleteSessions(since)) {
    if (mode !== "payment") continue;
    await attempt("recent session", async () => {
      if (!(await getOrderBySession(id)).order?.paid_at) await fulfil(id);
    });
  }
  for (const { event_id: id, type, object_id: objectId, livemode } of await listUnprocessedEvents(BATCH)) {
    await attempt("event", async () => {
      await handleEvent({ id, type, livemode, objectId: objectId ?? "" });
      report.replayed++;
    });
  }
  for (const event of await listMissedEvents(since)) {
    await attempt("missed event", async () => {
      const { id, type, livemode } = event;
      await handleEvent({ id, type, livemode, objectId: objectIdOf(event) });
      report.replayed++;
    });
  }
  for (const customerId of await listMembershipsToSync(MEMBERSHIPS)) {
    await attempt("membership", async () => {
      await syncMembership(customerId);
      report.memberships++;
    });
  }
  await attempt("purge", async () => {
    report.purged = await purgeAbandonedOrders();
  });
  for (const purge of [purgeSentMails, purgeStripeEvents, purgePaymentReads]) {
    await attempt("purge", async () => {
      await purge();
    });
  }
  await attempt("purge of rate limits", async () => {
    await purgeRateLimits();
  });
}

/**
 * Events about memberships, refunds and disputes that never reached us, oldest first; the payment service lists
 * newest first.
 */
async function listMissedEvents(sinceMs: number): Promise<Stripe.Event[]> {
  const events: Stripe.Event[] = [];
  try {
    const list = stripe().events.list({
      types: laterEventTypes,
      created: { gte: Math.floor(sinceMs / 1000) },
      limit: 100,
    });
    for await (const event of list) {
      events.push(event);
      if (events.length === MAX_EVENTS) break;
    }
  } catch (error) {
    throw paymentsUnavailable(error);
  }
  const unseen = new Set(await listUnseenEvents(events.map(({ id }) => id)));
  return events.filter(({ id }) => unseen.has(id)).toReversed();
}
