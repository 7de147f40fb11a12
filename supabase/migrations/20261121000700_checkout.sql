-- What a payment session does to its order: one locked, sticky transition, called by the webhook, the confirmation
-- page and the reconcile job with what Stripe says now.

create function private.note_payment_exception(
  p_session_id text, p_order_id uuid, p_reason text, p_detail jsonb
) returns void
language sql set search_path = ''
as $$
  insert into public.payment_exceptions (stripe_session_id, order_id, reason, detail)
  values (p_session_id, (select o.id from public.grading_orders o where o.id = p_order_id), p_reason,
    p_detail || jsonb_build_object('order_id', p_order_id))
  on conflict (stripe_session_id, reason) do nothing
$$;

create function private.address_of_profile(p_user_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object('full_name', p.full_name, 'phone', p.phone,
    'address_line1', p.address_line1, 'address_line2', p.address_line2, 'city', p.city, 'state', p.state,
    'postal_code', p.postal_code, 'country', p.country))
  from public.profiles p
  where p.user_id = p_user_id and p.is_complete
$$;

create function private.mark_order_paid(
  p_order public.grading_orders, p_session_id text, p_amount_cents integer, p_payment_intent_id text,
  p_receipt_url text, p_email text, p_shipping jsonb, p_now timestamptz
) returns public.grading_orders
language plpgsql set search_path = ''
as $$
declare
  v_email text := nullif(lower(trim(p_email) collate "C"), '');
  v_paid public.grading_orders;
begin
  update public.grading_orders o set
    payment_status = 'paid',
    paid_at = p_now,
    total_paid = p_amount_cents::numeric / 100,
    stripe_session_id = p_session_id,
    stripe_payment_intent_id = p_payment_intent_id,
    receipt_url = coalesce(p_receipt_url, o.receipt_url),
    reservation_expires_at = null,
    guest_email = case when o.user_id is null then coalesce(v_email, o.guest_email) else o.guest_email end,
    return_address = coalesce(o.return_address,
      case when jsonb_typeof(p_shipping) = 'object' then p_shipping end, private.address_of_profile(o.user_id)),
    -- Money that has been taken always wins; where it came unexpectedly, staff look at it.
    review_reason = case
      when o.payment_status in ('canceled', 'failed') then 'paid_after_' || o.payment_status
      when o.payment_status = 'unpaid' and o.reservation_expires_at < p_now
        and o.plan_type in ('starter', 'pro', 'elite') then 'paid_after_reservation'
      else o.review_reason end
  where o.id = p_order.id
  returning * into v_paid;
  insert into public.outbox (dedupe_key, kind, payload, created_at, next_attempt_at)
  values ('order_confirmation:' || v_paid.id, 'order_confirmation',
    jsonb_build_object('order_id', v_paid.id), p_now, p_now)
  on conflict (dedupe_key) do nothing;
  return v_paid;
end $$;

create function private.outcome_of(p_order public.grading_orders, p_session_id text, p_status text) returns text
language sql immutable set search_path = ''
as $$
  select case when p_order.payment_status = p_status and p_order.stripe_session_id = p_session_id
    then p_status else 'noop' end
$$;

create function public.apply_checkout(
  p_session_id text,
  p_order_id uuid,
  p_session_status text,
  p_payment_status text,
  p_amount_cents integer,
  p_currency text,
  p_livemode boolean,
  p_expected_livemode boolean,
  p_payment_intent_id text default null,
  p_receipt_url text default null,
  p_email text default null,
  p_shipping jsonb default null,
  p_async_failed boolean default false,
  p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_is_paid boolean := p_payment_status in ('paid', 'no_payment_required');
  v_outcome text;
  v_problem text;
  v_former_session text;
  v_detail jsonb := jsonb_build_object('amount_cents', p_amount_cents, 'currency', p_currency,
    'payment_intent_id', p_payment_intent_id, 'livemode', p_livemode);
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    -- A session that took nothing may well have outlived its purged order.
    if not v_is_paid and p_session_status is distinct from 'complete' then
      return jsonb_build_object('outcome', 'noop', 'order', null);
    end if;
    perform private.note_payment_exception(p_session_id, p_order_id, 'order_not_found', v_detail);
    return jsonb_build_object('outcome', 'exception', 'reason', 'order_not_found', 'order', null);
  end if;

  v_former_session := v_order.stripe_session_id;
  perform private.set_actor('stripe');

  if p_livemode is distinct from p_expected_livemode then
    v_problem := 'livemode_mismatch';
  elsif exists (select 1 from public.grading_orders o
                where o.stripe_session_id = p_session_id and o.id <> p_order_id) then
    v_problem := 'payment_of_another_order';
  elsif v_order.paid_at is not null then
    -- Sticky: once settled nothing is applied again, also if staff have changed the status by hand since.
    if v_former_session is distinct from p_session_id then
      if v_is_paid then v_problem := 'second_payment'; else v_outcome := 'noop'; end if;
    elsif v_is_paid and v_order.stripe_payment_intent_id is null and p_payment_intent_id is not null then
      -- Marked paid by hand while this session was still payable.
      v_problem := 'second_payment';
    else
      v_outcome := 'duplicate';
    end if;
  elsif v_is_paid and lower(p_currency) is distinct from v_order.currency then
    v_problem := 'currency_mismatch';
  elsif v_is_paid and p_amount_cents is distinct from (v_order.grading_fee * 100)::integer then
    v_problem := 'amount_mismatch';
  elsif v_is_paid then
    begin
      v_order := private.mark_order_paid(v_order, p_session_id, p_amount_cents, p_payment_intent_id,
        p_receipt_url, p_email, private.unwrapped(p_shipping), p_now);
      v_outcome := 'fulfilled';
    exception when unique_violation then
      v_problem := 'payment_of_another_order';
    end;
  elsif p_async_failed then
    if v_order.payment_status in ('unpaid', 'pending') and coalesce(v_former_session, p_session_id) = p_session_id then
      update public.grading_orders o
      set payment_status = 'failed', reservation_expires_at = null, stripe_session_id = p_session_id
      where o.id = v_order.id returning * into v_order;
    end if;
    v_outcome := private.outcome_of(v_order, p_session_id, 'failed');
  elsif p_session_status = 'complete' then
    -- Money is under way (a delayed method): holds its quota until Stripe says how it ended.
    if v_order.payment_status = 'unpaid' then
      update public.grading_orders o
      set payment_status = 'pending', reservation_expires_at = null, stripe_session_id = p_session_id
      where o.id = v_order.id returning * into v_order;
    end if;
    v_outcome := private.outcome_of(v_order, p_session_id, 'pending');
  elsif p_session_status = 'expired' then
    if v_order.payment_status = 'unpaid' and coalesce(v_former_session, p_session_id) = p_session_id then
      update public.grading_orders o
      set payment_status = 'canceled', reservation_expires_at = null, stripe_session_id = p_session_id
      where o.id = v_order.id returning * into v_order;
    end if;
    v_outcome := private.outcome_of(v_order, p_session_id, 'canceled');
  else
    v_outcome := 'noop';
  end if;

  if v_problem is not null then
    perform private.note_payment_exception(p_session_id, p_order_id, v_problem, v_detail);
    v_outcome := 'exception';
  end if;
  return jsonb_build_object('outcome', v_outcome, 'reason', v_problem, 'order', private.order_as_json(v_order),
    'superseded_session_id',
    case when v_former_session <> v_order.stripe_session_id then v_former_session end);
end $$;
comment on function public.apply_checkout is
  'unpaid -> pending|paid|failed|canceled, pending -> paid|failed, failed|canceled -> paid (flagged); nothing else.
   {outcome, reason, order, superseded_session_id}; outcome: fulfilled | duplicate | pending | failed | canceled |
   noop | exception (reason says which, and is in payment_exceptions). The same delivery again gives the same
   answer, except fulfilled, which is said once. A superseded session may still be payable: expire it.';
