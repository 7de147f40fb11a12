import { MEMBERSHIP_PLANS, plans } from "../../lib/base/plans.ts";
import type { Sql, Transaction } from "./test-database.ts";

/** A paid Checkout Session as Stripe reports it, in cents. `adjustment` is the proposal it paid for. */
export type CollectedPayment = {
  order: string;
  adjustment?: string;
  session: string;
  payment: string;
  cents: number;
  refundedCents: number;
};

/**
 * Returns a sentence for each violated money rule, given all of Stripe's payments for these orders. Staff may exceed
 * a monthly limit, and a refunded order may have lost its unsent confirmation.
 */
export async function brokenInvariants(
  sql: Sql | Transaction,
  orders: readonly string[],
  taken: readonly CollectedPayment[],
): Promise<string[]> {
  const limits = Object.fromEntries(MEMBERSHIP_PLANS.map((plan) => [plan, plans[plan].monthlyLimit]));
  const rows = await sql<{ broken: string }[]>`
    with o as (select * from public.grading_orders where id = any(${orders as string[]}::uuid[])),
    a as (select * from public.order_admin where order_id in (select id from o)),
    t as (select * from jsonb_to_recordset(${sql.json(taken as CollectedPayment[])}) as r
      ("order" uuid, adjustment uuid, session text, payment text, cents integer, "refundedCents" integer)),
    j as (select * from public.order_adjustments where order_id in (select id from o)),
    e as (select * from public.payment_exceptions x where x.order_id in (select id from o)
      or x.stripe_session_id in (select session from t)),
    mails as (select payload ->> 'order_id' as order_id, count(*) as sum from public.outbox
      where kind = 'order_confirmation' and payload ->> 'order_id' in (select id::text from o) group by 1)

    select format('payment %s is recorded by no order and reported to no one', t.payment) as broken from t
    where not exists (select 1 from o where o.id = t."order" and o.stripe_session_id = t.session
        and o.stripe_payment_intent_id = t.payment and o.paid_at is not null and t.adjustment is null)
      and not exists (select 1 from j where j.id = t.adjustment and j.stripe_session_id = t.session
        and j.stripe_payment_intent_id = t.payment and j.paid_cents = t.cents)
      and not exists (select 1 from e where e.stripe_session_id = t.session)
    union all
    select format('order %s has payment %s, which was never taken', o.id, o.stripe_payment_intent_id) from o
    where o.stripe_payment_intent_id is not null
      and o.stripe_payment_intent_id not in (select payment from t)
    union all
    select format('proposal %s has payment %s, which was never taken', j.id, j.stripe_payment_intent_id) from j
    where j.paid_at is not null and j.stripe_payment_intent_id not in (select payment from t where t.adjustment = j.id)
    union all
    select format('proposal %s is %s with %s of %s cents refunded, the payment service %s', j.id, j.status, j.refunded_cents,
      j.paid_cents, t."refundedCents")
    from j join t on t.payment = j.stripe_payment_intent_id
    where j.refunded_cents <> t."refundedCents" or j.paid_cents <> t.cents
      or (j.status = 'refunded') <> (j.refunded_cents = j.paid_cents)
    union all
    select format('proposal %s is paid with %s for %s cards at %s', id, paid_cents, qty, unit_cents) from j
    where paid_at is not null and paid_cents <> qty * unit_cents
    union all
    select format('order %s has %s cents refunded and %s of cards that did not come', o.id, o.refunded_cents, -sum(j.amount_cents))
    from o join j on j.order_id = o.id where j.kind = 'short' and j.status = 'refunded' and j.closed_at is null
    group by o.id, o.refunded_cents having -sum(j.amount_cents) > o.refunded_cents
    union all
    select format('proposal %s is %s, and nobody looks at it', id, status) from j
    where next_look_at is null and paid_at is null
      and (status = 'proposed' or is_pending or reservation_expires_at is not null
        or status = 'accepted' and chosen_option in ('send_rest', 'pay'))
    union all
    select format('order %s is blocked by %s, and %s is stored', o.id, private.order_blockers(g), coalesce(a.blockers, '{}'))
    from o join public.grading_orders g on g.id = o.id left join a on a.order_id = o.id
    where private.order_blockers(g) <> coalesce(a.blockers, '{}')
      or (coalesce(a.blockers, '{}') = '{}') <> (a.waiting_since is null)
    union all
    select format('proposal %s asks about %s cards on top of %s counted', j.id, j.qty, o.received_count)
    from j join o on o.id = j.order_id
    where j.kind = 'extra' and j.status = 'proposed' and j.qty > o.received_count - o.num_cards + coalesce((
      select sum(x.qty) from j x where x.order_id = o.id and x.kind = 'short'
        and (x.status = 'refunded' or x.status = 'accepted' and x.chosen_option = 'refund')), 0)
    union all
    select format('proposal %s became %s without an event', j.id, j.status) from j
    where not exists (select 1 from public.order_events v where v.order_id = j.order_id and v.type = 'adjustment'
      and v.to_value = concat_ws(':', j.kind, j.status, coalesce(j.chosen_option, 'none'), j.qty, abs(j.amount_cents)))
    union all
    select format('payment %s is of %s orders', g.stripe_payment_intent_id, count(*))
    from (select stripe_payment_intent_id from public.grading_orders
      union all select stripe_payment_intent_id from public.order_adjustments) g
    where g.stripe_payment_intent_id in (select payment from t) group by g.stripe_payment_intent_id having count(*) > 1
    union all
    select format('order %s is paid with %s for %s cards', id, total_paid, num_cards) from o
    where payment_status = 'paid' and total_paid * 100 is distinct from num_cards * rate_cents
    union all
    select format('order %s has %s cents refunded of %s, the payment service %s of %s', o.id, o.refunded_cents,
      o.total_paid * 100, t."refundedCents", t.cents)
    from o join t on t.payment = o.stripe_payment_intent_id
    where o.refunded_cents <> t."refundedCents" or o.total_paid * 100 is distinct from t.cents
    union all
    -- Less what was refunded because it did not come, and with what was paid on top.
    select format('%s holds %s cards of %s', user_id, sum(num_cards + c.more), quota_month)
    from o left join a on a.order_id = o.id
    cross join lateral (select coalesce(sum(case when x.kind <> 'short' then x.qty when o.payment_status = 'paid' then -x.qty end)
        filter (where x.kind = 'short' and x.status = 'refunded'
          or x.quota_month = o.quota_month and x.status = 'paid'), 0) as more
      from j x where x.order_id = o.id) c
    where plan_type in ('starter', 'pro', 'elite') and quota_month is not null
      and (payment_status in ('paid', 'pending') or reservation_expires_at > o.submitted_at)
    group by user_id, quota_month
    having sum(num_cards + c.more) > max((${sql.json(limits)}::jsonb ->> plan_type)::integer)
      and not bool_or(review_reason is not null
        or exists (select 1 from e where e.order_id = o.id and e.reason = 'late_adjustment') or exists (select 1 from public.order_events v
        where v.order_id = o.id and v.type = 'reason'))
    union all
    select format('order %s is %s and has %s confirmations', o.id, o.payment_status, coalesce(mails.sum, 0))
    from o left join mails on mails.order_id = o.id::text
    where coalesce(mails.sum, 0) > case when o.paid_at is null then 0 else 1 end
      or (o.payment_status = 'paid' and mails.sum is null and private.mail_address_of(o) is not null
        and not exists (select 1 from public.order_events v where v.order_id = o.id and v.type = 'refunded'))
    union all
    select format('%s has %s memberships at once', s.user_id, count(*)) from public.subscriptions s
    where s.status = 'active' and s.user_id in (select user_id from o)
      and not exists (select 1 from public.payment_exceptions x
        where x.stripe_session_id = s.stripe_subscription_id and x.reason = 'second_subscription')
    group by s.user_id having count(*) > 1
    union all
    select format('delivery %s is not processed: %s', event_id, last_error) from public.stripe_events
    where processed_at is null and object_id in (select session from t union all select payment from t
      union all select stripe_session_id from o)
    union all
    select format('order %s is of an account with another address', o.id) from o join auth.users u on u.id = o.user_id
    where lower(o.guest_email) <> lower(u.email::text)
    union all
    select format('%s of %s waits for staff without cause', e.reason, e.stripe_session_id) from e
    where e.resolved_at is null and (e.stripe_session_id not in (select session from t)
      or exists (select 1 from o join t on t.payment = o.stripe_payment_intent_id
        where t.session = e.stripe_session_id)
      or e.reason <> 'late_adjustment' and exists (select 1 from j where j.paid_at is not null
        and j.stripe_session_id = e.stripe_session_id))
    union all
    select format('order %s counts %s exceptions of %s', o.id, coalesce(a.open_exceptions, 0), count(e.id))
    from o left join a on a.order_id = o.id left join e on e.order_id = o.id and e.resolved_at is null
    group by o.id, a.open_exceptions having coalesce(a.open_exceptions, 0) <> count(e.id)
    union all
    select format('order %s became %s without an event', o.id, o.payment_status) from o
    where o.payment_status is distinct from (select v.to_value from public.order_events v
      where v.order_id = o.id and v.type in ('created', 'payment_status') order by v.id desc limit 1)
    union all
    select format('order %s is paid without a tracking link', o.id) from o
    where o.payment_status = 'paid' and not exists (select 1 from public.tracking_links l where l.order_id = o.id)`;
  return rows.map(({ broken }) => broken);
}
