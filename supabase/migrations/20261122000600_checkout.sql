-- Checkout: reserves quota, attaches a Stripe session, and applies its outcome in one locked, sticky transition, for the webhook,
-- the confirmation page and the reconcile job. Then linking and claiming: how a guest's order moves to an account.

create table public.awaited_debits (
  session_id text primary key,
  order_id uuid not null references public.grading_orders (id) on delete cascade,
  until timestamptz not null
);
comment on table public.awaited_debits is
  'Checkout Sessions with a delayed payment, until Stripe reports the outcome. Also of orders that were canceled or paid by another
   session.';
create index awaited_debits_order on public.awaited_debits (order_id);

alter table public.awaited_debits enable row level security;

create function private.address_of_profile(p_user_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object('full_name', p.full_name, 'phone', p.phone,
    'address_line1', p.address_line1, 'address_line2', p.address_line2, 'city', p.city, 'state', p.state,
    'postal_code', p.postal_code, 'country', p.country))
  from public.profiles p
  where p.user_id = p_user_id and p.is_complete
$$;

create function private.status_before_paid(p_order_id uuid) returns text
language sql stable set search_path = ''
as $$
  select e.from_value from public.order_events e
  where e.order_id = p_order_id and e.type = 'payment_status' and e.to_value = 'paid'
  order by e.id desc limit 1
$$;
comment on function private.status_before_paid(uuid) is 'Returns the payment status before the order was last set to paid.';

create function private.record_payment(
  p_order public.grading_orders, p_session_id text, p_amount_cents integer, p_payment_intent_id text,
  p_receipt_url text, p_email text, p_shipping jsonb, p_tracking_hash text, p_now timestamptz
) returns public.grading_orders
language plpgsql set search_path = ''
as $$
declare
  c_context constant jsonb := private.change_context('stripe');
  v_paid public.grading_orders;
begin
  update public.grading_orders o set
    payment_status = 'paid',
    change_context = c_context,
    paid_at = coalesce(o.paid_at, p_now),
    total_paid = p_amount_cents::numeric / 100,
    stripe_session_id = p_session_id,
    stripe_payment_intent_id = p_payment_intent_id,
    receipt_url = coalesce(p_receipt_url, o.receipt_url),
    reservation_expires_at = null,
    guest_email = coalesce(p_email, o.guest_email),
    return_address = coalesce(o.return_address,
      case when jsonb_typeof(p_shipping) = 'object' then p_shipping end,
      case when o.paid_at is null then private.address_of_profile(o.user_id) end)
  where o.id = p_order.id
  returning * into v_paid;
  if p_order.paid_at is not null then
    -- Staff had set it to paid. A payment that was pending then is the same money, any other is a second payment to review.
    perform private.mark_for_review(p_order.id, case
      when private.status_before_paid(p_order.id) is distinct from 'pending'
        -- An accepted amount mismatch of this payment isn't a second payment.
        and not exists (select 1 from public.payment_exceptions e
          where e.stripe_session_id = p_order.stripe_session_id and e.reason = 'amount_mismatch'
            and (e.resolved_at is null or e.accepted_cents = p_amount_cents))
        then 'also_paid_by_card' end);
    -- A short refund that had no card payment can now be made from this one.
    update public.order_adjustments a set next_look_at = p_now
    where a.order_id = p_order.id and a.kind = 'short' and a.status = 'accepted' and a.chosen_option = 'refund'
      and a.next_look_at is null;
    perform private.add_order_event(p_order.id, 'payment_adopted', private.dollars((p_order.total_paid * 100)::integer),
      private.dollars(p_amount_cents), false, c_context);
    if private.mail_address_of(v_paid) is not null then
      perform public.enqueue_order_confirmation(v_paid.id, p_now);
    end if;
    return v_paid;
  end if;
  -- Money taken always wins. Unexpected payments are flagged.
  perform private.mark_for_review(v_paid.id, case
    when p_order.payment_status = 'canceled' then 'paid_after_canceled'
    when p_order.payment_status = 'failed' then 'paid_after_failed'
    when p_order.payment_status = 'unpaid' and p_order.reservation_expires_at < p_now
      and p_order.plan_type in ('starter', 'pro', 'elite') then 'paid_after_reservation' end);
  insert into public.outbox (dedupe_key, kind, payload, created_at, next_attempt_at)
  values ('order_confirmation:' || v_paid.id, 'order_confirmation',
    jsonb_build_object('order_id', v_paid.id), p_now, p_now)
  on conflict (dedupe_key) do nothing;
  insert into public.tracking_links (order_id, token_hash) values (v_paid.id, p_tracking_hash) on conflict do nothing;
  if v_paid.received_count is not null then
    perform private.settle_count(v_paid.id, p_now, c_context);
    select * into v_paid from public.grading_orders o where o.id = v_paid.id;
  end if;
  return v_paid;
end $$;
comment on function private.record_payment(public.grading_orders, text, integer, text, text, text, jsonb, text, timestamptz) is
  'Books the payment of an order that the caller has locked, also if staff have set it to paid. Returns the order.';

create function private.is_abandoned(p_order public.grading_orders, p_now timestamptz) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_order.paid_at is null and p_order.stripe_payment_intent_id is null and p_order.refunded_cents = 0
    and (p_order.payment_status in ('failed', 'canceled')
      or p_order.payment_status = 'unpaid' and p_order.stripe_session_id is null)
    and coalesce(p_order.reservation_expires_at, p_order.created_at) < p_now - interval '30 days'
    and p_order.fulfillment_status = 'not_received' and p_order.submission_status = 'pending'
    and num_nonnulls(p_order.inbound_shipped_at, p_order.inbound_tracking, p_order.arrived_at, p_order.received_at,
      p_order.tracking_number, p_order.grading_submission_number) = 0
    and not exists (select 1 from public.payment_exceptions e where e.order_id = p_order.id)
    -- An order placed by staff has this row from the start.
    and not exists (select 1 from public.order_admin a where a.order_id = p_order.id and (not a.placed_by_admin
      or num_nonnulls(a.internal_notes, a.invoice_filename, a.received_by, a.shelf_location, a.review_reason,
        a.dispute_status) > 0))
    and not exists (select 1 from public.order_notes n where n.order_id = p_order.id)
    and not exists (select 1 from public.refund_requests r where r.order_id = p_order.id)
    and not exists (select 1 from public.packages k where k.order_id = p_order.id)
    and not exists (select 1 from public.order_photos f where f.order_id = p_order.id)
    and not exists (select 1 from public.awaited_debits d where d.order_id = p_order.id and d.until > p_now)
    and not exists (select 1 from public.order_adjustments a where a.order_id = p_order.id)
    and not exists (select 1 from public.order_messages m where m.order_id = p_order.id);
end $$;
comment on function private.is_abandoned(public.grading_orders, timestamptz) is
  'Returns whether an order can be purged: no payment, dispute, cards, packages or staff entries.';

create function public.reserve_order(
  p_user_id uuid, p_user_email text, p_guest_key text, p_batch_id text, p_plan_type text, p_num_cards integer, p_rate_cents integer,
  p_monthly_limit integer default null, p_notes text default null, p_title text default null, p_placed_by_admin boolean default false,
  p_standing text default null, p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_owner text := coalesce('user:' || p_user_id, 'guest:' || p_guest_key);
  v_month date := date_trunc('month', p_now at time zone 'utc')::date;
  v_order public.grading_orders;
  v_open jsonb;
  v_used integer;
begin
  if v_owner is null or p_batch_id is null then
    raise exception 'reserve_order needs an owner and a batch id' using errcode = 'invalid_parameter_value';
  end if;
  -- Serializes calls of one owner.
  perform pg_advisory_xact_lock(hashtextextended('reserve_order/' || v_owner, 0));

  select * into v_order from public.grading_orders o where o.batch_id = p_batch_id for update;
  if found then
    if v_order.user_id is distinct from p_user_id
      or (p_user_id is null and v_order.guest_key is distinct from p_guest_key) then
      return jsonb_build_object('outcome', 'batch_taken');
    elsif v_order.paid_at is not null or v_order.payment_status in ('paid', 'pending') then
      return jsonb_build_object('outcome', case v_order.payment_status when 'pending' then 'payment_in_progress' else 'already_paid' end);
    elsif v_order.reservation_expires_at > p_now and v_order.num_cards = p_num_cards
      and v_order.plan_type = p_plan_type and v_order.rate_cents = p_rate_cents then
      update public.grading_orders o set notes = p_notes, title = p_title
      where o.id = v_order.id and (o.notes, o.title) is distinct from (p_notes, p_title)
      returning * into v_order;
      if not found then
        select * into v_order from public.grading_orders o where o.batch_id = p_batch_id;
      end if;
      return jsonb_build_object('outcome', 'replay', 'order', private.order_as_json(v_order));
    end if;
    -- An open order with other content, too: with a new ID the caller gets open_checkout.
    return jsonb_build_object('outcome', 'batch_taken');
  end if;

  select jsonb_agg(jsonb_build_object(
      'order_id', o.id, 'batch_id', o.batch_id, 'stripe_session_id', o.stripe_session_id) order by o.created_at)
    into v_open
  from public.grading_orders o
  where o.reservation_expires_at > p_now
    and (o.user_id = p_user_id or (p_user_id is null and o.guest_key = p_guest_key and o.user_id is null));
  if v_open is not null then
    return jsonb_build_object('outcome', 'open_checkout', 'open_checkouts', v_open);
  end if;

  -- The caller derived plan, rate and limit from an earlier read.
  if p_standing <> coalesce((select 'staff' from public.staff s where s.user_id = p_user_id),
      private.active_subscription(p_user_id, p_now) ->> 'plan_type', 'none') then
    return jsonb_build_object('outcome', 'price_changed');
  end if;

  if p_monthly_limit is not null then
    select m.used + m.held into v_used from private.month_use(p_user_id, v_month, p_now) m;
    if v_used + p_num_cards > p_monthly_limit then
      return jsonb_build_object('outcome', 'over_allowance', 'remaining', greatest(p_monthly_limit - v_used, 0));
    end if;
  end if;

  insert into public.grading_orders (batch_id, user_id, user_email, guest_key, plan_type, num_cards, rate_cents,
    grading_fee, notes, title, quota_month, reservation_expires_at, submitted_at)
  values (p_batch_id, p_user_id, case when p_user_id is not null then nullif(trim(p_user_email), '') end,
    case when p_user_id is null then p_guest_key end, p_plan_type, p_num_cards, p_rate_cents,
    p_num_cards::numeric * p_rate_cents / 100, p_notes, p_title, case when p_placed_by_admin then null else v_month end,
    p_now + interval '40 minutes', p_now)
  on conflict (batch_id) do nothing
  returning * into v_order;
  if not found then
    -- Another owner took the ID between our read and our insert.
    return jsonb_build_object('outcome', 'batch_taken');
  end if;
  if p_placed_by_admin then
    insert into public.order_admin (order_id, placed_by_admin) values (v_order.id, true);
  end if;
  return jsonb_build_object('outcome', 'reserved', 'order', private.order_as_json(v_order),
    'remaining', p_monthly_limit - v_used - p_num_cards);
end $$;
comment on function public.reserve_order is
  'Reserves quota and inserts the unpaid order, one owner at a time. p_standing: what plan and rate were derived from (staff, the
   membership''s plan, none; null: guest). p_monthly_limit null: no limit. The reservation (40 minutes) outlives the Checkout page
   (31 minutes). Returns {outcome, order?, remaining?, open_checkouts?}; outcome: reserved | replay | already_paid |
   payment_in_progress | batch_taken | open_checkout | price_changed | over_allowance.';

create function public.attach_checkout_session(p_order_id uuid, p_session_id text, p_attempt integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_attached boolean := false;
begin
  begin
    update public.grading_orders o set stripe_session_id = p_session_id
    where o.id = p_order_id and o.payment_status = 'unpaid' and o.paid_at is null
      and o.checkout_attempt = p_attempt
      and (o.stripe_session_id is null or o.stripe_session_id = p_session_id)
    returning * into v_order;
    v_attached := found;
  exception when unique_violation then
    v_attached := false;
  end;
  if not v_attached then
    select * into v_order from public.grading_orders o where o.id = p_order_id;
  end if;
  return jsonb_build_object('attached', v_attached, 'order', private.order_as_json(v_order));
end $$;
comment on function public.attach_checkout_session(uuid, text, integer) is
  'Attaches a Checkout Session to an order. Returns {attached, order}. If false, the order has moved on and the caller expires the
   session.';

create function public.next_checkout_attempt(p_order_id uuid, p_from_attempt integer default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
begin
  update public.grading_orders o set checkout_attempt = o.checkout_attempt + 1
  where o.id = p_order_id and o.payment_status = 'unpaid' and o.paid_at is null and o.stripe_session_id is null
    and (p_from_attempt is null or o.checkout_attempt = p_from_attempt);
  select * into v_order from public.grading_orders o where o.id = p_order_id;
  return jsonb_build_object('order', private.order_as_json(v_order));
end $$;
comment on function public.next_checkout_attempt(uuid, integer) is
  'Takes a new idempotency key after Stripe has stored a failure. With p_from_attempt, only one of several callers raises it.
   Returns {order}.';

create function public.cancel_reservation(
  p_order_id uuid, p_reason text default null, p_unknown_session_id text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_canceled boolean;
begin
  update public.grading_orders o set payment_status = 'canceled', reservation_expires_at = null,
    change_context = private.change_context('system', null, null,
      case when p_reason is not null then jsonb_build_object('reason', p_reason) end)
  where o.id = p_order_id and o.payment_status = 'unpaid' and o.paid_at is null
    and o.stripe_session_id is not distinct from p_unknown_session_id;
  v_canceled := found;
  if v_canceled and p_unknown_session_id is not null then
    perform private.note_payment_exception(p_unknown_session_id, p_order_id, 'session_not_found', '{}');
  end if;
  select * into v_order from public.grading_orders o where o.id = p_order_id;
  return jsonb_build_object('canceled', v_canceled, 'order', private.order_as_json(v_order));
end $$;
comment on function public.cancel_reservation(uuid, text, text) is
  'Frees the quota of an order without a Checkout Session, or with p_unknown_session_id, which Stripe doesn''t know (another account
   or mode; staff are notified). Otherwise use apply_checkout. Returns {canceled, order}.';

create function private.record_unpaid_outcome(
  p_order public.grading_orders, p_session_id text, p_status text, p_email text, p_now timestamptz
) returns public.grading_orders
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
begin
  if p_order.payment_status <> 'unpaid' and not (p_order.payment_status = 'pending' and p_status = 'failed')
    or p_status <> 'pending' and p_order.stripe_session_id <> p_session_id then
    return p_order;
  end if;
  -- The reservation may have expired, and others may have used its quota.
  perform private.mark_for_review(p_order.id, case
    when p_status = 'pending' and p_order.reservation_expires_at < p_now and p_order.plan_type in ('starter', 'pro', 'elite')
      then 'paid_after_reservation' end);
  update public.grading_orders o
  set payment_status = p_status, reservation_expires_at = null, stripe_session_id = p_session_id,
    change_context = private.change_context('stripe'),
    guest_email = case p_status when 'pending' then coalesce(p_email, o.guest_email) else o.guest_email end
  where o.id = p_order.id returning * into v_order;
  if p_status = 'failed' then
    update public.order_admin a set review_reason = null, updated_at = now()
    where a.order_id = p_order.id and a.review_reason = 'paid_after_reservation';
  elsif p_status = 'pending' then
    insert into public.outbox (dedupe_key, kind, payload, created_at, next_attempt_at)
    select 'payment_pending:' || p_order.id, 'payment_pending', jsonb_build_object('order_id', p_order.id), p_now, p_now
    where private.mail_address_of(v_order) is not null
    on conflict (dedupe_key) do nothing;
  end if;
  return v_order;
end $$;
comment on function private.record_unpaid_outcome(public.grading_orders, text, text, text, timestamptz) is
  'Sets an unpaid order, which the caller has locked, to pending (a delayed payment), failed or canceled. Returns the order,
   unchanged if another session is its own or it has moved on.';

create function private.apply_early_refunds_and_disputes(p_order public.grading_orders) returns public.grading_orders
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders := p_order;
  v_refunded integer;
  v_dispute text;
begin
  -- Each note is written to all exceptions of a payment. An exception that was added later has none yet.
  select max((e.detail ->> 'refunded_cents')::integer), max(e.detail ->> 'dispute_status') into v_refunded, v_dispute
  from public.payment_exceptions e where e.detail ->> 'payment_intent_id' = p_order.stripe_payment_intent_id;
  if v_dispute is not null then
    v_order := private.record_dispute(v_order, v_dispute, null);
  end if;
  if v_refunded > 0 then
    v_order := private.record_refund(v_order, v_refunded);
  end if;
  return v_order;
end $$;
comment on function private.apply_early_refunds_and_disputes(public.grading_orders) is
  'Books what was refunded or disputed of a payment while it waited for staff as an exception. Returns the order.';

create function public.apply_checkout(
  p_session_id text, p_order_id uuid, p_session_status text, p_payment_status text, p_amount_cents integer, p_currency text,
  p_livemode boolean, p_expected_livemode boolean, p_tracking_hash text, p_payment_intent_id text default null,
  p_receipt_url text default null, p_email text default null, p_shipping jsonb default null, p_async_failed boolean default false,
  p_event_id text default null, p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_is_paid boolean := p_payment_status in ('paid', 'no_payment_required');
  v_outcome text;
  v_target text;
  v_problem text;
  v_former_session text;
  v_superseded text;
  v_detail jsonb := jsonb_build_object('amount_cents', p_amount_cents, 'currency', p_currency,
    'payment_intent_id', p_payment_intent_id, 'livemode', p_livemode);
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    -- An unpaid session may outlive its purged order.
    if not v_is_paid and p_session_status is distinct from 'complete' then
      return jsonb_build_object('outcome', 'noop', 'order', null);
    end if;
    perform private.note_payment_exception(p_session_id, p_order_id, 'order_not_found', v_detail);
    return jsonb_build_object('outcome', 'exception', 'reason', 'order_not_found', 'order', null);
  end if;

  v_former_session := v_order.stripe_session_id;
  -- The email a guest entered at Stripe. An account's order keeps its own.
  p_email := case when v_order.user_id is null then nullif(lower(trim(p_email) collate "C"), '') end;

  if p_livemode is distinct from p_expected_livemode then
    v_problem := 'livemode_mismatch';
  elsif exists (select 1 from public.grading_orders o
                where o.stripe_session_id = p_session_id and o.id <> p_order_id) then
    v_problem := 'payment_of_another_order';
  elsif v_order.paid_at is not null and v_former_session is distinct from p_session_id then
    -- Sticky: nothing is applied after a payment, even if staff changed the status since.
    if v_is_paid then v_problem := 'second_payment'; else v_outcome := 'noop'; end if;
  elsif v_order.paid_at is not null
    and (v_is_paid and v_order.stripe_payment_intent_id is null and p_payment_intent_id is not null) is not true then
    -- Staff marked it paid, and then the debit failed. Flagged once.
    perform private.mark_for_review(v_order.id, case
      when p_async_failed and v_order.payment_status = 'paid' and v_order.stripe_payment_intent_id is null
        and private.status_before_paid(v_order.id) = 'pending'
        and not exists (select 1 from public.order_events e where e.order_id = v_order.id and e.type = 'review_reason'
          and e.from_value = 'debit_failed')
        and not exists (select 1 from public.order_admin a where a.order_id = v_order.id and a.review_reason is not null)
        then 'debit_failed' end);
    v_outcome := 'duplicate';
  elsif v_is_paid and lower(p_currency) is distinct from v_order.currency then
    v_problem := 'currency_mismatch';
  elsif v_is_paid and v_order.paid_at is null and p_amount_cents is distinct from (v_order.grading_fee * 100)::integer
    and not exists (select 1 from public.payment_exceptions e where e.stripe_session_id = p_session_id
      and e.accepted_cents = p_amount_cents) then
    v_problem := 'amount_mismatch';
  elsif v_is_paid then
    begin
      v_order := private.record_payment(v_order, p_session_id, p_amount_cents, p_payment_intent_id,
        p_receipt_url, p_email, private.unwrapped(p_shipping), p_tracking_hash, p_now);
      v_outcome := 'fulfilled';
    exception when unique_violation then
      v_problem := 'payment_of_another_order';
    end;
  elsif p_async_failed or p_session_status in ('complete', 'expired') then
    v_target := case when p_async_failed then 'failed' when p_session_status = 'complete' then 'pending' else 'canceled' end;
    v_order := private.record_unpaid_outcome(v_order, p_session_id, v_target, p_email, p_now);
    -- Only the order's own session decides the outcome.
    v_outcome := case when v_order.payment_status = v_target and v_order.stripe_session_id = p_session_id then v_target else 'noop' end;
  else
    v_outcome := 'noop';
  end if;

  if v_problem is not null then
    perform private.note_payment_exception(p_session_id, p_order_id, v_problem, v_detail);
    v_outcome := 'exception';
  elsif v_outcome = 'fulfilled' then
    v_order := private.apply_early_refunds_and_disputes(v_order);
  end if;
  if v_is_paid or p_async_failed then
    delete from public.awaited_debits d where d.session_id = p_session_id;
  elsif p_session_status = 'complete' and v_problem is null then
    insert into public.awaited_debits (session_id, order_id, until) values (p_session_id, p_order_id, p_now + interval '21 days')
    on conflict do nothing;
  end if;
  v_superseded := case when v_former_session <> v_order.stripe_session_id then v_former_session end;
  if v_superseded is null then
    perform public.finish_stripe_event(p_event_id);
  end if;
  return jsonb_build_object('outcome', v_outcome, 'reason', v_problem, 'order', private.order_as_json(v_order),
    'superseded_session_id', v_superseded, 'is_event_done', p_event_id is not null and v_superseded is null);
end $$;
comment on function public.apply_checkout is
  'Applies a Checkout Session''s current state: unpaid -> pending | paid | failed | canceled, pending -> paid | failed, failed |
   canceled -> paid (flagged). An order that staff set to paid adopts its own session''s payment, and is flagged if that fails.
   p_tracking_hash: for a paid order''s first tracking link. p_event_id: the delivery to finish. Returns {outcome, reason, order,
   superseded_session_id (may still be payable: expire it), is_event_done}; outcome: fulfilled (once) | duplicate | pending | failed
   | canceled | noop | exception (in payment_exceptions).';

create function public.get_order_by_batch(p_batch_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('order',
    (select private.order_as_json(o) from public.grading_orders o where o.batch_id = p_batch_id))
$$;

create function public.list_guest_pending_orders(p_guest_key text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('batch_id', o.batch_id, 'num_cards', o.num_cards, 'plan_type', o.plan_type,
    'stripe_session_id', o.stripe_session_id) order by o.submitted_at desc, o.id desc), '[]')
  from public.grading_orders o
  where o.guest_key = p_guest_key and o.user_id is null and o.payment_status = 'pending'
$$;
comment on function public.list_guest_pending_orders(text) is
  'Returns a guest''s orders with a pending payment, newest first: [{batch_id, num_cards, plan_type, stripe_session_id}].';

create function public.get_order_for_email(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'order', private.order_as_json(o),
    -- The account's current email, not the one at payment.
    'email', coalesce(u.email::text, o.user_email, o.guest_email),
    'full_name', coalesce(o.return_address ->> 'full_name', p.full_name),
    'is_guest', o.user_id is null,
    'graders', private.graders_of(o),
    'events', private.public_events(o.id, 3),
    'tracking_link', private.tracking_link_as_json(l))
  from (select 1) as one
  left join public.grading_orders o on o.id = p_order_id
  left join auth.users u on u.id = o.user_id
  left join public.profiles p on p.user_id = o.user_id
  left join public.tracking_links l on l.order_id = o.id
$$;

-- Leaves out orders that wait for staff, which would be read every minute.
create function public.list_expired_reservations(
  p_limit integer default 100, p_now timestamptz default now(), p_after text default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('order_id', o.id, 'batch_id', o.batch_id,
    'stripe_session_id', o.stripe_session_id, 'place', o.reservation_expires_at || '/' || o.id)
    order by o.reservation_expires_at, o.id), '[]')
  from (
    select * from public.grading_orders g
    where g.payment_status = 'unpaid' and g.reservation_expires_at <= p_now
      and (g.reservation_expires_at, g.id) > (coalesce(split_part(p_after, '/', 1)::timestamptz, '-infinity'),
        coalesce(split_part(p_after, '/', 2)::uuid, '00000000-0000-0000-0000-000000000000'))
      and not exists (select 1 from public.payment_exceptions e where e.order_id = g.id and e.resolved_at is null)
    order by g.reservation_expires_at, g.id
    limit greatest(p_limit, 0)
  ) o
$$;
comment on function public.list_expired_reservations(integer, timestamptz, text) is
  'Returns unpaid orders past their reservation and without an open exception, oldest first: [{order_id, batch_id,
   stripe_session_id, place}]. p_after: continues after that place.';

create function public.list_pending_payments(
  p_limit integer default 100, p_after text default null, p_now timestamptz default now()
) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('order_id', o.id, 'batch_id', o.batch_id,
    'stripe_session_id', o.session_id, 'place', o.submitted_at || '/' || o.id) order by o.submitted_at, o.id), '[]')
  from (
    select * from (
      (select g.id, g.batch_id, g.submitted_at, g.stripe_session_id as session_id from public.grading_orders g
        where g.payment_status = 'pending' and g.paid_at is null and g.stripe_session_id is not null
          and (g.submitted_at, g.id) > (coalesce(split_part(p_after, '/', 1)::timestamptz, '-infinity'),
            coalesce(split_part(p_after, '/', 2)::uuid, '00000000-0000-0000-0000-000000000000'))
        order by g.submitted_at, g.id limit greatest(p_limit, 0))
      union all
      (select g.id, g.batch_id, g.submitted_at, g.stripe_session_id from public.grading_orders g
        where g.payment_status = 'paid' and g.stripe_payment_intent_id is null and g.stripe_session_id is not null
          and g.paid_at > p_now - interval '21 days' and private.status_before_paid(g.id) = 'pending'
          and (g.submitted_at, g.id) > (coalesce(split_part(p_after, '/', 1)::timestamptz, '-infinity'),
            coalesce(split_part(p_after, '/', 2)::uuid, '00000000-0000-0000-0000-000000000000'))
        order by g.submitted_at, g.id limit greatest(p_limit, 0))
      union all
      -- Otherwise a debit that succeeds after its order was canceled, or paid by another session, is never seen.
      (select g.id, g.batch_id, g.submitted_at, d.session_id
        from public.awaited_debits d join public.grading_orders g on g.id = d.order_id
        where d.until > p_now
          and (g.stripe_session_id is distinct from d.session_id or g.payment_status not in ('pending', 'paid'))
          and (g.submitted_at, g.id) > (coalesce(split_part(p_after, '/', 1)::timestamptz, '-infinity'),
            coalesce(split_part(p_after, '/', 2)::uuid, '00000000-0000-0000-0000-000000000000'))
        order by g.submitted_at, g.id limit greatest(p_limit, 0))
    ) u
    order by u.submitted_at, u.id
    limit greatest(p_limit, 0)
  ) o
$$;
comment on function public.list_pending_payments(integer, text, timestamptz) is
  'Returns orders with a delayed payment, oldest first, including those that staff set to paid and, for three weeks, those canceled
   or paid by another session: [{order_id, batch_id, stripe_session_id, place}]. p_after: continues after that place.';

create function public.purge_abandoned_orders(p_now timestamptz default now(), p_limit integer default 1000)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_id uuid;
  v_deleted integer := 0;
begin
  for v_id in
    select g.id from public.grading_orders g
    where g.paid_at is null and g.payment_status in ('unpaid', 'failed', 'canceled')
      and g.created_at < p_now - interval '30 days' and private.is_abandoned(g, p_now)
    order by g.created_at
    limit greatest(p_limit, 0)
    for update skip locked
  loop
    -- One by one, checked again under the lock: a referenced row stays and stops no other.
    begin
      delete from public.grading_orders o where o.id = v_id and private.is_abandoned(o, p_now);
      if found then
        v_deleted := v_deleted + 1;
      end if;
    exception when foreign_key_violation then
      null;
    end;
  end loop;
  return jsonb_build_object('deleted', v_deleted);
end $$;
comment on function public.purge_abandoned_orders(timestamptz, integer) is
  'Deletes orders that were never paid after 30 days (private.is_abandoned). One with a Checkout Session is deleted once the session
   has ended. Returns {deleted}.';

create function public.link_guest_orders(
  p_user_id uuid, p_guest_key text default null, p_self_confirmed boolean default false
) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_linked integer;
begin
  -- ASCII folding only: other letters may fold onto a stranger''s address. user_id is checked again under the lock. Lock order:
  -- by ID.
  with theirs as (
    select o.id, u.id as owner, u.email from public.grading_orders o
    join auth.users u on lower(coalesce(o.user_email, o.guest_email) collate "C") = lower(u.email::text collate "C")
    where u.id = p_user_id and u.email_confirmed_at is not null and u.email <> ''
      -- Otherwise the password may belong to a stranger who registered the address first.
      and (p_self_confirmed or private.is_unproven(u.id) is false
        or private.is_unproven(u.id) is null and (coalesce(u.encrypted_password, '') = '' or o.guest_key = p_guest_key))
      -- The expression above is indexed. The order's own address decides.
      and lower(o.guest_email collate "C") = lower(u.email::text collate "C")
      and o.user_id is null and o.payment_status = 'paid'
    order by o.id for update of o
  )
  update public.grading_orders o set user_id = t.owner, user_email = t.email,
    change_context = private.change_context('customer', p_user_id)
  from theirs t where o.id = t.id;
  get diagnostics v_linked = row_count;
  return v_linked;
end $$;
comment on function public.link_guest_orders(uuid, text, boolean) is
  'Links the paid guest orders of a confirmed address to its account. Returns how many. p_guest_key: from the browser''s order
   cookie. p_self_confirmed: accepts an address confirmed without email (sandbox only).';

create function private.times_linked(p_order_id uuid) returns integer
language sql stable set search_path = ''
as $$ select count(*)::integer from public.order_events e where e.order_id = p_order_id and e.type = 'linked' $$;
comment on function private.times_linked(uuid) is
  'Returns how often the order has moved into or out of an account. A claim link carries this number, so it works once.';

create function public.list_claimable_orders(
  p_user_id uuid, p_guest_key text default null, p_order_id uuid default null, p_times_linked integer default null
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'own_batch', (
      select coalesce(o.batch_id, 'ORDER-' || upper(left(o.id::text, 8))) from public.grading_orders o
      where o.id = p_order_id and o.user_id = p_user_id),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(c) - 'submitted_at' order by c.has_link desc, c.submitted_at desc), '[]')
      from (
        select o.id, o.batch_id, o.num_cards, o.guest_email, o.submitted_at,
          o.id is not distinct from p_order_id and private.times_linked(o.id) = p_times_linked as has_link,
          exists (select from auth.users u where u.id = p_user_id and u.email_confirmed_at is not null
            and lower(u.email::text collate "C") = lower(o.guest_email collate "C") and private.is_unproven(u.id) is not true) as is_own
        from (
          select * from public.grading_orders g where g.guest_key = p_guest_key
          union
          select * from public.grading_orders l where l.id = p_order_id and private.times_linked(l.id) = p_times_linked
        ) o
        where o.user_id is null and o.payment_status = 'paid' and o.guest_email is not null
        order by has_link desc, o.submitted_at desc limit 5
      ) c))
$$;
comment on function public.list_claimable_orders(uuid, text, uuid, integer) is
  'Returns the orders that the dashboard offers to add, paid for in this browser or named by an opened claim link: {own_batch (the
   link''s order if the account has it already), orders: [{id, batch_id, num_cards, guest_email, has_link, is_own (paid with the
   account''s own address)}]}.';

create function public.enqueue_claim_link(p_order_id uuid, p_user_id uuid, p_guest_key text, p_now timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
begin
  select * into v_order from public.grading_orders o
  where o.id = p_order_id and o.guest_key = p_guest_key and o.user_id is null and o.payment_status = 'paid'
    and o.guest_email is not null;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  insert into public.outbox (dedupe_key, kind, payload)
  values (
    concat_ws(':', 'claim_link', p_order_id, p_user_id, private.times_linked(p_order_id), floor(extract(epoch from p_now) / 3600)),
    'claim_link', jsonb_build_object('order_id', p_order_id, 'to', v_order.guest_email, 'account', private.email_of(p_user_id),
      'times_linked', private.times_linked(p_order_id)))
  on conflict (dedupe_key) do nothing;
  return jsonb_build_object('outcome', 'queued', 'email', v_order.guest_email);
end $$;
comment on function public.enqueue_claim_link(uuid, uuid, text, timestamptz) is
  'Emails a claim link to the address of an order that this browser paid for, once per hour and account. Returns {outcome: queued |
   not_found, email}.';

create function public.claim_order(p_order_id uuid, p_user_id uuid, p_times_linked integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_account text := private.email_of(p_user_id);
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if v_order.user_id = p_user_id then
    return jsonb_build_object('outcome', 'claimed', 'batch_id', v_order.batch_id);
  elsif v_order.id is null or v_order.user_id is not null or v_order.payment_status <> 'paid' or v_order.guest_email is null
    or private.times_linked(p_order_id) <> p_times_linked then
    return jsonb_build_object('outcome', 'claim_refused');
  end if;
  update public.grading_orders o set user_id = p_user_id, user_email = v_account,
    change_context = private.change_context('customer', p_user_id, null, '{"by": "claim_link"}')
  where o.id = p_order_id;
  insert into public.outbox (dedupe_key, kind, payload)
  values ('batch_claimed:' || p_order_id || ':' || p_times_linked, 'batch_claimed', jsonb_build_object('order_id', p_order_id,
    'user_id', p_user_id, 'times_linked', p_times_linked + 1, 'to', v_order.guest_email, 'account', v_account));
  return jsonb_build_object('outcome', 'claimed', 'batch_id', v_order.batch_id);
end $$;
comment on function public.claim_order(uuid, uuid, integer) is
  'Adds a claim link''s guest order to an account and notifies the address that paid. Refused if the order has moved since. Returns
   {outcome: claimed | claim_refused, batch_id}.';

create function public.unclaim_order(
  p_order_id uuid, p_user_id uuid, p_times_linked integer, p_generation integer default null, p_token_hash text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_generation integer;
  v_claimed_at timestamptz;
begin
  perform from public.grading_orders o
  where o.id = p_order_id and o.user_id = p_user_id and o.guest_email is not null for update;
  if not found or private.times_linked(p_order_id) <> p_times_linked then
    return jsonb_build_object('outcome', 'claim_refused');
  end if;
  select max(e.occurred_at) into v_claimed_at from public.order_events e where e.order_id = p_order_id and e.type = 'linked';
  select l.generation into v_generation from public.tracking_links l where l.order_id = p_order_id for update;
  -- Only the server creates tokens.
  if v_generation is distinct from p_generation then
    return jsonb_build_object('outcome', 'link_needed', 'generation', v_generation);
  end if;
  -- Reverts what the account changed (the return address, unless the cards have left) and replaces the tracking link.
  update public.grading_orders o set return_address = q.before
  from (
    select e.data -> 'before' as before from public.order_events e
    where e.order_id = p_order_id and e.type = 'return_address' and e.to_value = 'changed' and e.occurred_at >= v_claimed_at
    order by e.id limit 1) q
  where o.id = p_order_id and o.sent_back_at is null;
  update public.grading_orders o set user_id = null, user_email = null,
    change_context = private.change_context('customer', null, null, '{"by": "email_owner"}')
  where o.id = p_order_id;
  update public.tracking_links l set token_hash = p_token_hash, generation = l.generation + 1, revoked_at = null
  where l.order_id = p_order_id;
  insert into public.outbox (dedupe_key, kind, payload)
  values ('batch_unclaimed:' || p_order_id || ':' || p_times_linked, 'tracking_link',
    jsonb_build_object('order_id', p_order_id, 'is_over', false, 'is_unclaimed', true));
  return jsonb_build_object('outcome', 'removed');
end $$;
comment on function public.unclaim_order(uuid, uuid, integer, integer, text) is
  'Removes a claimed order from the account for the owner of the address that paid, and emails a new tracking link. p_generation and
   p_token_hash: the current link and the next token. Returns {outcome: removed | claim_refused | link_needed (call again with the
   next token), generation}.';
