-- Cancellation by the customer before arrival: refunded at once if not shipped, else a request for staff.

create function private.cancel_facts(p_order public.grading_orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_request public.refund_requests;
begin
  -- The refund of a cancellation has the order's own ID, so it's made once.
  select * into v_request from public.refund_requests r where r.id = p_order.id;
  return jsonb_build_object(
    'cancel_mode', case
      when v_request.status = 'started' then 'refunding'
      when p_order.inbound_shipped_at is null and p_order.stripe_payment_intent_id is not null
        and (p_order.total_paid * 100)::integer > p_order.refunded_cents
        and v_request.status is distinct from 'done'
        and private.set_aside_reason(p_order.payment_status, p_order.refunded_cents,
          (select a.dispute_status from public.order_admin a where a.order_id = p_order.id)) is null
        and not exists (select from public.order_adjustments a where a.order_id = p_order.id and a.paid_cents > a.refunded_cents)
        then 'by_itself'
      else 'by_staff' end,
    'cancel_refund', case
      when p_order.payment_status = 'canceled' and p_order.refunded_cents > 0
        then jsonb_build_object('state', 'made', 'cents', p_order.refunded_cents, 'at', coalesce((
          select max(e.occurred_at) from public.order_events e
          where e.order_id = p_order.id and e.type = 'payment_status' and e.to_value = 'canceled'), p_order.updated_at))
      -- A refund that is done didn't last. Otherwise the order would be canceled.
      when p_order.payment_status = 'paid' and p_order.cancel_requested_at is not null and v_request.id is not null
        then jsonb_build_object('state', case v_request.status when 'started' then 'started' else 'failed' end,
          'cents', v_request.amount_cents, 'at', v_request.updated_at) end);
end $$;
comment on function private.cancel_facts(public.grading_orders) is
  'Returns {cancel_mode, cancel_refund}. cancel_mode, of a paid order that hasn''t arrived: by_itself (refunded at once) | refunding
   | by_staff (shipped, not paid by card, disputed, with paid extra cards, or after a reversed refund). cancel_refund: {state:
   started | made | failed (staff settle it), cents, at} or null.';

create function public.begin_cancellation(
  p_order_id uuid, p_user_id uuid, p_guest_key text, p_token_hash text, p_amount_cents integer
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_request public.refund_requests;
  v_left integer;
  v_is_by_itself boolean;
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found or not private.may_decide(v_order, p_user_id, p_guest_key,
    -- A tracking link can't refund an account's order.
    case when v_order.user_id is null then p_token_hash end) then
    return jsonb_build_object('outcome', 'not_found');
  elsif v_order.payment_status = 'canceled' then
    return jsonb_build_object('outcome', 'canceled_before');
  elsif v_order.payment_status <> 'paid' then
    return jsonb_build_object('outcome', 'cancel_not_paid');
  elsif v_order.arrived_at is not null or v_order.received_at is not null or v_order.fulfillment_status <> 'not_received' then
    return jsonb_build_object('outcome', 'cancel_arrived');
  end if;
  select * into v_request from public.refund_requests r where r.id = p_order_id;
  if exists (select from public.refund_requests r
      where r.order_id = p_order_id and r.status = 'started' and r.id <> p_order_id)
    or v_request.status = 'started' and v_request.updated_at > now() - interval '1 minute' then
    return jsonb_build_object('outcome', 'in_progress');
  end if;
  v_left := (v_order.total_paid * 100)::integer - v_order.refunded_cents;
  v_is_by_itself := private.cancel_facts(v_order) ->> 'cancel_mode' <> 'by_staff';
  if v_is_by_itself and v_request.status is distinct from 'started' and p_amount_cents is distinct from v_left then
    return jsonb_build_object('outcome', 'cancel_changed');
  elsif not v_is_by_itself and v_order.cancel_requested_at is not null then
    return jsonb_build_object('outcome', 'asked_before');
  end if;
  if v_order.cancel_requested_at is null then
    update public.grading_orders o set cancel_requested_at = now() where o.id = p_order_id;
    perform private.add_order_event(p_order_id, 'cancel_asked', null, null, true, private.change_context('customer', p_user_id));
  end if;
  if not v_is_by_itself then
    return jsonb_build_object('outcome', 'asked');
  end if;
  return jsonb_build_object('outcome', 'started') || private.start_refund(p_order_id, p_order_id, v_left,
    'Canceled by its customer before it was shipped', v_order.stripe_payment_intent_id,
    private.change_context('customer', p_user_id));
end $$;
comment on function public.begin_cancellation(uuid, uuid, text, text, integer) is
  'Cancels an order for its customer: records a refund of the rest before Stripe is called, or a request for staff
   (private.cancel_facts). Returns {outcome, request?, is_first?, payment_intent_id?}; outcome: started | asked | asked_before |
   in_progress | canceled_before | cancel_changed (not the amount shown) | cancel_arrived | cancel_not_paid | not_found (also: not
   theirs).';

create function public.withdraw_cancellation(p_order_id uuid, p_user_id uuid, p_guest_key text, p_token_hash text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found or not private.may_decide(v_order, p_user_id, p_guest_key,
    case when v_order.user_id is null then p_token_hash end) then
    return jsonb_build_object('outcome', 'not_found');
  elsif v_order.cancel_requested_at is null then
    return jsonb_build_object('outcome', 'not_asked');
  elsif v_order.payment_status <> 'paid'
    or exists (select from public.refund_requests r where r.order_id = p_order_id and r.status = 'started') then
    return jsonb_build_object('outcome', 'cancel_in_progress');
  end if;
  update public.grading_orders o set cancel_requested_at = null where o.id = p_order_id;
  perform private.add_order_event(p_order_id, 'cancel_withdrawn', null, null, true, private.change_context('customer', p_user_id));
  return jsonb_build_object('outcome', 'withdrawn');
end $$;
comment on function public.withdraw_cancellation(uuid, uuid, text, text) is
  'Withdraws a customer''s request to cancel. Returns {outcome: withdrawn | not_asked | cancel_in_progress (refunded or being
   refunded) | not_found (also: not theirs)}.';

create function public.staff_decline_cancellation(p_actor uuid, p_order_id uuid, p_version integer, p_words text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_words text := nullif(btrim(p_words), '');
  v_before jsonb;
  v_action_id uuid := gen_random_uuid();
begin
  perform private.require_actor(p_actor);
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('outcome', 'order_not_found');
  elsif v_order.cancel_requested_at is null or v_order.payment_status <> 'paid' then
    return jsonb_build_object('outcome', 'cancel_not_asked');
  elsif v_order.version is distinct from p_version then
    return jsonb_build_object('outcome', 'order_changed', 'order', private.desk_orders(array[p_order_id]) -> 0,
      'changes', private.events_as_json(p_order_id, coalesce(p_version, 0)));
  elsif exists (select from public.refund_requests r where r.order_id = p_order_id and r.status = 'started') then
    return jsonb_build_object('outcome', 'cancel_in_progress');
  end if;
  v_before := private.order_snapshot(p_order_id);
  update public.grading_orders o set cancel_requested_at = null where o.id = p_order_id returning * into v_order;
  perform private.add_order_event(p_order_id, 'cancel_declined', null, null, true, private.change_context('staff', p_actor, v_words));
  insert into public.outbox (dedupe_key, kind, payload, next_attempt_at)
  select 'cancel_declined:' || p_order_id || ':' || v_order.version, 'cancel_declined',
    jsonb_build_object('order_id', p_order_id, 'words', v_words), now() + private.undo_time()
  where private.mail_address_of(v_order) is not null
  on conflict (dedupe_key) do nothing;
  perform private.note_action(v_action_id, 'cancel_declined', p_actor, p_order_id, v_before);
  return jsonb_build_object('outcome', 'declined', 'action_id', v_action_id, 'order', private.desk_orders(array[p_order_id]) -> 0);
end $$;
comment on function public.staff_decline_cancellation(uuid, uuid, integer, text) is
  'Declines a request to cancel and emails the customer after the undo time. To accept it, staff refund the order. Returns {outcome,
   action_id?, order?, changes?}; outcome: declined | order_changed | cancel_not_asked | cancel_in_progress | order_not_found.';
