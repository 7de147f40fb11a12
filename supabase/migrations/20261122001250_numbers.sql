-- The staff's numbers: what happened in each of the last thirteen weeks, read from the orders' own dates, and what is open now.

-- One index per date that the weeks are read by; grading_orders_paid_at is the third.
create index grading_orders_received on public.grading_orders (received_at) where received_at is not null;
create index grading_orders_sent_back on public.grading_orders (sent_back_at) where sent_back_at is not null;

-- Private functions

create function private.weekly_figures(p_today date) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_zone text := private.business_time_zone();
  v_from timestamptz := (p_today - 90)::timestamp at time zone v_zone;
begin
  return (
    with paid as (
      select (p_today - (o.paid_at at time zone v_zone)::date) / 7 as week, count(*) as batches, sum(o.num_cards) as cards,
        sum((o.total_paid * 100)::bigint - o.refunded_cents) as cents
      from public.grading_orders o left join public.order_admin a on a.order_id = o.id
      where o.paid_at >= v_from and o.payment_status in ('paid', 'canceled') and a.placed_by_admin is not true
      group by 1
    ), extras as (
      select (p_today - (x.paid_at at time zone v_zone)::date) / 7 as week, sum(x.paid_cents - x.refunded_cents) as cents
      from public.order_adjustments x left join public.order_admin a on a.order_id = x.order_id
      where x.paid_at >= v_from and a.placed_by_admin is not true
      group by 1
    ), received as (
      select (p_today - (o.received_at at time zone v_zone)::date) / 7 as week, count(*) as batches,
        sum(coalesce(o.received_count, o.num_cards)) as cards
      from public.grading_orders o where o.received_at >= v_from group by 1
    ), returned as (
      select (p_today - (o.sent_back_at at time zone v_zone)::date) / 7 as week, count(*) as batches,
        sum(coalesce(o.received_count, o.num_cards)) as cards
      from public.grading_orders o where o.sent_back_at >= v_from group by 1
    )
    select jsonb_agg(jsonb_build_object('first_day', p_today - 7 * w.week - 6, 'last_day', p_today - 7 * w.week,
      'paid_batches', coalesce(p.batches, 0), 'paid_cards', coalesce(p.cards, 0),
      'revenue_cents', coalesce(p.cents, 0) + coalesce(x.cents, 0),
      'received_batches', coalesce(r.batches, 0), 'received_cards', coalesce(r.cards, 0),
      'returned_batches', coalesce(b.batches, 0), 'returned_cards', coalesce(b.cards, 0)) order by w.week)
    from generate_series(0, 12) as w (week)
    left join paid p using (week) left join extras x using (week)
    left join received r using (week) left join returned b using (week)
  );
end $$;

create function private.turnaround(p_today date) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_zone text := private.business_time_zone();
  v_from timestamptz := (p_today - 90)::timestamp at time zone v_zone;
begin
  return (
    with returned as materialized (
      select o.received_at, o.sent_back_at, (o.received_at at time zone v_zone)::date as received_on,
        (o.sent_back_at at time zone v_zone)::date as returned_on
      from public.grading_orders o
      where o.sent_back_at >= v_from and o.received_at is not null and o.payment_status = 'paid'
    ), spans as materialized (
      -- Many batches share their two days: business days are counted once for each such pair.
      select r.received_on, r.returned_on, private.business_days_between(min(r.received_at), min(r.sent_back_at)) as days
      from returned r group by r.received_on, r.returned_on
    )
    select coalesce(jsonb_agg(to_jsonb(t) order by t.week nulls first), '[]')
    from (
      select (p_today - r.returned_on) / 7 as week, percentile_disc(0.5) within group (order by s.days) as median_days,
        percentile_disc(0.9) within group (order by s.days) as most_days, count(*) filter (where s.days <= 15) * 100 / count(*) as kept_percent
      from returned r join spans s using (received_on, returned_on)
      group by grouping sets ((1), ()) having count(*) >= 10
    ) t
  );
end $$;
comment on function private.turnaround(date) is
  'Business days from check-in to the shipment back, of paid batches, for all thirteen weeks (week null) and for each (0: the one that ends
   today). Fewer than ten batches say nothing, and have no row.';

-- Public functions

create function public.staff_numbers(p_now timestamptz default now()) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.require_staff();
  v_today date := private.business_date(p_now);
begin
  return jsonb_build_object('staff_role', v_role, 'weeks', private.weekly_figures(v_today),
    'turnaround', private.turnaround(v_today),
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
   {staff_role, weeks: [{first_day, last_day, paid_batches, paid_cards, revenue_cents, received_batches, received_cards, returned_batches,
   returned_cards}], thirteen of seven days, the one that ends today first, turnaround as private.turnaround has it, open: {submission status:
   {batches, cards}} of what is paid and awaited or in the house, members: {plan: memberships}}.';
