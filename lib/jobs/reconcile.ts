import "server-only";
import { env } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { counted } from "@/lib/base/messages";
import { getJobProgress, type JobKind, type Progress } from "@/lib/jobs/data";
import { isRunDue, JobPhase, type PhaseName, phaseEnd, RUN_MS } from "@/lib/jobs/job-phase";
import {
  claimNewAlarms,
  claimStuckWork,
  noteJobFailures,
  purgeRows,
  queueReminders,
  saveJobProgress,
} from "@/lib/jobs/mutations";
import {
  reconcileEventsOfSessions,
  reconcileFailedEvents,
  reconcileMissedEvents,
} from "@/lib/jobs/reconcile-events";
import { reconcilePhotos, reconcileStrayPhotos } from "@/lib/jobs/reconcile-photos";
import {
  reconcileAdjustments,
  reconcilePendingPayments,
  reconcileReservations,
} from "@/lib/jobs/reconcile-reservations";
import { listMembershipsToSync } from "@/lib/membership/data";
import { syncMembership } from "@/lib/membership/sync-membership";
import { claimStuckPhotos } from "@/lib/orders/photos/mutations";
import { listStuckRefunds, postponeRefund } from "@/lib/staff/refunds/mutations";
import { finishStuckRefund } from "@/lib/staff/refunds/refund-order";

/*
 * A scheduler calls this job every minute. It processes what webhooks, pages and staff missed, within a minute or, for refunds, disputes
 * and memberships, 15 minutes. Each item is read anew from Stripe and written idempotently, so a run may stop anywhere.
 */

const MINUTE_MS = 60_000;
const HOURLY_MS = 60 * MINUTE_MS;
/** Lists are read at most this often: small accounts have 10,000 reads a month (https://docs.stripe.com/rate-limits). */
const IDLE_MS = 15 * MINUTE_MS;
/** IDs only. The phase's time limits how many are synced. */
const MEMBERSHIPS = 1_000;
const REMINDERS = 200;

/** Counts what one run of the job did. */
const emptyReport = () => ({
  released: 0,
  fulfilled: 0,
  replayed: 0,
  memberships: 0,
  refunds: 0,
  /** Due proposals: their sessions, refunds and deadlines. */
  adjustments: 0,
  /** Orders checked for a reminder to ship, an overdue notice or the weekly email. */
  reminders: 0,
  purged: 0,
  /** Items that will be tried again. */
  failed: 0,
});

export type ReconcileReport = ReturnType<typeof emptyReport>;

const NOTHING_YET: Progress = { looked_until: null, place: null, finished_at: null };

/**
 * Does what is due at `now` and returns what it did. Failures are logged and counted. Safe to run at any time, twice at once too.
 * Throws when the database doesn't answer.
 */
export async function reconcile(now: Date = new Date()): Promise<ReconcileReport> {
  const report = emptyReport();
  const end = Date.now() + RUN_MS;
  const { progress, is_waiting: isWaiting } = await getJobProgress();
  const of = (kind: JobKind) => progress[kind] ?? NOTHING_YET;
  const isDue = (kind: JobKind, everyMs: number) => isRunDue(of(kind), everyMs, now);
  const failed: { name: string; about: string }[] = [];
  const phase = async (name: PhaseName, work: (part: JobPhase) => Promise<void>) => {
    const part = new JobPhase(name, phaseEnd(name, Date.now(), end));
    await part.run(work);
    report.failed += part.failed;
    if (part.failed > 0) failed.push({ name, about: `${counted(part.failed, "failure")} in the last run` });
  };

  if (isDue("purge", HOURLY_MS)) await phase("purge", (part) => purge(part, report, now));
  if (isWaiting || isDue("sessions", IDLE_MS)) {
    await phase("sessions", (part) => reconcileEventsOfSessions(part, report, of("sessions"), now));
  }
  await phase("failed deliveries", (part) => reconcileFailedEvents(part, report));
  if (isDue("events", IDLE_MS)) {
    await phase("missed events", (part) => reconcileMissedEvents(part, report, of("events"), now));
  }
  await phase("memberships", async (part) => {
    const customers = await part.need(() => listMembershipsToSync(MEMBERSHIPS));
    await part.each(
      customers,
      (customer) => ({ customer }),
      async (customerId) => {
        await syncMembership(customerId);
        report.memberships++;
      },
    );
  });
  await phase("refunds", async (part) => {
    await part.each(
      await part.need(() => listStuckRefunds(null)),
      ({ request: { id: refund, order_id: order } }) => ({ refund, order }),
      async (stuck) => {
        try {
          await finishStuckRefund(stuck);
        } catch (error) {
          await postponeRefund(stuck.request.id);
          throw error;
        }
        report.refunds++;
      },
    );
  });
  await phase("proposals", (part) => reconcileAdjustments(part, report));
  await phase("reminders", (part) => remind(part, report));
  if (isDue("pending", HOURLY_MS)) {
    await phase("pending payments", (part) => reconcilePendingPayments(part, report, of("pending"), now));
  }
  await phase("photographs", async (part) => {
    report.purged += await reconcilePhotos(part);
    if (isDue("photos", HOURLY_MS)) await reconcileStrayPhotos(part, of("photos"), now);
  });
  await phase("reservations", (part) => reconcileReservations(part, report, of("reservations"), now));
  await notifyStaff(report, failed);
  log.info("sync.done", report);
  return report;
}

/** Notifies staff, once each, of money to settle, photos that can't be deleted, stuck work, and tasks that failed for a day. */
async function notifyStaff(report: ReconcileReport, failed: { name: string; about: string }[]) {
  // Outside the budget: it is one call, and this run reports what it found.
  const part = new JobPhase("alarms", Number.POSITIVE_INFINITY);
  const hasMail = env().ALERT_EMAIL !== undefined;
  await part.run(async () => {
    const alarms = await part.need(() => claimNewAlarms(hasMail));
    for (const { exception_id: exception, reason, order_id: order, about } of alarms) {
      if (exception === null) log.error("payment.alarm", new Error(reason), { order, about });
      else log.error("payment.exception", new Error(reason), { exception, order, about });
    }
    for (const { id: photo, path } of await part.need(() => claimStuckPhotos(hasMail))) {
      log.error("photo.stuck", new Error("its files cannot be deleted"), { photo, path });
    }
    const stuckWork = await part.need(() => claimStuckWork(hasMail));
    const tasks = failed.length > 0 ? await part.need(() => noteJobFailures(failed, hasMail)) : [];
    for (const [work, stuck] of Object.entries({ ...stuckWork, tasks })) {
      for (const { name, about } of stuck ?? []) log.error("work.stuck", new Error(work), { name, about });
    }
  });
  report.failed += part.failed;
}

/** Queues emails that are due without an event, batch by batch. The next run continues. A kind that fails stops no other. */
async function remind(phase: JobPhase, report: ReconcileReport): Promise<void> {
  const kinds = ["queue_ship_reminders", "queue_overdue_notices", "queue_no_update_emails"] as const;
  await phase.each(
    kinds,
    (of) => ({ of }),
    async (kind) => {
      let done: number;
      do {
        const queued = await queueReminders(kind, REMINDERS);
        done = queued.done;
        report.reminders += done;
        // Failed ones are listed first again, so stop.
        if (queued.failed) throw new Error(`${queued.failed} of ${done} orders failed`);
      } while (done === REMINDERS && !phase.isOver);
    },
  );
}

/** Deletes rows past their retention period, batch by batch. The next run continues. */
async function purge(phase: JobPhase, report: ReconcileReport, now: Date): Promise<void> {
  const names = [
    "purge_abandoned_orders",
    "purge_sent_emails",
    "purge_expired_rows",
    "purge_staff_actions",
  ] as const;
  await phase.each(
    names,
    (of) => ({ of }),
    async (name) => {
      let deleted: number;
      do {
        deleted = await purgeRows(name);
        report.purged += deleted;
      } while (deleted > 0 && !phase.isOver);
    },
  );
  if (phase.isOver) return;
  await phase.need(() => saveJobProgress("purge", { finishedAt: now }));
}
