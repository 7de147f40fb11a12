-- Money that goes back: refunds and disputes, by the payment they are about.

create function private.dollars(p_cents integer) returns text
language sql immutable set search_path = ''
as $$ select '$' || trim(to_char(p_cents::numeric / 100, 'FM999,999,990.00')) $$;

create function public.apply_refund(
  p_payment_intent_id text, p_refunded_cents integer, p_livemode boolean, p_expected_livemode boolean
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_total integer;
  v_refunded integer;
  v_status text;
begin
  if p_payment_intent_id is null or p_refunded_cents is null or p_refunded_cents < 0 then
    raise exception 'apply_refund needs a payment and an amount' using errcode = 'invalid_parameter_value';
  end if;
  select * into v_order from public.grading_orders o
  where o.stripe_payment_intent_id = p_payment_intent_id for update;
  if not found then
    -- Money that fitted no order may go back too: whoever settles that sees it.
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
    return jsonb_build_object('outcome', 'duplicate', 'order', private.order_as_json(v_order));
  end if;

  v_refunded := v_order.refunded_cents;
  v_status := case
    when p_refunded_cents = v_total and v_order.payment_status in ('paid', 'pending') then 'canceled'
    -- A refund that failed later: we hold the money again, so it counts again.
    when v_refunded = v_total and v_order.payment_status = 'canceled' then 'paid'
    else v_order.payment_status end;
  perform private.set_actor('stripe');
  update public.grading_orders o
  set refunded_cents = p_refunded_cents, payment_status = v_status,
      review_reason = case when p_refunded_cents < v_refunded then 'refund_failed' else o.review_reason end
  where o.id = v_order.id
  returning * into v_order;
  perform private.set_actor('stripe', null, format('Refunded %s of %s',
    private.dollars(p_refunded_cents), private.dollars(v_total)));
  perform private.add_order_event(v_order.id, 'refunded', private.dollars(v_refunded),
    private.dollars(p_refunded_cents), true);
  return jsonb_build_object('outcome', case when p_refunded_cents = v_total then 'refunded' else 'partial' end,
    'order', private.order_as_json(v_order));
end $$;
comment on function public.apply_refund(text, integer, boolean, boolean) is
  'p_refunded_cents: all that was refunded of this payment so far, as Stripe says now; less than before when a refund has
   failed. All of it cancels the order and frees its quota, a part is noted and frees none. {outcome, order}; outcome:
   refunded | partial | duplicate | exception | noted (money of no order, kept with its exception) | unknown.';

create function public.apply_dispute(p_payment_intent_id text, p_status text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_former text;
begin
  select * into v_order from public.grading_orders o
  where o.stripe_payment_intent_id = p_payment_intent_id for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown', 'order', null);
  elsif v_order.dispute_status is not distinct from p_status then
    return jsonb_build_object('outcome', 'duplicate', 'order', private.order_as_json(v_order));
  end if;
  v_former := v_order.dispute_status;
  perform private.set_actor('stripe');
  update public.grading_orders o set dispute_status = p_status where o.id = v_order.id returning * into v_order;
  perform private.add_order_event(v_order.id, 'dispute_status', v_former, p_status, false);
  return jsonb_build_object('outcome', 'noted', 'order', private.order_as_json(v_order));
end $$;
comment on function public.apply_dispute(text, text) is
  'What Stripe says of a dispute about this payment, for staff alone. {outcome: noted | duplicate | unknown, order}.';

select private.apply_grants();
