-- Staff metrics: the last thirteen weeks, and open orders.

-- One index per date; grading_orders_paid_at is the third.
create index grading_orders_received on public.grading_orders (received_at) where received_at is not null;
create index grading_orders_sent_back on public.grading_orders (sent_back_at) where sent_back_at is not null;

create function private.weekly_figures(p_today date) returns jsonb
-- Bitmap scans read each page once: orders of a week are stored close together.
language plpgsql stable set search_path = '' set enable_indexscan = off set jit = off
as $$
declare
  v_zone text := private.business_time_zone();
  v_from timestamptz := (p_today - 90)::timestamp at time zone v_zone;
begin
  return jsonb_build_object('weeks', (
    select jsonb_agg(jsonb_build_object('first_day', w.first_day, 'last_day', w.first_day + 6,
      'paid_batches', p.batches, 'paid_cards', p.cards, 'revenue_cents', p.cents + x.cents,
      'received_batches', r.batches, 'received_cards', r.cards,
      'returned_batches', b.batches, 'returned_cards', b.cards) order by w.first_day desc)
    from (
      select d.first_day, d.first_day::timestamp at time zone v_zone as begins,
        (d.first_day + 7)::timestamp at time zone v_zone as ends
      from (select p_today - 7 * n - 6 as first_day from generate_series(0, 12) n) d
    ) w
    cross join lateral (
      select count(*) as batches, coalesce(sum(o.num_cards), 0) as cards,
        coalesce((sum(o.total_paid) * 100)::bigint - sum(o.refunded_cents), 0) as cents
      from public.grading_orders o
      where o.paid_at >= w.begins and o.paid_at < w.ends and o.payment_status in ('paid', 'canceled')
        and (o.plan_type <> 'elite' or (select a.placed_by_admin from public.order_admin a where a.order_id = o.id) is not true)
    ) p
    cross join lateral (
      select coalesce(sum(a.paid_cents - a.refunded_cents), 0) as cents
      from public.order_adjustments a
      where a.paid_at >= w.begins and a.paid_at < w.ends
        and (select m.placed_by_admin from public.order_admin m where m.order_id = a.order_id) is not true
    ) x
    cross join lateral (
      select count(*) as batches, coalesce(sum(coalesce(o.received_count, o.num_cards)), 0) as cards
      from public.grading_orders o where o.received_at >= w.begins and o.received_at < w.ends
    ) r
    cross join lateral (
      select count(*) as batches, coalesce(sum(coalesce(o.received_count, o.num_cards)), 0) as cards
      from public.grading_orders o where o.sent_back_at >= w.begins and o.sent_back_at < w.ends
    ) b), 'turnaround', (
    with returned as materialized (
      select o.received_at, o.sent_back_at, (o.received_at at time zone v_zone)::date as received_on,
        (o.sent_back_at at time zone v_zone)::date as returned_on
      from public.grading_orders o
      where o.sent_back_at >= v_from and o.received_at is not null and o.payment_status = 'paid'
    ), spans as materialized (
      -- Counts the business days once per pair of dates, which many batches share.
      select r.received_on, r.returned_on, (
        select count(*) from generate_series(1, r.returned_on - r.received_on) n
        where extract(isodow from r.received_on + n) < 6
          and not exists (select from public.holidays h where h.day = r.received_on + n)) as days
      from (select distinct received_on, returned_on from returned) r
    )
    select coalesce(jsonb_agg(to_jsonb(t) order by t.week nulls first), '[]')
    from (
      select (p_today - r.returned_on) / 7 as week, percentile_disc(0.5) within group (order by s.days) as median_days,
        percentile_disc(0.9) within group (order by s.days) as most_days, count(*) filter (where s.days <= 15) * 100 / count(*) as kept_percent
      from returned r join spans s using (received_on, returned_on)
      group by grouping sets ((1), ()) having count(*) >= 10
    ) t));
end $$;
comment on function private.weekly_figures(date) is
  'Returns weeks (13, newest first) and turnaround: business days from check-in to return shipment of paid batches, for all weeks
   (week null) and each (0: the current one), without groups of fewer than ten batches.';

create function public.staff_numbers(p_now timestamptz default now()) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.require_staff();
  v_today date := private.business_date(p_now);
begin
  return private.weekly_figures(v_today) || jsonb_build_object('staff_role', v_role,
    'open', (
      select coalesce(jsonb_object_agg(s.step, jsonb_build_object('batches', s.batches, 'cards', s.cards)), '{}')
      from (
        select o.submission_status as step, count(*) as batches, sum(o.num_cards) as cards
        from public.grading_orders o
        where o.fulfillment_status = 'grading' or o.fulfillment_status = 'not_received' and o.payment_status = 'paid'
        group by 1
      ) s),
    'members', (
      select coalesce(jsonb_object_agg(m.plan_type, m.members), '{}')
      from (
        select s.plan_type, count(*) as members from public.subscriptions s
        where s.status = 'active' and s.current_period_end > p_now group by 1
      ) m));
end $$;
comment on function public.staff_numbers(timestamptz) is
  '@callers authenticated
   Returns {staff_role, weeks: [{first_day, last_day, paid_batches, paid_cards, revenue_cents, received_batches, received_cards,
   returned_batches, returned_cards}], turnaround (private.weekly_figures), open: {submission status: {batches, cards}}, members:
   {plan: count}}.';
