import { database } from "./database.ts";

type Changes = {
  plan_type?: string;
  num_cards?: number;
  submission_status?: string;
  tracking_number?: string | null;
};

let runs = 0;

/** Paid orders of a person, an hour apart, the newest first: their batch ids end in -0001, -0002 and so on. */
export async function addPaidOrders(
  person: { userId: string; email: string },
  count: number,
  changes: Changes = {},
): Promise<void> {
  const {
    plan_type: plan = "free",
    num_cards: cards = 1,
    submission_status: status = "pending",
    tracking_number: tracking = null,
  } = changes;
  const run = `${person.userId}${runs++}`;
  await database()`
    insert into public.grading_orders (batch_id, user_id, user_email, plan_type, num_cards, rate_cents, grading_fee,
      total_paid, payment_status, paid_at, submitted_at, quota_month, submission_status, tracking_number)
    select 'BATCH-' || upper(substr(md5(${run} || n), 1, 10)) || '-' || lpad(n::text, 4, '0'), ${person.userId}::uuid,
      ${person.email}::text, ${plan}::text, ${cards}::integer, 2500, 25 * ${cards}::integer, 25 * ${cards}::integer,
      'paid', now(), now() - n * interval '1 hour', date_trunc('month', now() at time zone 'utc')::date,
      ${status}::text, ${tracking}::text
    from generate_series(1, ${count}::integer) n`;
}
