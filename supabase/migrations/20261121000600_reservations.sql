-- From "pay" to Stripe's page: reserve quota and the order row, then tie the payment session to it.

create function private.order_as_json(p_order public.grading_orders) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when p_order.id is null then null else to_jsonb(p_order) - 'search_text' end
$$;
comment on function private.order_as_json(public.grading_orders) is 'As the server gets it: all columns but the search text.';

create function public.reserve_order(
  p_user_id uuid,
  p_user_email text,
  p_guest_key text,
  p_batch_id text,
  p_plan_type text,
  p_num_cards integer,
  p_rate_cents integer,
  p_monthly_limit integer default null,
  p_notes text default null,
  p_placed_by_admin boolean default false,
  p_return_address jsonb default null,
  p_now timestamptz default now()
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
  -- One owner at a time: all that follows sees what the former call has written.
  perform pg_advisory_xact_lock(hashtextextended('reserve_order/' || v_owner, 0));

  select * into v_order from public.grading_orders o where o.batch_id = p_batch_id for update;
  if found then
    if v_order.user_id is distinct from p_user_id
      or (p_user_id is null and v_order.guest_key is distinct from p_guest_key) then
      return jsonb_build_object('outcome', 'batch_taken');
    elsif v_order.paid_at is not null or v_order.payment_status in ('paid', 'pending') then
      return jsonb_build_object('outcome', 'already_paid', 'order', private.order_as_json(v_order));
    elsif v_order.payment_status = 'unpaid' and v_order.reservation_expires_at > p_now
      and v_order.num_cards = p_num_cards and v_order.plan_type = p_plan_type
      and v_order.rate_cents = p_rate_cents then
      update public.grading_orders o set notes = p_notes
      where o.id = v_order.id and o.notes is distinct from p_notes
      returning * into v_order;
      if not found then
        select * into v_order from public.grading_orders o where o.batch_id = p_batch_id;
      end if;
      return jsonb_build_object('outcome', 'replay', 'order', private.order_as_json(v_order));
    end if;
    -- Also an open order of other content: the new id's call then meets it as open_checkout.
    return jsonb_build_object('outcome', 'batch_taken');
  end if;

  select jsonb_agg(jsonb_build_object(
      'order_id', o.id, 'batch_id', o.batch_id, 'stripe_session_id', o.stripe_session_id) order by o.created_at)
    into v_open
  from public.grading_orders o
  where o.payment_status = 'unpaid' and o.paid_at is null and o.reservation_expires_at > p_now
    and (o.user_id = p_user_id or (p_user_id is null and o.guest_key = p_guest_key and o.user_id is null));
  if v_open is not null then
    return jsonb_build_object('outcome', 'open_checkout', 'open_checkouts', v_open);
  end if;

  if p_monthly_limit is not null then
    select coalesce(sum(o.num_cards), 0) into v_used
    from public.grading_orders o
    where o.user_id = p_user_id and o.quota_month = v_month
      and o.plan_type in ('starter', 'pro', 'elite') and not o.placed_by_admin
      and (o.payment_status in ('paid', 'pending')
        or (o.payment_status = 'unpaid' and o.reservation_expires_at > p_now));
    if v_used + p_num_cards > p_monthly_limit then
      return jsonb_build_object('outcome', 'quota_exceeded', 'remaining', greatest(p_monthly_limit - v_used, 0));
    end if;
  end if;

  perform private.set_actor('customer', p_user_id);
  insert into public.grading_orders (batch_id, user_id, user_email, guest_key, plan_type, num_cards, rate_cents,
    grading_fee, notes, quota_month, reservation_expires_at, placed_by_admin, return_address, submitted_at)
  values (p_batch_id, p_user_id, case when p_user_id is not null then nullif(trim(p_user_email), '') end,
    case when p_user_id is null then p_guest_key end, p_plan_type, p_num_cards, p_rate_cents,
    p_num_cards::numeric * p_rate_cents / 100, p_notes, v_month, p_now + interval '40 minutes',
    coalesce(p_placed_by_admin, false), private.unwrapped(p_return_address), p_now)
  on conflict (batch_id) do nothing
  returning * into v_order;
  if not found then
    -- Another owner took the id between our look and our insert.
    return jsonb_build_object('outcome', 'batch_taken');
  end if;
  return jsonb_build_object('outcome', 'reserved', 'order', private.order_as_json(v_order),
    'remaining', p_monthly_limit - v_used - p_num_cards);
end $$;
comment on function public.reserve_order is
  'Takes quota and writes the unpaid order in one step, one owner at a time. {outcome, order?, remaining?,
   open_checkouts?}; outcome: reserved | replay | already_paid | batch_taken | open_checkout | quota_exceeded.
   p_monthly_limit null: no limit. The reservation (40 min) outlives the payment page (31 min) by a grace.';

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
  '{attached, order}. Not attached: the order moved on; the caller expires the session it has just made.';

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
  'A new idempotency key after Stripe has stored a failure. With p_from_attempt, of several callers only one raises it.';

create function public.cancel_reservation(p_order_id uuid, p_reason text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_canceled boolean;
begin
  perform private.set_actor('system', null, null,
    case when p_reason is not null then jsonb_build_object('reason', p_reason) end);
  update public.grading_orders o set payment_status = 'canceled', reservation_expires_at = null
  where o.id = p_order_id and o.payment_status = 'unpaid' and o.paid_at is null and o.stripe_session_id is null;
  v_canceled := found;
  select * into v_order from public.grading_orders o where o.id = p_order_id;
  return jsonb_build_object('canceled', v_canceled, 'order', private.order_as_json(v_order));
end $$;
comment on function public.cancel_reservation(uuid, text) is
  'Frees the quota of an order that has no payment session. With a session, Stripe is asked first: apply_checkout.';
