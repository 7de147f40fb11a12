import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { after } from "next/server";
import { log } from "@/lib/base/log";
import { watchCall } from "@/lib/base/watched-call";
import { claimOutbox, finishOutbox, type OutboxRow } from "@/lib/email/outbox/mutations";
import { openTransport } from "@/lib/email/outbox/open-transport";
import { renderOutboxMail } from "@/lib/email/render-outbox-mail";

const BATCH = 20;
/** Longer than the transport's timeouts, so that no second worker sends the same email. */
const LEASE_SECONDS = 60;
/** No batch starts later, so that a run ends before the next one starts. */
const RUN_MS = 25_000;
/** Attempts after which a failure is logged as an error. */
const WORRYING_ATTEMPTS = 10;

type Delivered = { sent: number; failed: number };

/**
 * Sends up to `limit` due emails and returns how many were sent and failed. A failed email is retried later and
 * doesn't stop the others. One that was sent but not recorded is sent again with the same Message-ID. Safe to run
 * concurrently.
 */
export async function deliverOutbox(limit = BATCH): Promise<Delivered> {
  const total: Delivered = { sent: 0, failed: 0 };
  const end = Date.now() + RUN_MS;
  let transport: ReturnType<typeof openTransport> | undefined;
  try {
    while (total.sent + total.failed < limit && Date.now() < end) {
      const rows = await claimOutbox(Math.min(BATCH, limit - total.sent - total.failed), LEASE_SECONDS);
      if (rows.length === 0) break;
      transport ??= openTransport();
      const { send } = transport;
      const results = await Promise.all(rows.map((row) => deliver(row, send)));
      const sent = results.filter(Boolean).length;
      total.sent += sent;
      total.failed += rows.length - sent;
      // Nothing was sent, so the mail server is down.
      if (sent === 0) break;
    }
  } finally {
    transport?.close();
  }
  return total;
}

let isInProgress = false;
let isMoreDue = false;

/** Delivers the outbox after the response. A call during a delivery makes it check again at its end. Never throws. */
export function deliverOutboxSoon(): void {
  after(async () => {
    isMoreDue = true;
    if (isInProgress) return;
    isInProgress = true;
    try {
      while (isMoreDue) {
        isMoreDue = false;
        await deliverOutbox();
      }
    } catch (error) {
      // Claimed emails are due again when their lease ends.
      log.error("mail.not_delivered", error);
    } finally {
      isInProgress = false;
    }
  });
}

async function deliver(row: OutboxRow, send: ReturnType<typeof openTransport>["send"]): Promise<boolean> {
  const fields = { outbox_id: row.id, kind: row.kind, attempts: row.attempts };
  let messageId: string;
  try {
    const mail = await renderOutboxMail(row);
    messageId = await watchCall({ service: "mail", name: row.kind }, () => send(mail, row.dedupe_key));
  } catch (error) {
    const state = await record(row, { error: String(error) });
    const isWorrying = state === "failed" || row.attempts >= WORRYING_ATTEMPTS;
    log.error(isWorrying ? "mail.stuck" : "mail.failed", error, { ...fields, state });
    return false;
  }
  await record(row, { messageId });
  log.info("mail.sent", fields);
  return true;
}

/** Records the outcome, with retries: a sent email that isn't recorded is sent again. */
async function record(row: OutboxRow, result: Parameters<typeof finishOutbox>[1]) {
  for (const wait of [0, 250, 1_000, 4_000]) {
    await sleep(wait);
    try {
      return await finishOutbox(row.id, result);
    } catch (error) {
      log.error("mail.not_recorded", error, { outbox_id: row.id });
    }
  }
  return "unrecorded" as const;
}
