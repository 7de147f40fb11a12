-- The owner's numbers: sums of each day (UTC), made by the reconcile job of what happened, so that their page costs the same
-- however many orders there are. docs/numbers.md says what each number is.

-- Tables

create table public.membership_events (
  id bigint generated always as identity primary key,
  subscription_id uuid not null references public.subscriptions (id) on delete cascade,
  from_plan text check (from_plan in ('starter', 'pro', 'elite')),
  to_plan text check (to_plan in ('starter', 'pro', 'elite')),
  occurred_at timestamptz not null default now(),
  check (from_plan is distinct from to_plan)
);
comment on table public.membership_events is
  'When memberships began, changed their plan and ended, written by the database itself: a subscription is only what it is now.
   A null plan: it did not run.';
create index membership_events_of_subscription on public.membership_events (subscription_id, id);
create index membership_events_by_time on public.membership_events (occurred_at);

create table public.daily_numbers (
  day date primary key,
  is_stale boolean not null default true,
  paid_batches integer not null default 0,
  paid_cards integer not null default 0,
  revenue_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  received_batches integer not null default 0,
  received_cards integer not null default 0,
  returned_batches integer not null default 0,
  returned_cards integer not null default 0,
  counts_differ integer not null default 0,
  exceptions_raised integer not null default 0,
  exceptions_settled integer not null default 0
);
comment on table public.daily_numbers is 'What happened on a day of UTC. Every day from the first fact to the last run of the job.';
comment on column public.daily_numbers.is_stale is 'To be summed again: something of that day is new, or was taken back.';

create table public.daily_steps (
  day date not null references public.daily_numbers (day) on delete cascade,
  step text not null
    check (step in ('pending', 'received', 'processing', 'shipped', 'grading', 'graded', 'completed')),
  batches integer not null,
  cards integer not null,
  primary key (day, step)
);
comment on table public.daily_steps is
  'How many more batches and cards (or fewer) a step held at the end of a day than at its beginning: all days up to one add up
   to what it held then. pending: paid, and its cards are not here.';

create table public.daily_turnaround (
  day date not null references public.daily_numbers (day) on delete cascade,
  business_days integer not null check (business_days >= 0),
  batches integer not null,
  primary key (day, business_days)
);
comment on table public.daily_turnaround is
  'The batches that left for home on a day, by the business days since they were received: any span has its median of these.';

create table public.daily_memberships (
  day date not null references public.daily_numbers (day) on delete cascade,
  plan_type text not null check (plan_type in ('starter', 'pro', 'elite')),
  started integer not null,
  ended integer not null,
  change integer not null,
  primary key (day, plan_type)
);
comment on column public.daily_memberships.change is
  'How many more memberships of the plan there were at the end of the day: of those that came and went, and of other plans.';

-- A day's sums read what happened on it, and the page looks for the oldest in each step.
create index order_events_by_time on public.order_events (occurred_at);
create index payment_exceptions_by_time on public.payment_exceptions (created_at);
create index payment_exceptions_settled on public.payment_exceptions (resolved_at) where resolved_at is not null;
create index grading_orders_awaited on public.grading_orders (paid_at, id)
  where payment_status = 'paid' and submission_status = 'pending';
create index grading_orders_in_step on public.grading_orders (submission_status, received_at, id)
  where submission_status not in ('pending', 'completed', 'delivered');

-- Row-level security

alter table public.membership_events enable row level security;
alter table public.daily_numbers enable row level security;
alter table public.daily_steps enable row level security;
alter table public.daily_turnaround enable row level security;
alter table public.daily_memberships enable row level security;

-- Private functions

create function private.note_membership_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- In arrears it still runs: most are paid in the end.
  v_from text := case when tg_op = 'UPDATE' and old.status in ('active', 'past_due') then old.plan_type end;
  v_to text := case when new.status in ('active', 'past_due') then new.plan_type end;
begin
  if v_from is distinct from v_to then
    insert into public.membership_events (subscription_id, from_plan, to_plan, occurred_at)
    values (new.id, v_from, v_to, coalesce(nullif(current_setting('app.event_at', true), '')::timestamptz, now()));
  end if;
  return null;
end $$;

create trigger note_membership_event after insert or update of status, plan_type on public.subscriptions
  for each row execute function private.note_membership_event();

create function private.cents_of(p_dollars text) returns integer
language sql immutable strict set search_path = ''
as $$ select regexp_replace(p_dollars, '[^0-9]', '', 'g')::integer $$;
comment on function private.cents_of(text) is 'What private.dollars was given.';

-- Planned for the very day: of a span that it does not know the planner expects so much that it would read all events.
create function private.sum_orders_of_day(p_day date, p_from timestamptz, p_until timestamptz) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off
as $$
begin
  with story as materialized (
    -- All that ever happened to the orders of which something happened on this day.
    select e.order_id, e.id, e.type, e.from_value, e.to_value, e.occurred_at, e.act_id::text as act,
      e.data ->> 'undone_act' as undone_act, e.occurred_at >= p_from and e.occurred_at < p_until as is_of_day,
      max(e.id) filter (where e.type = 'submission_status' and e.from_value = 'pending') over former as received_id,
      max(e.id) filter (where e.type in ('created', 'payment_status')) over former as payment_id,
      bool_or(e.type = 'submission_status' and e.to_value = 'pending') over later as is_unreceived,
      bool_or(e.type = 'submission_status' and e.from_value in ('completed', 'delivered')
        and e.to_value not in ('completed', 'delivered')) over later as is_unreturned
    from public.order_events e
    where e.order_id in (select d.order_id from public.order_events d where d.occurred_at >= p_from and d.occurred_at < p_until)
    window former as (partition by e.order_id order by e.id rows between unbounded preceding and 1 preceding),
      later as (partition by e.order_id order by e.id rows between 1 following and unbounded following)
  ), moments as (
    -- What was true at a moment is what the next event found; without one, what is true now.
    select o.id, o.num_cards, coalesce(a.placed_by_admin, false) as is_of_staff, m.sign,
      coalesce((array_agg(s.from_value order by s.id)
        filter (where s.type = 'submission_status' and s.occurred_at >= m.at))[1], o.submission_status) as submission,
      coalesce((array_agg(s.from_value order by s.id)
        filter (where s.type = 'payment_status' and s.occurred_at >= m.at))[1], o.payment_status) as payment,
      -- Of what went back in full on its way home nothing is on its way any more. An undo is not when it left: that was before.
      coalesce(max(s.id) filter (where s.type = 'payment_status' and s.to_value = 'canceled' and s.occurred_at < m.at)
        > coalesce(max(s.id) filter (where s.type = 'submission_status' and s.from_value not in ('completed', 'delivered')
          and s.to_value in ('completed', 'delivered') and s.undone_act is null and s.occurred_at < m.at), 0), false) as is_canceled_since,
      -- Money that went back was booked all the same; staff who say that it never came take the booking back.
      coalesce((array_agg(s.to_value order by s.id desc) filter (where s.type in ('created', 'payment_status')
        and s.occurred_at < m.at and (s.to_value = 'paid' or s.from_value = 'paid' and s.to_value = 'unpaid')))[1] = 'paid',
        false) as is_booked,
      coalesce(private.cents_of((array_agg(s.from_value order by s.id)
        filter (where s.type = 'payment_adopted' and s.occurred_at >= m.at))[1]), (o.total_paid * 100)::integer, 0) as cents
    from story s
    join public.grading_orders o on o.id = s.order_id
    left join public.order_admin a on a.order_id = o.id
    cross join (values (-1, p_from), (1, p_until)) as m (sign, at)
    group by o.id, a.order_id, m.sign, m.at
    having not coalesce(bool_or(s.type = 'created' and s.occurred_at >= m.at), false)
  ), standings as (
    select m.*, case when m.submission <> 'pending' or m.payment = 'paid' then m.submission end as step from moments m
  ), steps as (
    insert into public.daily_steps (day, step, batches, cards)
    select p_day, s.step, sum(s.sign), sum(s.sign * s.num_cards) from standings s
    where s.step <> 'delivered' and not (s.step = 'completed' and s.payment = 'canceled' and s.is_canceled_since) group by s.step
    having sum(s.sign) <> 0 or sum(s.sign * s.num_cards) <> 0
  ), money as (
    select coalesce(sum(s.sign), 0) as batches, coalesce(sum(s.sign * s.num_cards), 0) as cards,
      coalesce(sum(s.sign * s.cents), 0) as cents
    from standings s where s.is_booked and not s.is_of_staff
  ), extras as (
    -- What was paid on top, on the day of its payment.
    select coalesce(sum(x.paid_cents), 0) as cents
    from public.order_adjustments x left join public.order_admin a on a.order_id = x.order_id
    where x.paid_at >= p_from and x.paid_at < p_until and not coalesce(a.placed_by_admin, false)
  ), refunds as (
    select coalesce(sum(private.cents_of(s.to_value) - private.cents_of(s.from_value)), 0) as cents
    from story s left join public.order_admin a on a.order_id = s.order_id
    where s.is_of_day and s.type = 'refunded' and not coalesce(a.placed_by_admin, false)
  ), received as (
    select count(*) as batches, coalesce(sum(coalesce(o.received_count, o.num_cards)), 0) as cards
    from story s join public.grading_orders o on o.id = s.order_id
    where s.is_of_day and s.type = 'submission_status' and s.from_value = 'pending' and s.is_unreceived is not true
  ), returns as (
    select o.num_cards, r.occurred_at as received_at, s.occurred_at as returned_at, p.to_value as payment
    from story s join public.grading_orders o on o.id = s.order_id
    -- One that was never checked in has no turnaround.
    left join story r on r.id = s.received_id and s.from_value <> 'pending'
    left join story p on p.id = s.payment_id
    where s.is_of_day and s.type = 'submission_status' and s.from_value not in ('completed', 'delivered')
      and s.to_value in ('completed', 'delivered') and s.is_unreturned is not true
  ), turnaround as (
    insert into public.daily_turnaround (day, business_days, batches)
    select p_day, private.business_days_between(r.received_at, r.returned_at), count(*) from returns r
    where r.received_at is not null and r.payment = 'paid' group by 2
  ), returned as (
    select count(*) as batches, coalesce(sum(r.num_cards), 0) as cards from returns r
  ), counts as (
    -- The count that holds: the last one that was not taken back.
    select s.order_id, max(s.id) as id from story s
    where s.type in ('counted', 'recounted')
      and not exists (select from story u where u.order_id = s.order_id and u.undone_act = s.act)
    group by s.order_id
  ), differing as (
    select count(*) as batches from story s
    left join counts c on c.order_id = s.order_id
    where s.is_of_day and s.type = 'count_mismatch' and s.id > coalesce(c.id, 0)
      and not exists (select from story u where u.order_id = s.order_id and u.undone_act = s.act)
  )
  update public.daily_numbers n set
    paid_batches = money.batches, paid_cards = money.cards, revenue_cents = money.cents + extras.cents, refunded_cents = refunds.cents,
    received_batches = received.batches, received_cards = received.cards,
    returned_batches = returned.batches, returned_cards = returned.cards, counts_differ = differing.batches
  from money, extras, refunds, received, returned, differing where n.day = p_day;
end $$;
comment on function private.sum_orders_of_day(date, timestamptz, timestamptz) is
  'Writes what orders did from one moment to another as the sums of a day, of which there are none yet.';

create function private.sum_day(p_day date) returns void
language plpgsql set search_path = ''
as $$
declare
  v_from timestamptz := p_day::timestamp at time zone 'utc';
  v_until timestamptz := (p_day + 1)::timestamp at time zone 'utc';
begin
  delete from public.daily_steps s where s.day = p_day;
  delete from public.daily_turnaround t where t.day = p_day;
  delete from public.daily_memberships m where m.day = p_day;
  perform private.sum_orders_of_day(p_day, v_from, v_until);
  insert into public.daily_memberships (day, plan_type, started, ended, change)
  with changes as (
    -- One that ended and went on within a day did neither.
    select (array_agg(e.from_plan order by e.id))[1] as from_plan, (array_agg(e.to_plan order by e.id desc))[1] as to_plan,
      count(e.to_plan) - count(e.from_plan) as runs,
      count(*) filter (where e.to_plan = 'starter') - count(*) filter (where e.from_plan = 'starter') as starter,
      count(*) filter (where e.to_plan = 'pro') - count(*) filter (where e.from_plan = 'pro') as pro,
      count(*) filter (where e.to_plan = 'elite') - count(*) filter (where e.from_plan = 'elite') as elite
    from public.membership_events e where e.occurred_at >= v_from and e.occurred_at < v_until
    group by e.subscription_id
  )
  select p_day, p.plan_type, count(*) filter (where c.runs > 0 and c.to_plan = p.plan_type),
    count(*) filter (where c.runs < 0 and c.from_plan = p.plan_type), sum(p.change)
  from changes c
  cross join lateral (values ('starter', c.starter), ('pro', c.pro), ('elite', c.elite)) as p (plan_type, change)
  group by p.plan_type
  having bool_or(c.runs <> 0 and p.plan_type in (c.from_plan, c.to_plan)) or sum(p.change) <> 0;
  update public.daily_numbers n set is_stale = false,
    exceptions_raised = (select count(*) from public.payment_exceptions e
      where e.created_at >= v_from and e.created_at < v_until),
    exceptions_settled = (select count(*) from public.payment_exceptions e
      where e.resolved_at >= v_from and e.resolved_at < v_until)
  where n.day = p_day;
end $$;
comment on function private.sum_day(date) is 'Makes the sums of a day of daily_numbers anew.';

create function private.mark_stale_days(p_since timestamptz, p_now timestamptz) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  -- Who began before then has ended by now, and written what it had to write.
  v_from timestamptz := case
    when p_since is not null then least(p_since - interval '1 hour', p_now)
    else least((select min(e.occurred_at) from public.order_events e), (select min(e.occurred_at) from public.membership_events e),
      (select min(e.created_at) from public.payment_exceptions e), p_now) end;
  v_first date := (v_from at time zone 'utc')::date;
begin
  insert into public.daily_numbers as n (day)
  select v_first + i from generate_series(0, (p_now at time zone 'utc')::date - v_first) as i
  on conflict (day) do update set is_stale = true where not n.is_stale;
  if p_since is null then
    return;
  end if;
  -- What is taken back counts no more, on the day when it was done.
  update public.daily_numbers n set is_stale = true
  from (
    select distinct (e.occurred_at at time zone 'utc')::date as day
    from public.order_events b
    join public.order_events e on e.order_id = b.order_id and e.id < b.id
    where b.occurred_at >= v_from and b.occurred_at <= p_now and (
      b.type = 'submission_status' and e.type = 'submission_status' and (
        b.to_value = 'pending' and e.from_value = 'pending'
        or b.from_value in ('completed', 'delivered') and b.to_value not in ('completed', 'delivered')
          and e.to_value in ('completed', 'delivered'))
      -- A batch that was put back is counted as if it never had been.
      -- What was counted is what was received.
      or b.type in ('counted', 'recounted', 'undone') and (e.type = 'count_mismatch'
        or e.type = 'submission_status' and e.from_value = 'pending'))
  ) d
  where n.day = d.day and not n.is_stale;
end $$;
comment on function private.mark_stale_days(timestamptz, timestamptz) is
  'Marks the days whose sums have changed since a moment, with an hour''s leeway; null: since the first fact there is.';

-- Public functions

create function public.sum_daily_numbers(
  p_since timestamptz default null, p_days integer default 3, p_now timestamptz default now(), p_goes_on boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_day date;
  v_days integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('sum_daily_numbers', 0)) then
    return jsonb_build_object('days', 0, 'is_more', false, 'summed_until', null);
  end if;
  -- A day with something taken back is marked for an hour: marked at each call, such days would keep out the newer ones.
  if not p_goes_on then
    perform private.mark_stale_days(p_since, p_now);
  end if;
  for v_day in
    select n.day from public.daily_numbers n
    where n.is_stale and n.day <= (p_now at time zone 'utc')::date order by n.day limit greatest(p_days, 0)
  loop
    perform private.sum_day(v_day);
    v_days := v_days + 1;
  end loop;
  return jsonb_build_object('days', v_days, 'summed_until', case when p_goes_on then p_since else p_now end, 'is_more', exists (
    select from public.daily_numbers n where n.is_stale and n.day <= (p_now at time zone 'utc')::date));
end $$;
comment on function public.sum_daily_numbers(timestamptz, integer, timestamptz, boolean) is
  'Sums again the days on which something has changed since p_since (null: all), the oldest first and at most p_days of them;
   what is left stays marked for the next call, which goes on with it (p_goes_on: nothing is marked anew).
   {days, is_more, summed_until: the p_since of the next call}. All zero and null while somebody else is at it.';

create function public.staff_numbers(p_days integer default 91, p_now timestamptz default now()) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.require_staff();
  v_today date := (p_now at time zone 'utc')::date;
  v_first date := v_today - least(greatest(coalesce(p_days, 91), 1), 400) + 1;
begin
  return jsonb_build_object('staff_role', v_role, 'first_day', v_first, 'today', v_today,
    'summed_until', (select p.looked_until from public.job_progress p where p.kind = 'numbers'),
    'stale_days', (select count(*) from public.daily_numbers n where n.is_stale and n.day < v_today),
    'days', (select coalesce(jsonb_agg(to_jsonb(n) - 'is_stale' order by n.day), '[]')
      from public.daily_numbers n where n.day between v_first and v_today),
    'steps', (
      select jsonb_agg(jsonb_build_object('step', k.step, 'batches_before', coalesce(b.batches, 0),
        'cards_before', coalesce(b.cards, 0), 'oldest', case when k.step = 'pending' then (
          select jsonb_build_object('order_id', o.id, 'batch_id', o.batch_id, 'since', o.paid_at)
          from public.grading_orders o where o.payment_status = 'paid' and o.submission_status = 'pending'
          order by o.paid_at, o.id limit 1)
        when k.step = 'completed' then (
          select jsonb_build_object('order_id', o.id, 'batch_id', o.batch_id, 'since', o.sent_back_at)
          from public.grading_orders o where o.submission_status = 'completed' and o.sent_back_at is not null and not o.is_lost
          order by o.sent_back_at, o.id limit 1)
        else (
          select jsonb_build_object('order_id', o.id, 'batch_id', o.batch_id, 'since', o.received_at)
          from public.grading_orders o
          where o.submission_status = k.step and o.submission_status not in ('pending', 'completed', 'delivered') and o.received_at is not null
          order by o.received_at, o.id limit 1) end) order by k.nth)
      from unnest(array['pending', 'received', 'processing', 'shipped', 'grading', 'graded', 'completed'])
        with ordinality as k (step, nth)
      left join (select s.step, sum(s.batches) as batches, sum(s.cards) as cards
        from public.daily_steps s where s.day < v_first group by s.step) b on b.step = k.step),
    'step_changes', (select coalesce(jsonb_agg(to_jsonb(s) order by s.day, s.step), '[]')
      from public.daily_steps s where s.day between v_first and v_today),
    'turnaround', (select coalesce(jsonb_agg(to_jsonb(t) order by t.day, t.business_days), '[]')
      from public.daily_turnaround t where t.day between v_first and v_today),
    'plans_before', (select coalesce(jsonb_object_agg(m.plan_type, m.members), '{}') from (
      select x.plan_type, sum(x.change) as members from public.daily_memberships x
      where x.day < v_first group by x.plan_type) m),
    'plan_changes', (select coalesce(jsonb_agg(to_jsonb(m) order by m.day, m.plan_type), '[]')
      from public.daily_memberships m where m.day between v_first and v_today),
    'exceptions_before', (select coalesce(sum(n.exceptions_raised - n.exceptions_settled), 0)
      from public.daily_numbers n where n.day < v_first),
    'late', private.count_staff_view('overdue', p_now));
end $$;
comment on function public.staff_numbers(integer, timestamptz) is
  '@callers authenticated
   The sums of the last p_days days, today''s included: {staff_role, first_day, today, summed_until (null: never), stale_days
   (former days that wait for their sums), days, steps: [{step, batches_before, cards_before (before the first day), oldest:
   {order_id, batch_id, since (paid, received or sent back)} or null}], step_changes, turnaround, plans_before: {plan: memberships},
   plan_changes, exceptions_before, late: {count, is_more} of what is overdue at p_now}; the lists as in their tables. Days, steps and plans without anything are left out.';
