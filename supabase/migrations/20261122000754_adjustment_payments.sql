-- Payments and refunds of proposals. Extra cards within the monthly quota (memberships migration) keep the order's rate.

create function private.payable_as_json(p_adjustment public.order_adjustments, p_order public.grading_orders) returns jsonb
language sql stable set search_path = ''
as $$
  select private.adjustment_as_json(p_adjustment) || jsonb_build_object('batch_id', p_order.batch_id,
    'email', private.mail_address_of(p_order), 'checkout_attempt', p_adjustment.checkout_attempt,
    'reservation_expires_at', p_adjustment.reservation_expires_at, 'stripe_session_id', p_adjustment.stripe_session_id)
$$;
comment on function private.payable_as_json(public.order_adjustments, public.grading_orders) is
  'Returns a proposal with what its Checkout page needs, for the server only.';

create function private.extra_price(
  p_order public.grading_orders, p_qty integer, p_now timestamptz, p_except uuid, out fits boolean, out unit_cents integer
)
language plpgsql stable set search_path = ''
as $$
declare
  -- The limits and the pay-as-you-go rate of lib/base/plans.ts. A test compares them.
  v_limit integer := case p_order.plan_type when 'starter' then 100 when 'pro' then 500 when 'elite' then 1000 end;
begin
  -- Neither staff nor orders without a membership have a quota.
  if p_order.user_id is not null and p_order.quota_month is not null and v_limit is not null then
    select m.used + m.held + p_qty <= v_limit into fits
    from private.month_use(p_order.user_id, date_trunc('month', p_now at time zone 'utc')::date, p_now, p_except) m;
  end if;
  unit_cents := case when fits is false then greatest(2500, p_order.rate_cents) else p_order.rate_cents end;
end $$;
comment on function private.extra_price(public.grading_orders, integer, timestamptz, uuid) is
  'Returns fits (whether the extra cards are within this month''s quota; null without one) and unit_cents (the order''s rate while
   all fit, else the pay-as-you-go rate).';

create function public.get_adjustment(
  p_adjustment_id uuid, p_user_id uuid default null, p_guest_key text default null, p_token_hash text default null,
  p_is_for_server boolean default false
) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('adjustment', (
    select private.payable_as_json(a, o) from public.order_adjustments a
    join public.grading_orders o on o.id = a.order_id
    where a.id = p_adjustment_id and (p_is_for_server or private.may_decide(o, p_user_id, p_guest_key, p_token_hash))))
$$;
comment on function public.get_adjustment(uuid, uuid, text, text, boolean) is
  'Returns {adjustment (private.payable_as_json)}, or null unless the caller may decide it. p_is_for_server: for emails and jobs.';

create function public.reserve_adjustment(
  p_adjustment_id uuid, p_user_id uuid, p_guest_key text, p_token_hash text, p_amount_cents integer,
  p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_adjustment public.order_adjustments;
  v_order public.grading_orders;
  v_from text;
  v_price record;
begin
  select o.* into v_order from public.order_adjustments a join public.grading_orders o on o.id = a.order_id
  where a.id = p_adjustment_id;
  -- Lock order: the quota before the order, as in reserve_order.
  perform pg_advisory_xact_lock(hashtextextended('reserve_order/'
    || coalesce('user:' || v_order.user_id, 'guest:' || v_order.guest_key, 'order:' || v_order.id, ''), 0));
  v_adjustment := private.locked_adjustment(p_adjustment_id);
  v_from := v_adjustment.status;
  select * into v_order from public.grading_orders o where o.id = v_adjustment.order_id;
  if v_adjustment.id is null or v_adjustment.kind = 'short'
    or not private.may_decide(v_order, p_user_id, p_guest_key, p_token_hash) then
    return jsonb_build_object('outcome', 'not_found');
  elsif v_adjustment.is_pending then
    return jsonb_build_object('outcome', 'adjustment_in_progress');
  elsif v_adjustment.paid_at is not null then
    return jsonb_build_object('outcome', 'adjustment_paid');
  elsif v_adjustment.status in ('declined', 'withdrawn', 'refunded') or v_order.payment_status <> 'paid' then
    return jsonb_build_object('outcome',
      case when v_adjustment.status = 'withdrawn' then 'adjustment_withdrawn' else 'adjustment_decided' end);
  elsif v_adjustment.reservation_expires_at > p_now then
    if v_adjustment.amount_cents <> p_amount_cents then
      return jsonb_build_object('outcome', 'adjustment_price_changed');
    end if;
    return jsonb_build_object('outcome', 'replay', 'adjustment', private.payable_as_json(v_adjustment, v_order));
  elsif v_adjustment.status = 'expired' or v_adjustment.deadline_at <= p_now
    or (v_adjustment.kind = 'upcharge') <> private.was_sent(v_order) then
    return jsonb_build_object('outcome', 'adjustment_too_late');
  elsif v_adjustment.stripe_session_id is not null and v_adjustment.reservation_expires_at is not null then
    return jsonb_build_object('outcome', 'session_unresolved', 'stripe_session_id', v_adjustment.stripe_session_id);
  end if;
  select * into v_price from private.extra_price(v_order, v_adjustment.qty, p_now, v_adjustment.id);
  if v_adjustment.kind = 'extra' and v_price.unit_cents <> v_adjustment.unit_cents then
    update public.order_adjustments a set unit_cents = v_price.unit_cents, amount_cents = a.qty * v_price.unit_cents
    where a.id = v_adjustment.id returning * into v_adjustment;
  end if;
  if v_adjustment.amount_cents <> p_amount_cents then
    return jsonb_build_object('outcome', 'adjustment_price_changed');
  end if;
  update public.order_adjustments a set status = 'accepted', chosen_option = 'pay', decided_at = coalesce(a.decided_at, p_now),
    reservation_expires_at = p_now + interval '40 minutes', next_look_at = p_now + interval '40 minutes',
    checkout_attempt = a.checkout_attempt + 1, stripe_session_id = null,
    user_id = case when a.kind = 'extra' and v_price.fits then v_order.user_id end,
    quota_month = case when a.kind = 'extra' and v_price.fits then date_trunc('month', p_now at time zone 'utc')::date end
  where a.id = v_adjustment.id returning * into v_adjustment;
  if v_from <> v_adjustment.status then
    perform private.note_adjustment(v_adjustment, v_from, private.change_context('customer', p_user_id));
  end if;
  return jsonb_build_object('outcome', 'reserved', 'adjustment', private.payable_as_json(v_adjustment, v_order));
end $$;
comment on function public.reserve_adjustment(uuid, uuid, text, text, integer, timestamptz) is
  'Accepts an extra charge and holds its quota for the Checkout page, under the lock of reserve_order. p_amount_cents: what the
   customer saw. Returns {outcome, adjustment?}; outcome: reserved | replay (its page is open) | session_unresolved (apply that session first)
   | adjustment_price_changed | adjustment_paid | adjustment_in_progress | adjustment_withdrawn | adjustment_decided |
   adjustment_too_late | not_found (also: not theirs, or nothing to pay).';

create function public.attach_adjustment_session(p_adjustment_id uuid, p_session_id text, p_attempt integer) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.locked_adjustment(p_adjustment_id);
  if p_session_id is not null then
    update public.order_adjustments a set stripe_session_id = p_session_id
    where a.id = p_adjustment_id and a.checkout_attempt = p_attempt and a.paid_at is null and a.status = 'accepted'
      and (a.stripe_session_id is null or a.stripe_session_id = p_session_id);
  else
    update public.order_adjustments a set reservation_expires_at = null,
      next_look_at = case when a.status in ('proposed', 'accepted') then a.deadline_at end
    where a.id = p_adjustment_id and a.checkout_attempt = p_attempt and a.stripe_session_id is null
      and a.reservation_expires_at is not null;
  end if;
  return jsonb_build_object('attached', found);
end $$;
comment on function public.attach_adjustment_session(uuid, text, integer) is
  'Attaches a Checkout Session to a reservation, or without one frees the reservation. Returns {attached}: false if the proposal has
   moved on, so expire the session. With a session, use apply_adjustment_checkout instead.';

create function public.apply_adjustment_checkout(
  p_session_id text, p_adjustment_id uuid, p_session_status text, p_payment_status text, p_amount_cents integer, p_currency text,
  p_livemode boolean, p_expected_livemode boolean, p_payment_intent_id text default null, p_receipt_url text default null,
  p_async_failed boolean default false, p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_adjustment public.order_adjustments := private.locked_adjustment(p_adjustment_id);
  v_order public.grading_orders;
  v_is_paid boolean := p_payment_status in ('paid', 'no_payment_required');
  v_former_session text := v_adjustment.stripe_session_id;
  v_is_own boolean := v_former_session is null or v_former_session = p_session_id;
  -- The session's outcome is unknown. A stale read of a finished one must not hold quota again.
  v_is_awaited boolean := v_is_own
    and (v_former_session is null or v_adjustment.is_pending or v_adjustment.reservation_expires_at is not null);
  v_from text := v_adjustment.status;
  v_is_held boolean := v_adjustment.is_pending or coalesce(v_adjustment.reservation_expires_at > p_now, false);
  v_outcome text;
  v_problem text;
  v_detail jsonb := jsonb_build_object('amount_cents', p_amount_cents, 'currency', p_currency,
    'payment_intent_id', p_payment_intent_id, 'livemode', p_livemode, 'adjustment_id', p_adjustment_id);
begin
  if v_adjustment.id is null then
    if not v_is_paid and p_session_status is distinct from 'complete' then
      return jsonb_build_object('outcome', 'noop', 'adjustment', null);
    end if;
    perform private.note_payment_exception(p_session_id, null, 'order_not_found', v_detail);
    return jsonb_build_object('outcome', 'exception', 'reason', 'order_not_found', 'adjustment', null);
  end if;
  select * into v_order from public.grading_orders o where o.id = v_adjustment.order_id;
  if p_livemode is distinct from p_expected_livemode then
    v_problem := 'livemode_mismatch';
  elsif v_adjustment.paid_at is not null then
    if v_former_session is not distinct from p_session_id then
      v_outcome := 'duplicate';
    elsif v_is_paid then
      v_problem := 'second_payment';
    else
      v_outcome := 'noop';
    end if;
  elsif v_is_paid and lower(p_currency) is distinct from v_order.currency then
    v_problem := 'currency_mismatch';
  elsif v_is_paid and p_amount_cents is distinct from v_adjustment.amount_cents
    and not exists (select 1 from public.payment_exceptions e where e.stripe_session_id = p_session_id
      and e.accepted_cents = p_amount_cents) then
    v_problem := 'amount_mismatch';
  elsif v_is_paid then
    begin
      update public.order_adjustments a set status = 'paid', chosen_option = 'pay', paid_at = p_now, paid_cents = p_amount_cents,
        stripe_session_id = p_session_id, stripe_payment_intent_id = p_payment_intent_id, receipt_url = p_receipt_url,
        reservation_expires_at = null, is_pending = false, next_look_at = null, decided_at = coalesce(a.decided_at, p_now)
      where a.id = v_adjustment.id returning * into v_adjustment;
      perform private.note_adjustment(v_adjustment, v_from, private.change_context('stripe'), 'adjustment_decided');
      -- Money taken always wins. Flagged when the cards may already be on their way back.
      if v_from in ('declined', 'expired', 'withdrawn') or v_order.payment_status <> 'paid'
        or v_order.submission_status in ('completed', 'delivered')
        -- Extra cards are paid for before the shipment to the grader, upcharges after it.
        or (v_adjustment.kind = 'upcharge') <> private.was_sent(v_order)
        -- Its hold expired and other cards used the quota.
        or v_adjustment.quota_month is not null and not v_is_held
          and (private.extra_price(v_order, 0, p_now, null)).fits is false then
        perform private.note_payment_exception(p_session_id, v_order.id, 'late_adjustment', v_detail);
      end if;
      v_outcome := 'fulfilled';
    exception when unique_violation then
      v_problem := 'payment_of_another_order';
    end;
  elsif p_async_failed or p_session_status = 'expired' then
    if v_is_awaited and (p_async_failed or v_adjustment.reservation_expires_at is not null) then
      update public.order_adjustments a set is_pending = false, reservation_expires_at = null, stripe_session_id = p_session_id,
        next_look_at = case when a.status in ('proposed', 'accepted') then a.deadline_at end
      where a.id = v_adjustment.id returning * into v_adjustment;
    end if;
    v_outcome := case when p_async_failed then 'failed' else 'canceled' end;
  elsif p_session_status = 'complete' then
    if v_is_awaited then
      -- Holds its quota until Stripe reports the outcome. Paying accepts the proposal.
      update public.order_adjustments a set is_pending = true, reservation_expires_at = null, stripe_session_id = p_session_id,
        next_look_at = p_now + interval '1 hour', status = case a.status when 'proposed' then 'accepted' else a.status end,
        chosen_option = case a.status when 'proposed' then 'pay' else a.chosen_option end,
        decided_at = case a.status when 'proposed' then p_now else a.decided_at end
      where a.id = v_adjustment.id returning * into v_adjustment;
      if v_from <> v_adjustment.status then
        perform private.note_adjustment(v_adjustment, v_from, private.change_context('stripe'));
      end if;
    end if;
    v_outcome := 'pending';
  else
    v_outcome := 'noop';
  end if;
  if v_problem is not null then
    perform private.note_payment_exception(p_session_id, v_order.id, v_problem, v_detail);
    v_outcome := 'exception';
  end if;
  return jsonb_build_object('outcome', v_outcome, 'reason', v_problem, 'adjustment', private.adjustment_as_json(v_adjustment),
    'superseded_session_id', case when v_former_session <> v_adjustment.stripe_session_id then v_former_session end);
end $$;
comment on function public.apply_adjustment_checkout is
  'Applies a Checkout Session of a proposal, as apply_checkout does for an order. A payment always makes it paid, and one that no
   longer fits is a late_adjustment exception. Returns {outcome, reason, adjustment, superseded_session_id}; outcome: fulfilled |
   duplicate | pending | failed | canceled | noop | exception.';

create function private.apply_adjustment_refund(
  p_payment_intent_id text, p_refunded_cents integer, p_livemode boolean, p_expected_livemode boolean
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_adjustment public.order_adjustments := private.locked_adjustment((
    select a.id from public.order_adjustments a where a.stripe_payment_intent_id = p_payment_intent_id));
  v_order public.grading_orders;
  v_before integer := v_adjustment.refunded_cents;
  v_from text := v_adjustment.status;
begin
  if v_adjustment.id is null then
    return null;
  end if;
  if p_livemode is distinct from p_expected_livemode or p_refunded_cents > v_adjustment.paid_cents then
    perform private.note_payment_exception(coalesce(v_adjustment.stripe_session_id, p_payment_intent_id), v_adjustment.order_id,
      case when p_refunded_cents > v_adjustment.paid_cents then 'refund_exceeds_payment' else 'livemode_mismatch' end,
      jsonb_build_object('payment_intent_id', p_payment_intent_id, 'refunded_cents', p_refunded_cents,
        'paid_cents', v_adjustment.paid_cents, 'livemode', p_livemode, 'adjustment_id', v_adjustment.id));
    return jsonb_build_object('outcome', 'exception', 'order', null);
  elsif p_refunded_cents = v_before then
    return jsonb_build_object('outcome', 'duplicate', 'order', null);
  end if;
  update public.order_adjustments a set refunded_cents = p_refunded_cents,
    status = case when p_refunded_cents = a.paid_cents then 'refunded' else 'paid' end
  where a.id = v_adjustment.id returning * into v_adjustment;
  if v_adjustment.status <> v_from then
    perform private.note_adjustment(v_adjustment, v_from, private.change_context('stripe'));
  end if;
  if p_refunded_cents < v_before then
    perform private.mark_for_review(v_adjustment.order_id, 'refund_failed');
  end if;
  update public.grading_orders o set updated_at = clock_timestamp() where o.id = v_adjustment.order_id returning * into v_order;
  perform private.add_order_event(v_adjustment.order_id, 'refunded', private.dollars(v_before), private.dollars(p_refunded_cents), true,
    private.change_context('stripe', null, format('Refunded %s of %s',
      private.dollars(p_refunded_cents), private.dollars(v_adjustment.paid_cents))));
  if p_refunded_cents > v_before then
    perform private.enqueue_refund_mail(v_order, p_refunded_cents - v_before, jsonb_build_object('of', jsonb_build_object(
      'kind', v_adjustment.kind, 'refunded_cents', p_refunded_cents, 'paid_cents', v_adjustment.paid_cents)));
  end if;
  return jsonb_build_object('outcome', case when p_refunded_cents = v_adjustment.paid_cents then 'refunded' else 'partial' end,
    'order', private.order_as_json(v_order));
end $$;
comment on function private.apply_adjustment_refund(text, integer, boolean, boolean) is
  'Applies a refund as public.apply_refund does, if a proposal has this payment. A full refund frees its quota. Returns null if none
   has.';

create function private.apply_adjustment_dispute(p_payment_intent_id text, p_status text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_adjustment public.order_adjustments := private.locked_adjustment((
    select a.id from public.order_adjustments a where a.stripe_payment_intent_id = p_payment_intent_id));
  v_former text := v_adjustment.dispute_status;
  v_order public.grading_orders;
begin
  if v_adjustment.id is null then
    return null;
  elsif v_former is not distinct from p_status then
    return jsonb_build_object('outcome', 'duplicate', 'order', null);
  end if;
  update public.order_adjustments a set dispute_status = p_status where a.id = v_adjustment.id;
  -- Keeps an open dispute of the order's own payment when this one ends.
  insert into public.order_admin as a (order_id, dispute_status) values (v_adjustment.order_id, p_status)
  on conflict (order_id) do update set dispute_status = excluded.dispute_status, updated_at = now(),
    -- A separate dispute with its own deadline.
    alarms_notified = case when private.is_open_dispute(v_former) then a.alarms_notified
      else array_remove(a.alarms_notified, 'dispute_opened') end
  where a.dispute_status is null or a.dispute_status is not distinct from v_former
    or not private.is_open_dispute(a.dispute_status) or private.is_open_dispute(p_status);
  if p_status = 'lost' then
    perform private.mark_for_review(v_adjustment.order_id, 'dispute_lost');
  end if;
  update public.grading_orders o set updated_at = clock_timestamp() where o.id = v_adjustment.order_id returning * into v_order;
  perform private.add_order_event(v_adjustment.order_id, 'dispute_status', v_former, p_status, false, private.change_context('stripe'));
  return jsonb_build_object('outcome', 'noted', 'order', private.order_as_json(v_order));
end $$;
comment on function private.apply_adjustment_dispute(text, text) is
  'Applies a dispute as public.apply_dispute does, if a proposal has this payment. Returns null if none has.';

create function public.begin_adjustment_refund(p_adjustment_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_short public.order_adjustments := private.locked_adjustment(p_adjustment_id);
  v_order public.grading_orders;
  v_request public.refund_requests;
  v_left integer;
begin
  if v_short.id is null or v_short.kind <> 'short' or v_short.status <> 'accepted' or v_short.chosen_option <> 'refund' then
    return jsonb_build_object('outcome', 'not_due');
  end if;
  select * into v_order from public.grading_orders o where o.id = v_short.order_id;
  select * into v_request from public.refund_requests r where r.id = p_adjustment_id;
  v_left := (v_order.total_paid * 100)::integer - v_order.refunded_cents;
  if v_order.stripe_payment_intent_id is null then
    -- Not paid through Stripe, so staff refund it outside and record that.
    update public.order_adjustments a set next_look_at = null where a.id = p_adjustment_id;
    return jsonb_build_object('outcome', 'not_paid_by_card');
  elsif v_request.status = 'done' or v_left <= 0 then
    perform private.finish_short(p_adjustment_id);
    return jsonb_build_object('outcome', 'done_before');
  elsif exists (select from public.refund_requests r
    where r.order_id = v_short.order_id and r.status = 'started' and r.id <> p_adjustment_id) then
    return jsonb_build_object('outcome', 'in_progress');
  elsif v_request.status = 'started' and v_request.updated_at > now() - interval '1 minute' then
    return jsonb_build_object('outcome', 'in_progress');
  end if;
  return jsonb_build_object('outcome', 'started') || private.start_refund(p_adjustment_id, v_short.order_id,
    least(-v_short.amount_cents, v_left), 'Cards that did not come', v_order.stripe_payment_intent_id, null);
end $$;
comment on function public.begin_adjustment_refund(uuid) is
  'Records the refund of missing cards before Stripe is called, with the proposal''s ID. Returns {outcome, request?, is_first?,
   payment_intent_id?}; outcome: started | done_before | in_progress (another refund or caller) | not_paid_by_card (staff settle it)
   | not_due.';
