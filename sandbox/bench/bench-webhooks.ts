import { setTimeout as sleep } from "node:timers/promises";
import { Product, stripeOf } from "../builders/product.ts";
import { startApp } from "../launcher/app-server.ts";
import { anyFreePort } from "../launcher/ports.ts";
import type { BenchProduct } from "./bench-product.ts";
import { CallRecorder, type RecordedCall } from "./call-recorder.ts";
import { takeSnapshot } from "./database-snapshot.ts";
import { inParallel, perSecond } from "./in-parallel.ts";
import { median } from "./load.ts";
import { printTable, ratio } from "./table.ts";
import { TARGET_HEAD, targetCells } from "./target.ts";

const AT_ONCE = 16;
/** Of delivering mail, which goes on after the answer. */
const AFTER_THE_ANSWER = /\/rpc\/(claim_outbox|finish_outbox|get_order_for_email)$/;

/** The event of a paid session, and the calls by which the product worked it when nobody measured. */
type Delivery = { payload: string; calls: RecordedCall[] };

/**
 * Measures how many events of paid batches the product works in a second, beside a handler that makes the very calls
 * that the product made, and nothing else. Each round begins with the same rows, and ends with every batch paid.
 */
export async function compareWebhooks(
  bench: BenchProduct,
  options: {
    root: string;
    /** Folder of the built control. */
    control: string;
    /** Payment sessions that are still to be paid. */
    opened: string[];
    rounds: number;
    log: (line: string) => void;
  },
): Promise<void> {
  const { root, control: dir, opened, rounds, log } = options;
  const product = new Product(bench.environment);
  const events = await payAll(product, opened);
  await holdMails(bench, true);
  const restore = await takeSnapshot(bench.sql);
  log("Writing down what a webhook calls …");
  const deliveries = await recordCalls(bench, product, events);
  await bench.startApp();
  const port = await anyFreePort();
  const url = `http://localhost:${port}/webhook`;
  const env = process.env;
  const onExit = (message: string) => console.error(message);
  const control = await startApp({ root, dir, port, mode: "start", env, onLine: () => {}, onExit });
  const deliver = async ({ payload }: Delivery) => (await product.deliver(payload)).status;
  const replay = async ({ calls }: Delivery) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(calls) });
    await answer.arrayBuffer();
    return answer.status;
  };
  const round = async (work: (delivery: Delivery) => Promise<number>) => {
    await restore();
    if ((await countUnpaid(bench, opened)) < opened.length) throw new Error("a round began with paid orders");
    const began = performance.now();
    const statuses = await inParallel(deliveries, AT_ONCE, work);
    const took = performance.now() - began;
    const failed = statuses.filter((status) => status !== 200).length;
    return { rate: perSecond(deliveries.length, took), lost: failed + (await countUnpaid(bench, opened)) };
  };
  try {
    const [own, bare]: [Round[], Round[]] = [[], []];
    // The first round of each warms it up.
    for (let n = 0; n <= rounds; n++) {
      own.push(await round(deliver));
      bare.push(await round(replay));
    }
    await holdMails(bench, false);
    const mailing = await round(deliver);
    const mailed = await untilMailed(bench, product, opened);
    print(deliveries, own.slice(1), bare.slice(1), { ...mailing, ...mailed });
  } finally {
    await control.stop();
  }
}

/** Deliveries a second, and how many of them came to nothing. */
type Round = { rate: number; lost: number };
/** Confirmations that were not sent, and seconds until the last one was. */
type Mailed = { unsent: number; seconds: number };

/** Pays every session while the payment service keeps its events to itself; answers those events. */
async function payAll(product: Product, sessions: string[]): Promise<string[]> {
  await product.control("/deliveries/hold", { hold: true });
  await inParallel(sessions, 4, async (session) => {
    const { status } = await product.pay(session, { email: "load@example.test" });
    if (status !== 200) throw new Error(`a payment was answered ${status}`);
  });
  const wanted = new Set(sessions);
  const events: string[] = [];
  for await (const event of stripeOf(product).events.list({
    type: "checkout.session.completed",
    limit: 100,
  })) {
    if (wanted.has((event.data.object as { id: string }).id)) events.push(JSON.stringify(event));
  }
  if (events.length !== sessions.length)
    throw new Error(`${events.length} events of ${sessions.length} payments`);
  return events;
}

/** Lets mails that are queued from now on wait a day, or go out at once. */
async function holdMails({ sql }: BenchProduct, isHeld: boolean): Promise<void> {
  await sql.unsafe("drop schema if exists bench_mail cascade");
  if (!isHeld) return;
  await sql.unsafe(`
    create schema bench_mail;
    create function bench_mail.hold() returns trigger language plpgsql as $$
    begin
      new.next_attempt_at := now() + interval '1 day';
      return new;
    end $$;
    grant usage on schema bench_mail to public;
    create trigger bench_hold before insert on public.outbox for each row execute function bench_mail.hold()`);
}

/** Has the product work each event once, and writes down by which calls. */
async function recordCalls(bench: BenchProduct, product: Product, events: string[]): Promise<Delivery[]> {
  const recorder = new CallRecorder();
  try {
    const { SUPABASE_URL = "", STRIPE_API_URL = "" } = bench.environment;
    await bench.startApp({
      SUPABASE_URL: await recorder.before(SUPABASE_URL),
      STRIPE_API_URL: await recorder.before(STRIPE_API_URL),
    });
    recorder.take();
    const deliveries: Delivery[] = [];
    for (const payload of events) {
      const { status } = await product.deliver(payload);
      if (status !== 200) throw new Error(`a webhook was answered ${status}`);
      const calls = recorder.take().filter(({ url }) => !AFTER_THE_ANSWER.test(new URL(url).pathname));
      deliveries.push({ payload, calls });
    }
    return deliveries;
  } finally {
    await recorder.stop();
  }
}

/** How many of these sessions' orders are not paid. */
async function countUnpaid({ sql }: BenchProduct, sessions: string[]): Promise<number> {
  const [row] = await sql<{ paid: number }[]>`
    select count(*)::int as paid from public.grading_orders
    where stripe_session_id = any(${sessions}) and payment_status = 'paid'`;
  return sessions.length - (row?.paid ?? 0);
}

/**
 * Waits until the confirmation of every order is sent, two minutes at most; answers how many are not, and after how long.
 * A webhook sends some twenty: the rest is the scheduled job's, which is called every second here in place of every minute.
 */
async function untilMailed({ sql }: BenchProduct, product: Product, sessions: string[]): Promise<Mailed> {
  const began = performance.now();
  for (;;) {
    const [row] = await sql<{ sent: number }[]>`
      select count(*)::int as sent
      from public.grading_orders o
      join public.outbox m on m.dedupe_key = 'order_confirmation:' || o.id and m.sent_at is not null
      where o.stripe_session_id = any(${sessions})`;
    const seconds = (performance.now() - began) / 1000;
    const sent = row?.sent ?? 0;
    if (sent === sessions.length || seconds > 120) return { unsent: sessions.length - sent, seconds };
    await sleep(1_000);
    await product.runJob("/api/cron/outbox");
  }
}

function print(deliveries: Delivery[], own: Round[], bare: Round[], mailing: Round & Mailed): void {
  const [handler, product] = [bare, own].map((rounds) => ({
    rate: median(rounds.map(({ rate }) => rate)),
    lost: Math.max(...rounds.map(({ lost }) => lost)),
  }));
  if (!handler || !product) throw new Error("no round was measured");
  const calls = median(deliveries.map((delivery) => delivery.calls.length));
  const value = product.rate / handler.rate;
  const lost = (count: number) => [String(count), ...targetCells(count, { most: 0 }, 0)];
  printTable(
    `${deliveries.length} webhooks of paid batches, ${calls} calls each, ${AT_ONCE} at once, median of ${own.length}`,
    ["", "a second", "ratio", ...TARGET_HEAD, "lost", ...TARGET_HEAD],
    [
      ["a bare handler, the same calls", handler.rate.toFixed(1), "1.000", "", "", ...lost(handler.lost)],
      [
        "webhooks, mails waiting",
        product.rate.toFixed(1),
        ratio(value),
        ...targetCells(value, { least: 0.5 }),
        ...lost(product.lost),
      ],
      [
        "webhooks, mails sent meanwhile",
        mailing.rate.toFixed(1),
        ratio(mailing.rate / handler.rate),
        "",
        "",
        ...lost(mailing.lost),
      ],
      [`  last mail ${mailing.seconds.toFixed(1)} s after`, "", "", "", "", ...lost(mailing.unsent)],
    ],
  );
}
