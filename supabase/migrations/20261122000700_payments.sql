-- Stripe events, refunds and disputes, with the email to the owners about a large refund (refund_alert, staff_finish_refund). Payment
-- exceptions are in the orders migration.

create table public.stripe_events (
  event_id text primary key,
  type text not null,
  object_id text,
  livemode boolean not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts integer not null default 1,
  tried_at timestamptz not null default now(),
  last_error text,
  notified_at timestamptz
);
comment on table public.stripe_events is
  'Deliveries, and our own reminders in the same form. Done when processed_at is set: a failed delivery is processed again.';
comment on column public.stripe_events.notified_at is 'When staff were notified after 20 failed attempts. Cleared by a retry.';
create index stripe_events_processed on public.stripe_events (processed_at) where processed_at is not null;
create index stripe_events_unprocessed on public.stripe_events (received_at) where processed_at is null;

create table public.payment_reads (
  about text primary key,
  fence bigint not null,
  read_at timestamptz not null default now()
);
comment on table public.payment_reads is
  'The newest read of Stripe that was written, by payment (for refunds) or "dispute:" and payment.';
create index payment_reads_read on public.payment_reads (read_at);

create table public.refund_requests (
  id uuid primary key,
  order_id uuid not null references public.grading_orders (id),
  adjustment_id uuid,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (char_length(reason) between 1 and 500),
  status text not null default 'started' check (status in ('started', 'done', 'failed')),
  attempt integer not null default 1 check (attempt >= 1),
  failure text check (char_length(failure) <= 500),
  stripe_refund_id text unique,
  requested_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  next_try_at timestamptz,
  told_attempt integer
);
comment on table public.refund_requests is
  'Refunds started by staff. The ID comes from the form, so a second submit is the same refund. started: Stripe may or may not have
   it; asking again finds out. The refunded amount is in refunded_cents of the payment.';
comment on column public.refund_requests.adjustment_id is 'The proposal whose payment is refunded. Null: the order''s payment.';
comment on column public.refund_requests.next_try_at is 'When the reconcile job asks again. Null: not postponed yet.';
comment on column public.refund_requests.told_attempt is
  'The attempt that staff were notified about because its outcome is unknown.';
create index refund_requests_order on public.refund_requests (order_id, created_at);
create unique index refund_requests_one_in_progress on public.refund_requests (order_id) where status = 'started';
create index refund_requests_done_by on public.refund_requests (requested_by, updated_at) where status = 'done';

alter table public.stripe_events enable row level security;
alter table public.payment_reads enable row level security;
alter table public.refund_requests enable row level security;

create function private.is_latest_read(p_about text, p_fence bigint) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if p_about is null or p_fence is null then
    raise exception 'a read is about something and has a fence' using errcode = 'invalid_parameter_value';
  end if;
  insert into public.payment_reads as r (about, fence) values (p_about, p_fence)
  on conflict (about) do update set fence = excluded.fence, read_at = now() where r.fence < excluded.fence;
  return found;
end $$;
comment on function private.is_latest_read(text, bigint) is
  'Records a read that is about to be written and blocks others about the same object. Returns false if a newer one was written.';

create function private.dollars(p_cents integer) returns text
language sql immutable set search_path = ''
as $$ select '$' || trim(to_char(p_cents::numeric / 100, 'FM999,999,990.00')) $$;

create function private.enqueue_refund_mail(p_order public.grading_orders, p_cents integer, p_of jsonb default '{}') returns void
language plpgsql set search_path = ''
as $$
begin
  if private.mail_address_of(p_order) is null then
    return;
  end if;
  insert into public.outbox (dedupe_key, kind, payload)
  values ('order_refunded:' || p_order.id || ':' || p_order.version, 'order_refunded',
    jsonb_build_object('order_id', p_order.id, 'cents', p_cents) || p_of)
  on conflict (dedupe_key) do nothing;
end $$;
comment on function private.enqueue_refund_mail(public.grading_orders, integer, jsonb) is
  'Queues an email about a refund, if there is an address. p_of: another payment than the order''s, {of: {kind, refunded_cents,
   paid_cents}}.';

create function private.start_refund(
  p_request_id uuid, p_order_id uuid, p_amount_cents integer, p_reason text, p_payment_intent_id text,
  p_context jsonb, p_adjustment_id uuid default null, p_actor uuid default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_request public.refund_requests;
  v_is_first boolean;
begin
  insert into public.refund_requests (id, order_id, adjustment_id, amount_cents, reason, requested_by)
  values (p_request_id, p_order_id, p_adjustment_id, p_amount_cents, p_reason, p_actor)
  on conflict (id) do nothing returning * into v_request;
  v_is_first := found;
  if v_is_first then
    perform private.add_order_event(p_order_id, 'refund_started', null, private.dollars(p_amount_cents), false, p_context);
  else
    update public.refund_requests r set status = 'started', failure = null, updated_at = now(), next_try_at = null,
      attempt = r.attempt + case when r.status = 'failed' then 1 else 0 end,
      amount_cents = case when r.status = 'failed' then p_amount_cents else r.amount_cents end
    where r.id = p_request_id and r.order_id = p_order_id and r.adjustment_id is not distinct from p_adjustment_id
    returning * into v_request;
    if not found then
      raise exception 'this request is of another payment' using errcode = 'unique_violation';
    end if;
  end if;
  return jsonb_build_object('is_first', v_is_first, 'request', to_jsonb(v_request),
    'payment_intent_id', p_payment_intent_id);
end $$;
comment on function private.start_refund(uuid, uuid, integer, text, text, jsonb, uuid, uuid) is
  'Records a refund before Stripe is called, or restarts it: a failed one with a new attempt and amount. The caller has locked the
   order. Returns {is_first, request, payment_intent_id}. Raises unique_violation if the ID is used for another payment.';

create function private.other_refunds_of_day(p_actor uuid, p_request_id uuid) returns bigint
language plpgsql set search_path = ''
as $$
begin
  -- Serializes refunds of one person.
  perform pg_advisory_xact_lock(hashtextextended('refunds_by/' || p_actor, 0));
  return (select coalesce(sum(r.amount_cents), 0) from public.refund_requests r
    where r.requested_by = p_actor and r.status <> 'failed' and r.updated_at > now() - interval '24 hours' and r.id <> p_request_id);
end $$;
comment on function private.other_refunds_of_day(uuid, uuid) is
  'Returns the cents that a staff member refunded within 24 hours, without one request.';

create function private.record_refund(p_order public.grading_orders, p_refunded_cents integer) returns public.grading_orders
language plpgsql set search_path = ''
as $$
declare
  c_context constant jsonb := private.change_context('stripe');
  v_order public.grading_orders := p_order;
  v_total integer := (p_order.total_paid * 100)::integer;
  v_refunded integer := p_order.refunded_cents;
  v_status text;
begin
  v_status := case
    when p_refunded_cents = v_total then 'canceled'
    -- The refund failed later, so we hold the money again.
    when v_refunded = v_total and v_order.payment_status = 'canceled' then 'paid'
    else v_order.payment_status end;
  update public.grading_orders o
  set refunded_cents = p_refunded_cents, payment_status = v_status, change_context = c_context
  where o.id = v_order.id
  returning * into v_order;
  if p_refunded_cents < v_refunded then
    perform private.mark_for_review(v_order.id, 'refund_failed');
  end if;
  perform private.add_order_event(v_order.id, 'refunded', private.dollars(v_refunded), private.dollars(p_refunded_cents), true,
    private.change_context('stripe', null, format('Refunded %s of %s', private.dollars(p_refunded_cents), private.dollars(v_total))));
  if p_refunded_cents > v_refunded then
    perform private.enqueue_refund_mail(v_order, p_refunded_cents - v_refunded);
  end if;
  perform private.settle_shorts(v_order.id, v_refunded, p_refunded_cents);
  perform private.settle_count(v_order.id, p_context => c_context);
  select * into v_order from public.grading_orders o where o.id = p_order.id;
  return v_order;
end $$;
comment on function private.record_refund(public.grading_orders, integer) is
  'Books the new refunded total of an order that the caller has locked, with its event, email and consequences. Returns the order.';

create function private.record_dispute(p_order public.grading_orders, p_status text, p_former text) returns public.grading_orders
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
begin
  insert into public.order_admin as a (order_id, dispute_status) values (p_order.id, p_status)
  on conflict (order_id) do update set dispute_status = excluded.dispute_status, updated_at = now(),
    -- An inquiry that becomes a dispute has a new deadline.
    alarms_notified = case when private.is_open_dispute(a.dispute_status)
        and (a.dispute_status like 'warning%') = (excluded.dispute_status like 'warning%') then a.alarms_notified
      else array_remove(a.alarms_notified, 'dispute_opened') end;
  if p_status = 'lost' then
    -- Flagged until staff clear it: the money is gone and the cards may be here.
    perform private.mark_for_review(p_order.id, 'dispute_lost');
  end if;
  update public.grading_orders o set updated_at = clock_timestamp() where o.id = p_order.id returning * into v_order;
  perform private.add_order_event(p_order.id, 'dispute_status', p_former, p_status, false, private.change_context('stripe'));
  return v_order;
end $$;
comment on function private.record_dispute(public.grading_orders, text, text) is
  'Records a dispute''s new status (p_former: before) on an order that the caller has locked, for staff. Returns the order.';

create function private.order_of_exception(p_payment_intent_id text) returns public.grading_orders
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
begin
  -- Lock order: the order first.
  perform from public.grading_orders o where o.id in (
    select e.order_id from public.payment_exceptions e where e.detail ->> 'payment_intent_id' = p_payment_intent_id)
  order by o.id for update;
  select * into v_order from public.grading_orders o where o.stripe_payment_intent_id = p_payment_intent_id for update;
  return v_order;
end $$;
comment on function private.order_of_exception(text) is
  'Locks the orders of a payment that waited as an exception. Returns the one that it was booked for in the meantime.';

create function public.record_stripe_event(
  p_event_id text, p_type text, p_object_id text, p_livemode boolean, p_is_own boolean default false
) returns jsonb
language sql set search_path = ''
as $$
  insert into public.stripe_events as e (event_id, type, object_id, livemode)
  values (p_event_id, p_type, p_object_id, p_livemode)
  on conflict (event_id) do update
  set attempts = case when p_is_own then 1 else e.attempts + 1 end, tried_at = now(),
    processed_at = case when not p_is_own then e.processed_at end,
    last_error = case when not p_is_own then e.last_error end,
    notified_at = case when not p_is_own then e.notified_at end
  where not p_is_own or e.processed_at is not null
  returning jsonb_build_object('processed', e.processed_at is not null)
$$;
comment on function public.record_stripe_event(text, text, text, boolean, boolean) is
  'Records a delivery. p_is_own: our own reminder, which the reconcile job processes after a minute and which opens again without
   counting an attempt. Returns {processed}.';

create function public.finish_stripe_event(p_event_id text, p_error text default null) returns jsonb
language sql set search_path = ''
as $$
  update public.stripe_events e
  set processed_at = case when p_error is null then coalesce(e.processed_at, now()) else e.processed_at end,
      last_error = case when p_error is null then null else left(p_error, 2000) end
  where e.event_id = p_event_id
  returning jsonb_build_object('processed', e.processed_at is not null)
$$;

create function public.list_unprocessed_stripe_events(p_limit integer default 50, p_now timestamptz default now())
returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(e) order by e.received_at), '[]')
  from (
    select s.* from public.stripe_events s
    where s.processed_at is null and s.attempts < 20
      and s.tried_at <= p_now - interval '1 minute' * least(power(2, greatest(s.attempts, 1) - 1), 60)
    order by s.received_at
    limit greatest(p_limit, 0)
  ) e
$$;
comment on function public.list_unprocessed_stripe_events(integer, timestamptz) is
  'Returns events to process again, oldest first, 1, 2, 4 … up to 60 minutes after the last attempt. After 20 attempts they are left
   for staff.';

create function public.filter_unhandled_ids(p_ids jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(i.id), '[]')
  from jsonb_array_elements_text(private.unwrapped(p_ids)) as i (id)
  where not exists (select 1 from public.stripe_events e where e.event_id in (i.id, 'reconcile:' || i.id))
    and not exists (select 1 from public.grading_orders o where o.stripe_session_id = i.id
      and (o.paid_at is not null or o.payment_status in ('pending', 'failed')))
    and not exists (select 1 from public.order_adjustments a where a.stripe_session_id = i.id
      and (a.paid_at is not null or a.is_pending))
    and not exists (select 1 from public.payment_exceptions e where e.stripe_session_id = i.id));
end $$;
comment on function public.filter_unhandled_ids(jsonb) is
  'Returns which of these events and complete sessions were never recorded: events never delivered, and sessions that no order,
   proposal or exception knows.';

create function public.staff_retry_event(p_actor uuid, p_event_id text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.require_actor(p_actor);
  update public.stripe_events e set attempts = 0, tried_at = now(), notified_at = null
  where e.event_id = p_event_id and e.processed_at is null and e.attempts >= 20;
  if not found then
    return jsonb_build_object('outcome', 'event_in_progress');
  end if;
  perform private.add_staff_log_entry(p_actor, 'event_retried', p_event_id, null, null);
  return jsonb_build_object('outcome', 'queued');
end $$;
comment on function public.staff_retry_event(uuid, text) is
  'Lets the reconcile job process a dead-lettered event again. Returns {outcome: queued | event_in_progress}.';

create function public.is_our_payment(p_payment_intent_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('is_ours',
    exists (select from public.grading_orders o where o.stripe_payment_intent_id = p_payment_intent_id)
    or exists (select from public.order_adjustments a where a.stripe_payment_intent_id = p_payment_intent_id)
    or exists (select from public.payment_exceptions e where e.detail ->> 'payment_intent_id' = p_payment_intent_id));
end $$;
comment on function public.is_our_payment(text) is
  'Returns {is_ours}: whether an order, a proposal or an exception has this payment.';

create function public.apply_refund(
  p_payment_intent_id text, p_fence bigint, p_refunded_cents integer, p_livemode boolean, p_expected_livemode boolean
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_total integer;
  v_of_adjustment jsonb;
begin
  if p_refunded_cents is null or p_refunded_cents < 0 then
    raise exception 'apply_refund needs an amount' using errcode = 'invalid_parameter_value';
  end if;
  if not private.is_latest_read(p_payment_intent_id, p_fence) then
    return jsonb_build_object('outcome', 'stale', 'order', null);
  end if;
  select * into v_order from public.grading_orders o
  where o.stripe_payment_intent_id = p_payment_intent_id for update;
  if not found then
    v_of_adjustment := private.apply_adjustment_refund(p_payment_intent_id, p_refunded_cents, p_livemode, p_expected_livemode);
    if v_of_adjustment is not null then
      return v_of_adjustment;
    end if;
    v_order := private.order_of_exception(p_payment_intent_id);
  end if;
  if v_order.id is null then
    -- Shown to staff who resolve the exception.
    update public.payment_exceptions e set detail = e.detail || jsonb_build_object('refunded_cents', p_refunded_cents)
    where e.detail ->> 'payment_intent_id' = p_payment_intent_id;
    return jsonb_build_object('outcome', case when found then 'noted' else 'unknown' end, 'order', null);
  end if;
  v_total := (v_order.total_paid * 100)::integer;
  if p_livemode is distinct from p_expected_livemode or p_refunded_cents > v_total then
    perform private.note_payment_exception(coalesce(v_order.stripe_session_id, p_payment_intent_id), v_order.id,
      case when p_refunded_cents > v_total then 'refund_exceeds_payment' else 'livemode_mismatch' end,
      jsonb_build_object('payment_intent_id', p_payment_intent_id, 'refunded_cents', p_refunded_cents,
        'paid_cents', v_total, 'livemode', p_livemode));
    return jsonb_build_object('outcome', 'exception', 'order', private.order_as_json(v_order));
  end if;
  if p_refunded_cents = v_order.refunded_cents then
    -- A refund may fail before we learn that it succeeded.
    perform private.settle_shorts(v_order.id, v_order.refunded_cents, p_refunded_cents);
    return jsonb_build_object('outcome', 'duplicate', 'order', private.order_as_json(v_order));
  end if;

  v_order := private.record_refund(v_order, p_refunded_cents);
  return jsonb_build_object('outcome', case when p_refunded_cents = v_total then 'refunded' else 'partial' end,
    'order', private.order_as_json(v_order));
end $$;
comment on function public.apply_refund(text, bigint, integer, boolean, boolean) is
  'Applies a payment''s refunded total as Stripe reports it, which is lower after a failed refund. A full refund cancels the order
   and frees its quota. Returns {outcome, order}; outcome: refunded | partial | duplicate | exception | noted (stored with a payment
   exception) | unknown | stale (a newer read was written).';

create function public.apply_dispute(
  p_payment_intent_id text, p_fence bigint, p_status text, p_customer_id text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_former text;
  v_of_adjustment jsonb;
begin
  if not private.is_latest_read('dispute:' || p_payment_intent_id, p_fence) then
    return jsonb_build_object('outcome', 'stale', 'order', null);
  end if;
  select * into v_order from public.grading_orders o
  where o.stripe_payment_intent_id = p_payment_intent_id for update;
  if not found then
    v_of_adjustment := private.apply_adjustment_dispute(p_payment_intent_id, p_status);
    if v_of_adjustment is not null then
      return v_of_adjustment;
    end if;
    -- A payment without an order, or for a membership (also of a deleted customer), is shown to staff.
    if exists (select 1 from public.stripe_customers c where c.stripe_customer_id = p_customer_id)
      or exists (select 1 from public.subscriptions s where s.stripe_customer_id = p_customer_id) then
      perform private.note_payment_exception(p_payment_intent_id, null, 'membership_disputed',
        jsonb_build_object('payment_intent_id', p_payment_intent_id, 'customer_id', p_customer_id));
    end if;
    v_order := private.order_of_exception(p_payment_intent_id);
  end if;
  if v_order.id is null then
    if private.is_open_dispute(p_status) or p_status = 'lost' then
      update public.payment_exceptions e set resolved_at = null, resolved_by = null, resolution = null, notified_at = null
      where e.detail ->> 'payment_intent_id' = p_payment_intent_id
        and case when p_status = 'lost'
          then e.resolved_at is not null and e.detail ->> 'dispute_status' is distinct from p_status
          -- An inquiry that becomes a dispute has a new deadline.
          else (private.is_open_dispute(e.detail ->> 'dispute_status')
            and (e.detail ->> 'dispute_status' like 'warning%') = (p_status like 'warning%')) is not true end;
    end if;
    update public.payment_exceptions e set detail = e.detail || jsonb_build_object('dispute_status', p_status)
    where e.detail ->> 'payment_intent_id' = p_payment_intent_id;
    return jsonb_build_object('outcome', case when found then 'noted' else 'unknown' end, 'order', null);
  end if;
  select a.dispute_status into v_former from public.order_admin a where a.order_id = v_order.id;
  if v_former is not distinct from p_status then
    return jsonb_build_object('outcome', 'duplicate', 'order', private.order_as_json(v_order));
  end if;
  v_order := private.record_dispute(v_order, p_status, v_former);
  return jsonb_build_object('outcome', 'noted', 'order', private.order_as_json(v_order));
end $$;
comment on function public.apply_dispute(text, bigint, text, text) is
  'Applies a dispute''s status as Stripe reports it, for staff only. Reopens a payment exception that is disputed, or whose dispute
   is lost. Returns {outcome: noted | duplicate | unknown | stale, order}.';

create function public.staff_begin_refund(
  p_actor uuid, p_request_id uuid, p_order_id uuid, p_amount_cents integer, p_refunded_cents integer, p_reason text,
  p_alert_cents integer, p_factor_used_at timestamptz default null, p_adjustment_id uuid default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_request public.refund_requests;
  v_other uuid;
  v_paid integer;
  v_refunded integer;
  v_payment text;
begin
  perform private.require_actor(p_actor);
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('outcome', 'order_not_found');
  end if;
  v_paid := (v_order.total_paid * 100)::integer;
  v_refunded := v_order.refunded_cents;
  v_payment := v_order.stripe_payment_intent_id;
  if p_adjustment_id is not null then
    select a.paid_cents, a.refunded_cents, a.stripe_payment_intent_id into v_paid, v_refunded, v_payment
    from public.order_adjustments a where a.id = p_adjustment_id and a.order_id = p_order_id;
    if not found then
      return jsonb_build_object('outcome', 'order_not_found');
    end if;
  end if;
  select * into v_request from public.refund_requests r where r.id = p_request_id;
  if found then
    if v_request.order_id <> p_order_id or v_request.amount_cents <> p_amount_cents
      or v_request.adjustment_id is distinct from p_adjustment_id then
      return jsonb_build_object('outcome', 'refund_form_reused');
    elsif v_request.status = 'done' then
      return jsonb_build_object('outcome', 'done_before', 'request', to_jsonb(v_request));
    end if;
  elsif v_payment is null or v_paid is null then
    return jsonb_build_object('outcome', 'refund_not_by_card');
  elsif v_refunded <> p_refunded_cents then
    return jsonb_build_object('outcome', 'refund_outdated', 'refunded_cents', v_refunded);
  end if;
  if p_amount_cents > v_paid - v_refunded and v_request.status is distinct from 'started' then
    return jsonb_build_object('outcome', 'refund_too_much', 'left_cents', v_paid - v_refunded);
  end if;
  select r.id into v_other from public.refund_requests r
  where r.order_id = p_order_id and r.status = 'started' and r.id <> p_request_id;
  if found then
    return jsonb_build_object('outcome', 'refund_in_progress', 'request_id', v_other);
  end if;
  if v_request.status is distinct from 'started'
    and coalesce(p_factor_used_at <= now() - interval '15 minutes', true)
    and not exists (select from public.staff s where s.user_id = p_actor and s.role = 'owner')
    and p_amount_cents + private.other_refunds_of_day(p_actor, p_request_id) > coalesce(p_alert_cents, 0) then
    return jsonb_build_object('outcome', 'second_factor_due');
  end if;

  return jsonb_build_object('outcome', 'started') || private.start_refund(p_request_id, p_order_id,
    p_amount_cents, btrim(p_reason), v_payment, private.change_context('staff', p_actor, btrim(p_reason)), p_adjustment_id, p_actor);
end $$;
comment on function public.staff_begin_refund(uuid, uuid, uuid, integer, integer, text, integer, timestamptz, uuid) is
  'Records a refund before Stripe is called, of the order''s payment or of a proposal''s. p_refunded_cents: the total that the form
   showed. Returns {outcome, request, is_first, payment_intent_id}; outcome: started (is_first false: look at Stripe first) |
   done_before | refund_too_much (left_cents) | refund_outdated (refunded_cents) | refund_in_progress (request_id) |
   refund_form_reused | refund_not_by_card | order_not_found | second_factor_due (above p_alert_cents within 24 hours, not an owner,
   and no code in the last 15 minutes, p_factor_used_at).';

create function public.list_stuck_refunds(
  p_limit integer default 50, p_order_id uuid default null, p_now timestamptz default now()
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('request', to_jsonb(r), 'payment_intent_id', p.payment_intent_id)
      order by r.updated_at), '[]')
    from (
      select * from public.refund_requests q
      where q.status = 'started' and q.updated_at <= p_now - interval '5 minutes'
        and (q.order_id = p_order_id or p_order_id is null and (q.next_try_at is null or q.next_try_at <= p_now))
      order by q.updated_at
      limit greatest(p_limit, 0)
    ) r
    join public.grading_orders o on o.id = r.order_id
    left join public.order_adjustments a on a.id = r.adjustment_id
    cross join lateral (select case when r.adjustment_id is null then o.stripe_payment_intent_id
      else a.stripe_payment_intent_id end as payment_intent_id) p
    where p.payment_intent_id is not null);
end $$;
comment on function public.list_stuck_refunds(integer, uuid, timestamptz) is
  'Returns refunds without an outcome after five minutes, oldest first: [{request, payment_intent_id}]. Without p_order_id, leaves
   out postponed ones.';

create function public.postpone_refund(p_request_id uuid, p_now timestamptz default now()) returns void
language sql set search_path = ''
as $$
  update public.refund_requests r
  set next_try_at = p_now + greatest(least((p_now - r.updated_at) / 2, interval '1 hour'), interval '1 minute')
  where r.id = p_request_id and r.status = 'started'
$$;
comment on function public.postpone_refund(uuid, timestamptz) is
  'Postpones the next check of a refund with an unknown outcome, by half its age, between a minute and an hour.';

create function public.staff_finish_refund(
  p_request_id uuid, p_attempt integer, p_stripe_refund_id text, p_failure text, p_alert_cents integer default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_request public.refund_requests;
  v_day bigint;
begin
  -- Lock order: the order first.
  perform from public.grading_orders o
  where o.id = (select r.order_id from public.refund_requests r where r.id = p_request_id) for update;
  update public.refund_requests r
  set status = case when p_failure is null then 'done' else 'failed' end, failure = left(p_failure, 500),
      stripe_refund_id = coalesce(p_stripe_refund_id, r.stripe_refund_id), updated_at = now()
  where r.id = p_request_id and r.attempt = p_attempt and r.status = 'started'
  returning * into v_request;
  if not found then
    return jsonb_build_object('outcome', 'unchanged');
  end if;
  if p_failure is not null then
    perform private.add_order_event(v_request.order_id, 'refund_failed', null, private.dollars(v_request.amount_cents), false,
      private.change_context('stripe', null, left(p_failure, 500)));
  else
    perform private.finish_short(p_request_id);
    -- A customer's own cancellation (request ID = order ID) isn't a staff refund.
    if p_alert_cents is not null and v_request.id <> v_request.order_id then
      v_day := v_request.amount_cents + private.other_refunds_of_day(v_request.requested_by, v_request.id);
      if v_day > p_alert_cents then
        perform private.notify_owners('refund_alert:' || v_request.id, 'refund_alert', jsonb_build_object('order_id', v_request.order_id,
          'batch_id', (select o.batch_id from public.grading_orders o where o.id = v_request.order_id), 'cents', v_request.amount_cents,
          'reason', v_request.reason, 'by', private.email_of(v_request.requested_by), 'limit_cents', p_alert_cents)
          || case when v_request.amount_cents > p_alert_cents then '{}' else jsonb_build_object('day_cents', v_day) end);
      end if;
    end if;
  end if;
  return jsonb_build_object('outcome', v_request.status);
end $$;
comment on function public.staff_finish_refund(uuid, integer, text, text, integer) is
  'Records the outcome of a refund attempt; p_failure null: it succeeded. Above p_alert_cents within 24 hours the owners are emailed
   (null: never), except about a customer''s own cancellation. Returns {outcome: done | failed | unchanged}.';
