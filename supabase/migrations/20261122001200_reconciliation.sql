-- Reconciliation: differences between our records and Stripe's, and how staff resolve them.

create table public.job_progress (
  kind text primary key,
  looked_until timestamptz,
  place text,
  finished_at timestamptz
);
comment on table public.job_progress is
  'Progress of the reconcile job per kind. looked_until: everything in Stripe before it is known here, so the next run looks back to
   it. place: where a list continues, or since when an unrecordable item holds up looked_until. finished_at: end of the last
   complete run.';

create table public.job_failures (
  task text primary key,
  failing_since timestamptz not null,
  failed_at timestamptz not null,
  notified_at timestamptz
);
comment on table public.job_failures is
  'Failing tasks of the reconcile job: since when (two hours without a failure reset it), last failure, and when staff were
   notified.';

alter table public.job_progress enable row level security;
alter table public.job_failures enable row level security;

create function private.bounded_list(p_items jsonb, p_limit integer) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('is_more', jsonb_array_length(p_items) > p_limit, 'items', coalesce(
    (select jsonb_agg(i.item order by i.nth) from jsonb_array_elements(p_items) with ordinality i (item, nth)
     where i.nth <= p_limit), '[]'))
$$;

create function private.orders_to_reconcile(p_ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('order_id', o.id, 'batch_id', o.batch_id,
    'at', o.submitted_at,
    'stripe_session_id', o.stripe_session_id, 'reason', a.review_reason,
    'there', jsonb_build_object('payment_intent_id', o.stripe_payment_intent_id),
    'here', jsonb_build_object('payment_status', o.payment_status, 'grading_fee', o.grading_fee,
      'total_paid', o.total_paid, 'refunded_cents', o.refunded_cents, 'version', o.version))
    order by u.nth), '[]')
  from unnest(p_ids) with ordinality as u (id, nth)
  join public.grading_orders o on o.id = u.id
  left join public.order_admin a on a.order_id = o.id
$$;

create function private.month_balance(p_month date) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('month', p_month, 'paid', coalesce(sum(c.paid), 0), 'refunded', coalesce(sum(c.refunded), 0),
    'received', coalesce(sum(c.received), 0), 'awaiting', coalesce(sum(c.awaiting), 0), 'settled', coalesce(sum(c.settled), 0),
    'differs', coalesce(sum(c.paid - c.refunded - c.received - c.awaiting - c.settled), 0))
  from (
    -- Missing cards of a settled count are separate. Its extra cards were never paid for.
    select o.num_cards as paid, r.refunded, h.cards + least(s.rest, 0) as received,
      case when o.received_at is null then o.num_cards - r.refunded else 0 end as awaiting, greatest(s.rest, 0) as settled
    from public.grading_orders o
    left join public.order_admin a on a.order_id = o.id
    cross join lateral (
      -- Extra cards count in the month of their payment, unpaid ones in none.
      select coalesce(sum(x.qty) filter (where x.kind = 'extra' and (x.paid_at is not null or x.status in ('declined', 'expired'))), 0)::integer as extra,
        coalesce(sum(x.qty) filter (where x.kind = 'short' and x.status = 'refunded'), 0)::integer as short,
        coalesce(sum(x.qty) filter (where x.kind = 'short' and x.status = 'refunded' and x.closed_at is not null), 0)::integer as by_hand,
        coalesce(bool_or(x.kind in ('short', 'extra') and private.is_open_adjustment(x)), false) as is_asked
      from public.order_adjustments x where x.order_id = o.id and o.received_at is not null) d
    cross join lateral (select case when o.payment_status = 'canceled' then o.num_cards
      else least(o.refunded_cents / o.rate_cents + d.by_hand, o.num_cards) end as refunded) r
    cross join lateral (select coalesce(o.received_count, o.num_cards) - d.extra as own) n
    -- Refunded cards that never arrived aren't here.
    cross join lateral (select case when o.received_at is not null and o.payment_status <> 'canceled'
      then greatest(n.own - (r.refunded - least(greatest(d.short, o.num_cards - n.own), r.refunded)), 0) else 0 end as cards) h
    cross join lateral (select case when o.received_at is not null
        and (a.settled_count = o.received_count or o.fulfillment_status = 'complete' and not d.is_asked)
      then o.num_cards - r.refunded - h.cards else 0 end as rest) s
    where o.paid_at >= p_month::timestamp at time zone 'utc'
      and o.paid_at < (p_month + interval '1 month') at time zone 'utc'
    union all
    select x.qty, r.refunded, case when o.received_at is not null then x.qty - r.refunded else 0 end,
      case when o.received_at is null then x.qty - r.refunded else 0 end, 0
    from public.order_adjustments x
    join public.grading_orders o on o.id = x.order_id
    cross join lateral (select least(x.refunded_cents / x.unit_cents, x.qty) as refunded) r
    where x.kind = 'extra' and x.paid_at >= p_month::timestamp at time zone 'utc'
      and x.paid_at < (p_month + interval '1 month') at time zone 'utc'
  ) c
$$;
comment on function private.month_balance(date) is
  'Returns where the cards paid in a UTC month are now, with extra cards: {month, paid, refunded (also for missing cards), received,
   awaiting, settled (missing, but accepted by staff), differs (undecided, or refunds owed)}.';

create function public.get_job_progress() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'progress', (select coalesce(jsonb_object_agg(p.kind, to_jsonb(p)), '{}') from public.job_progress p),
    -- Exceptions wait for staff, and reading their sessions again adds nothing.
    'is_waiting', exists (select 1 from public.grading_orders o
      where o.payment_status = 'unpaid' and o.reservation_expires_at is not null and o.stripe_session_id is not null
        and not exists (select 1 from public.payment_exceptions e where e.stripe_session_id = o.stripe_session_id))
      or exists (select 1 from public.order_adjustments a
        where a.next_look_at is not null and a.reservation_expires_at is not null and a.stripe_session_id is not null
          and not exists (select 1 from public.payment_exceptions e where e.stripe_session_id = a.stripe_session_id)))
$$;
comment on function public.get_job_progress() is
  'Returns {progress: {kind: {looked_until, place, finished_at}}, is_waiting: a Checkout Session has no known outcome}.';

create function public.save_job_progress(
  p_kind text, p_looked_until timestamptz default null, p_place text default null, p_finished_at timestamptz default null
) returns void
language sql set search_path = ''
as $$
  insert into public.job_progress as p (kind, looked_until, place, finished_at)
  values (p_kind, p_looked_until, p_place, p_finished_at)
  on conflict (kind) do update set place = excluded.place,
    looked_until = greatest(p.looked_until, excluded.looked_until),
    finished_at = greatest(p.finished_at, excluded.finished_at)
$$;
comment on function public.save_job_progress is
  'Saves the progress of a kind; the furthest of concurrent runs wins. Null keeps looked_until or finished_at.';

create function public.claim_new_alarms(p_with_mail boolean, p_limit integer default 50, p_now timestamptz default now())
returns jsonb
language sql set search_path = ''
as $$
  with exceptions as (
    update public.payment_exceptions e set notified_at = p_now
    where e.id = any (array(select n.id from public.payment_exceptions n where n.notified_at is null
      order by n.id limit greatest(p_limit, 0) for update skip locked))
    returning e.*
  ), picked as (
    select a.order_id, array(select u.reason from unnest(array[a.review_reason,
        case when private.is_open_dispute(a.dispute_status) then 'dispute_opened' end]) as u (reason)
      where u.reason is not null and u.reason <> all (a.alarms_notified)) as reasons
    from public.order_admin a where a.has_new_alarm order by a.order_id limit greatest(p_limit, 0) for update skip locked
  ), marked as (
    update public.order_admin a set alarms_notified = a.alarms_notified || p.reasons from picked p where a.order_id = p.order_id
  ), fresh as (
    select e.id as exception_id, e.order_id, o.batch_id, e.stripe_session_id as about, e.created_at as at,
      case when private.is_open_dispute(e.detail ->> 'dispute_status') and e.reason <> 'membership_disputed'
        then 'dispute_opened' else e.reason end as reason,
      -- A dispute may have been reported earlier as an inquiry.
      'payment_exception:' || e.id || case when e.detail ? 'dispute_status' then ':' || extract(epoch from p_now) else '' end as key
    from exceptions e left join public.grading_orders o on o.id = e.order_id
    union all
    select null, p.order_id, o.batch_id, coalesce(o.stripe_payment_intent_id, o.stripe_session_id, ''), p_now, r.reason,
      'order_alarm:' || p.order_id || ':' || r.reason || ':' || extract(epoch from p_now)
    from picked p cross join unnest(p.reasons) as r (reason) join public.grading_orders o on o.id = p.order_id
  ), queued as (
    insert into public.outbox (dedupe_key, kind, payload, created_at, next_attempt_at)
    select f.key, 'payment_exception', jsonb_build_object('reason', f.reason, 'order_id', f.order_id, 'batch_id', f.batch_id,
      'about', f.about, 'at', f.at), p_now, p_now
    from fresh f where p_with_mail
    on conflict (dedupe_key) do nothing
  )
  select coalesce(jsonb_agg(jsonb_build_object('exception_id', f.exception_id, 'order_id', f.order_id, 'reason', f.reason,
    'about', f.about) order by f.exception_id, f.order_id, f.reason), '[]')
  from fresh f
$$;
comment on function public.claim_new_alarms(boolean, integer, timestamptz) is
  'Returns alarms that staff weren''t notified about, each once: payment exceptions (again when disputed), and orders to review or
   with an open dispute, per reason. [{exception_id (null: of an order), order_id, reason (dispute_opened while disputed), about
   (Stripe ID)}], up to p_limit of each. p_with_mail also queues the emails.';

create function public.alert_staff(
  p_work text, p_items jsonb, p_with_mail boolean, p_now timestamptz default now(), p_count bigint default null
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_items jsonb := private.unwrapped(p_items);
  v_count bigint := coalesce(p_count, jsonb_array_length(v_items));
begin
  if v_count = 0 or not p_with_mail then
    return v_count > 0;
  end if;
  -- One email per hour during an outage, and one per reason for sign_in.
  insert into public.outbox (dedupe_key, kind, payload, created_at, next_attempt_at)
  values ('stuck_work:' || p_work || ':' || case p_work when 'sign_in' then v_items #>> '{0,name}' || ':' else '' end
      || to_char(p_now at time zone 'utc', 'YYYY-MM-DD/HH24'), 'stuck_work',
    jsonb_build_object('work', p_work, 'count', v_count, 'items', jsonb_path_query_array(v_items, '$[0 to 19]')), p_now, p_now)
  on conflict (dedupe_key) do nothing;
  return found;
end $$;
comment on function public.alert_staff(text, jsonb, boolean, timestamptz, bigint) is
  'Emails staff about stuck work, at most once per work and UTC hour, with up to 20 of p_items ([{name, about}]; p_count: their
   total). Returns whether they count as notified. From the app: lost (in Stripe, but can''t be recorded here) and sign_in (why the
   auth service refuses everyone).';

create function public.claim_stuck_work(p_with_mail boolean, p_now timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_items jsonb;
  v_ids bigint[];
  v_reported jsonb := '{}';
begin
  with picked as (
    select e.event_id, e.type, e.received_at from public.stripe_events e
    where e.processed_at is null and e.attempts >= 20 and e.notified_at is null
    order by e.received_at limit 1000 for update skip locked
  )
  select coalesce(jsonb_agg(jsonb_build_object('name', p.event_id, 'about', p.type) order by p.received_at), '[]')
  into v_items from picked p;
  if public.alert_staff('events', v_items, p_with_mail, p_now) then
    update public.stripe_events e set notified_at = p_now
    where e.event_id in (select i ->> 'name' from jsonb_array_elements(v_items) i);
    v_reported := v_reported || jsonb_build_object('events', v_items);
  end if;

  with picked as (
    select r.order_id, r.amount_cents, r.updated_at from public.refund_requests r
    where r.status = 'started' and r.updated_at < p_now - interval '5 minutes' and r.told_attempt is distinct from r.attempt
      -- Short refunds are reported as proposals.
      and not exists (select from public.order_adjustments a where a.id = r.id)
    order by r.updated_at limit 1000 for update skip locked
  )
  select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(o.batch_id, o.id::text),
    'about', private.dollars(p.amount_cents), 'order_id', o.id) order by p.updated_at), '[]')
  into v_items from picked p join public.grading_orders o on o.id = p.order_id;
  if public.alert_staff('refunds', v_items, p_with_mail, p_now) then
    update public.refund_requests r set told_attempt = r.attempt
    where r.status = 'started' and r.order_id in (select (i ->> 'order_id')::uuid from jsonb_array_elements(v_items) i);
    v_reported := v_reported || jsonb_build_object('refunds', v_items);
  end if;

  with picked as (
    select a.* from public.order_adjustments a
    where a.notified_at is null and a.id in (
      select x.id from public.order_adjustments x
      where x.kind = 'short' and x.status = 'accepted' and x.chosen_option = 'refund' and x.decided_at < p_now - interval '1 hour'
      union all
      select x.id from public.order_adjustments x where x.vain_looks >= 4 and x.next_look_at = x.own_look_at)
    order by a.id limit 1000 for update skip locked
  )
  select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(o.batch_id, o.id::text),
    'about', p.kind || ', ' || private.dollars(abs(p.amount_cents)), 'id', p.id) order by p.created_at), '[]')
  into v_items from picked p join public.grading_orders o on o.id = p.order_id;
  if public.alert_staff('proposals', v_items, p_with_mail, p_now) then
    update public.order_adjustments a set notified_at = p_now
    where a.id in (select (i ->> 'id')::uuid from jsonb_array_elements(v_items) i);
    v_reported := v_reported || jsonb_build_object('proposals', v_items);
  end if;

  -- A failed email to staff must not cause another.
  v_ids := array(select o.id from public.outbox o
    where o.failed_at is not null and o.notified_at is null and o.kind not in ('payment_exception', 'stuck_photos', 'stuck_work')
    order by o.id limit 5000 for update skip locked);
  select coalesce(jsonb_agg(jsonb_build_object('name', k.kind, 'about', k.mails::text) order by k.kind), '[]') into v_items
  from (select o.kind, count(*) as mails from public.outbox o where o.id = any (v_ids) group by o.kind) k;
  if public.alert_staff('mails', v_items, p_with_mail, p_now, cardinality(v_ids)) then
    update public.outbox o set notified_at = p_now where o.id = any (v_ids);
    v_reported := v_reported || jsonb_build_object('mails', v_items);
  end if;

  return v_reported;
end $$;
comment on function public.claim_stuck_work(boolean, timestamptz) is
  'Returns work that staff must act on and weren''t notified about, each once: {events (20 attempts), refunds (stuck, per attempt),
   proposals (a refund owed for an hour, or four hours without progress), mails (failed, by kind, except those to staff)}, each
   [{name, about}] or absent. p_with_mail also queues one email per list and hour.';

create function public.note_job_failures(p_failed jsonb, p_with_mail boolean, p_now timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_failed jsonb := private.unwrapped(p_failed);
  v_items jsonb;
begin
  -- Repeated failures of an hourly task are at most an hour apart.
  insert into public.job_failures as f (task, failing_since, failed_at)
  select i ->> 'name', p_now, p_now from jsonb_array_elements(v_failed) i order by 1
  on conflict (task) do update set
    failing_since = case when f.failed_at < p_now - interval '2 hours' then p_now else f.failing_since end,
    notified_at = case when f.failed_at < p_now - interval '2 hours' then null else f.notified_at end,
    failed_at = greatest(f.failed_at, p_now);
  select coalesce(jsonb_agg(i.item order by f.task), '[]') into v_items
  from jsonb_array_elements(v_failed) i (item)
  join public.job_failures f on f.task = i.item ->> 'name'
  where f.notified_at is null and f.failing_since <= p_now - interval '1 day';
  if not public.alert_staff('tasks', v_items, p_with_mail, p_now) then
    return '[]';
  end if;
  update public.job_failures f set notified_at = p_now
  where f.task in (select i ->> 'name' from jsonb_array_elements(v_items) i);
  return v_items;
end $$;
comment on function public.note_job_failures(jsonb, boolean, timestamptz) is
  'Records the job''s failed tasks, [{name, about}]. Returns those to notify staff about, once, after a day of failures
   (public.job_failures). p_with_mail as in claim_stuck_work.';

create function public.staff_reconciliation(p_limit integer default 50, p_now timestamptz default now()) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.require_staff();
  v_limit integer := least(greatest(coalesce(p_limit, 50), 1), 200);
  c_amounts constant text[] := array['amount_mismatch', 'currency_mismatch', 'refund_exceeds_payment', 'livemode_mismatch'];
  v_exceptions jsonb;
begin
  select jsonb_object_agg(l.name, (
      select coalesce(jsonb_agg(jsonb_build_object('exception_id', e.id, 'reason', e.reason, 'at', e.created_at,
        'stripe_session_id', e.stripe_session_id, 'there', e.detail, 'order_id', e.order_id, 'batch_id', o.batch_id,
        'here', case when o.id is not null then jsonb_build_object('payment_status', o.payment_status,
          'grading_fee', o.grading_fee, 'total_paid', o.total_paid, 'refunded_cents', o.refunded_cents,
          'is_by_card', o.stripe_payment_intent_id is not null) end)
        order by e.created_at), '[]')
      from (select * from public.payment_exceptions x where x.resolved_at is null and (x.reason = any (c_amounts)) = l.is_amount
            order by x.created_at limit v_limit + 1) e
      left join public.grading_orders o on o.id = e.order_id)) into v_exceptions
  from (values ('paid_there', false), ('amounts_differ', true)) as l (name, is_amount);
  return jsonb_build_object('staff_role', v_role, 'tolerated_since', private.business_days_before(p_now, 2),
    'asked_until', (select case when count(p.looked_until) = 2 then min(p.looked_until) end
      from public.job_progress p where p.kind in ('sessions', 'events')),
    'paid_there', private.bounded_list(
      v_exceptions -> 'paid_there' || private.orders_to_reconcile(array(
        select o.id from public.grading_orders o
        where o.stripe_payment_intent_id is not null and o.payment_status in ('unpaid', 'pending', 'failed')
          and (o.refunded_cents > 0 and o.refunded_cents >= o.total_paid * 100) is not true
        order by o.submitted_at desc, o.id desc limit v_limit + 1)), v_limit),
    'paid_here', private.bounded_list(private.orders_to_reconcile(array(
        select o.id from public.grading_orders o
        where o.payment_status = 'paid' and o.stripe_payment_intent_id is null and o.paid_at > p_now - interval '91 days'
        order by o.submitted_at desc, o.id desc limit v_limit + 1)), v_limit),
    'amounts_differ', private.bounded_list(v_exceptions -> 'amounts_differ', v_limit),
    'open_too_long', private.bounded_list(private.orders_to_reconcile(array(
        select o.id from (
          (select g.id, g.submitted_at as since from public.grading_orders g where g.payment_status = 'pending'
             and g.submitted_at < p_now - interval '5 days' order by g.submitted_at limit v_limit + 1)
          union all
          (select g.id, g.reservation_expires_at from public.grading_orders g
             where g.payment_status = 'unpaid' and g.reservation_expires_at < p_now - interval '2 hours' order by g.reservation_expires_at limit v_limit + 1)
        ) o order by o.since, o.id)), v_limit),
    'never_received', private.bounded_list(private.orders_to_reconcile(array(
        select o.id from public.grading_orders o
        where o.payment_status = 'paid' and o.received_count is null and o.submission_status = 'pending' and o.arrived_at is null
          and o.paid_at < p_now - interval '21 days'
        order by o.paid_at, o.id limit v_limit + 1)), v_limit),
    'unmatched', private.bounded_list((
        select coalesce(jsonb_agg(jsonb_build_object('package_id', k.id, 'at', k.arrived_at, 'order_id', null, 'batch_id', null,
          'there', jsonb_strip_nulls(jsonb_build_object('sender', k.sender, 'carrier', k.carrier, 'tracking', k.tracking_number,
            'shelf', k.shelf_location))) order by k.arrived_at), '[]')
        from (select * from public.packages x where x.order_id is null and x.deleted_at is null order by x.arrived_at limit v_limit + 1) k), v_limit),
    'balance', private.month_balance(date_trunc('month', p_now at time zone 'utc')::date),
    'emails_failed', private.bounded_list((
        select coalesce(jsonb_agg(jsonb_build_object('mail_id', m.id, 'kind', m.kind, 'at', m.failed_at,
          'last_error', m.last_error, 'attempts', m.attempts, 'order_id', o.id, 'batch_id', o.batch_id)
          order by m.failed_at desc), '[]')
        from (select * from public.outbox x where x.failed_at is not null order by x.failed_at desc limit v_limit + 1) m
        left join public.grading_orders o on o.id = (substring(m.payload ->> 'order_id' from '^[0-9a-f-]{36}$'))::uuid), v_limit),
    'refunds_stuck', private.bounded_list((
        select coalesce(jsonb_agg(jsonb_build_object('at', r.updated_at, 'order_id', o.id, 'batch_id', o.batch_id,
          'there', jsonb_build_object('amount_cents', r.amount_cents, 'payment_intent_id',
            coalesce(a.stripe_payment_intent_id, o.stripe_payment_intent_id)),
          'here', jsonb_build_object('payment_status', o.payment_status, 'grading_fee', o.grading_fee,
            'total_paid', coalesce(a.paid_cents / 100.0, o.total_paid),
            'refunded_cents', coalesce(a.refunded_cents, o.refunded_cents))) order by r.updated_at), '[]')
        from (select * from public.refund_requests q where q.status = 'started' and q.updated_at < p_now - interval '5 minutes'
              order by q.updated_at limit v_limit + 1) r
        join public.grading_orders o on o.id = r.order_id
        left join public.order_adjustments a on a.id = r.adjustment_id), v_limit),
    'shorts_stuck', private.bounded_list((
        select coalesce(jsonb_agg(jsonb_build_object('at', s.decided_at, 'order_id', o.id, 'batch_id', o.batch_id,
          'last_error', r.failure, 'there', jsonb_build_object('amount_cents', -s.amount_cents,
            'payment_intent_id', o.stripe_payment_intent_id),
          'here', jsonb_build_object('payment_status', o.payment_status, 'grading_fee', o.grading_fee,
            'total_paid', o.total_paid, 'refunded_cents', o.refunded_cents)) order by s.decided_at), '[]')
        from (select * from public.order_adjustments x
              where x.kind = 'short' and x.status = 'accepted' and x.chosen_option = 'refund'
              order by x.decided_at limit v_limit + 1) s
        join public.grading_orders o on o.id = s.order_id
        left join public.refund_requests r on r.id = s.id), v_limit),
    'events_failed', private.bounded_list((
        select coalesce(jsonb_agg(jsonb_build_object('event_id', e.event_id, 'kind', e.type, 'at', e.tried_at,
          'last_error', e.last_error, 'attempts', e.attempts, 'order_id', null, 'batch_id', null)
          order by e.received_at desc), '[]')
        from (select * from public.stripe_events x where x.processed_at is null and x.attempts >= 20
              order by x.received_at desc limit v_limit + 1) e), v_limit));
end $$;
comment on function public.staff_reconciliation(integer, timestamptz) is
  '@callers authenticated
   Returns {staff_role, tolerated_since (older entries are beyond two business days), asked_until (Stripe''s sessions and events
   up to then are known here; null: not asked yet), balance (private.month_balance), and lists of {items, is_more}:
   never_received, unmatched, paid_there, paid_here, amounts_differ, open_too_long (pending for 5 days, unpaid 2 hours after its
   reservation), emails_failed, refunds_stuck, shorts_stuck, events_failed}. An item: {at, order_id, batch_id, here, there
   (Stripe''s side, or the package''s label), exception_id, mail_id, event_id or package_id}.';

create function public.staff_resolve_exception(
  p_actor uuid, p_exception_id bigint, p_resolution text, p_accepts_amount boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_row public.payment_exceptions;
begin
  perform private.require_actor(p_actor);
  -- Lock order: the order first.
  perform from public.grading_orders o
  where o.id = (select e.order_id from public.payment_exceptions e where e.id = p_exception_id) for update;
  select * into v_row from public.payment_exceptions e where e.id = p_exception_id and e.resolved_at is null;
  if p_accepts_amount and v_row.reason <> 'amount_mismatch' then
    return jsonb_build_object('outcome', 'exception_no_amount');
  elsif p_accepts_amount and (v_row.detail ->> 'refunded_cents')::integer >= (v_row.detail ->> 'amount_cents')::integer then
    return jsonb_build_object('outcome', 'exception_all_refunded');
  end if;
  -- An order with another payment takes no second one.
  if p_accepts_amount and exists (select from public.payment_exceptions e
    join public.grading_orders o on o.id = e.order_id
    left join public.order_adjustments a on a.id = (e.detail ->> 'adjustment_id')::uuid
    where e.id = p_exception_id and e.resolved_at is null and e.reason = 'amount_mismatch'
      and case when a.id is not null then a.paid_at is not null
        else o.paid_at is not null
          and (o.stripe_payment_intent_id is not null or o.stripe_session_id is distinct from e.stripe_session_id) end) then
    return jsonb_build_object('outcome', 'exception_paid_before');
  end if;
  update public.payment_exceptions e
  set resolved_at = now(), notified_at = coalesce(e.notified_at, now()), resolved_by = p_actor, resolution = nullif(btrim(p_resolution), ''),
    accepted_cents = case when p_accepts_amount then (e.detail ->> 'amount_cents')::integer end
  where e.id = p_exception_id and e.resolved_at is null
  returning * into v_row;
  if not found then
    return jsonb_build_object('outcome', case when exists (
      select 1 from public.payment_exceptions e where e.id = p_exception_id) then 'exception_settled' else 'exception_not_found' end);
  end if;
  if v_row.order_id is null then
    perform private.add_staff_log_entry(p_actor, 'exception_resolved', v_row.stripe_session_id, jsonb_build_object('reason', v_row.reason),
      jsonb_build_object('resolution', v_row.resolution));
  else
    perform private.add_order_event(v_row.order_id, 'exception_resolved', v_row.reason, null, false,
      private.change_context('staff', p_actor, p_resolution));
    -- Stops checking its Checkout page, which would raise it again. An accepted amount is checked until it is booked.
    update public.grading_orders o
    set reservation_expires_at = case when v_row.accepted_cents is not null then coalesce(o.reservation_expires_at, now()) end
    where o.id = v_row.order_id and o.payment_status = 'unpaid' and o.paid_at is null
      and (o.stripe_session_id = v_row.stripe_session_id or o.reservation_expires_at <= now());
    update public.order_adjustments a
    set reservation_expires_at = null, is_pending = false,
      next_look_at = case when a.status in ('proposed', 'accepted') then a.deadline_at end
    where a.stripe_session_id = v_row.stripe_session_id and a.paid_at is null and v_row.accepted_cents is null;
  end if;
  return jsonb_build_object('outcome', 'resolved',
    'accepted_session', case when v_row.accepted_cents is not null then v_row.stripe_session_id end);
end $$;
comment on function public.staff_resolve_exception(uuid, bigint, text, boolean) is
  'Resolves a payment exception, with its text in the timeline. Returns {outcome: resolved, accepted_session (p_accepts_amount:
   apply_checkout records this session)}, or an error: exception_not_found | exception_settled | exception_paid_before |
   exception_all_refunded | exception_no_amount (only an amount mismatch has one).';
