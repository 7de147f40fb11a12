-- Refunds that staff start: written down before the payment service is asked, so that none is made twice or forgotten.

create table public.refund_requests (
  id uuid primary key,
  order_id uuid not null references public.grading_orders (id),
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (char_length(reason) between 1 and 500),
  status text not null default 'started' check (status in ('started', 'done', 'failed')),
  attempt integer not null default 1 check (attempt >= 1),
  failure text check (char_length(failure) <= 500),
  stripe_refund_id text unique,
  requested_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.refund_requests is
  'Refunds started by staff. The id comes from the form, so that a second press is the same refund. started: the payment
   service may or may not have heard of it; asking again finds out. What was really refunded: grading_orders.refunded_cents.';
create index refund_requests_order on public.refund_requests (order_id, created_at);
create unique index refund_requests_one_under_way on public.refund_requests (order_id) where status = 'started';
create index refund_requests_requested_by on public.refund_requests (requested_by) where requested_by is not null;
alter table public.refund_requests enable row level security;

create function public.staff_begin_refund(
  p_actor uuid, p_request_id uuid, p_order_id uuid, p_amount_cents integer, p_refunded_cents integer, p_reason text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_request public.refund_requests;
  v_other uuid;
begin
  perform private.require_actor(p_actor);
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  select * into v_request from public.refund_requests r where r.id = p_request_id;
  if found then
    if v_request.order_id <> p_order_id or v_request.amount_cents <> p_amount_cents then
      return jsonb_build_object('outcome', 'other_request');
    elsif v_request.status = 'done' then
      return jsonb_build_object('outcome', 'done_before', 'request', to_jsonb(v_request));
    end if;
  elsif v_order.stripe_payment_intent_id is null or v_order.total_paid is null then
    return jsonb_build_object('outcome', 'not_paid_by_card');
  elsif v_order.refunded_cents <> p_refunded_cents then
    return jsonb_build_object('outcome', 'changed', 'refunded_cents', v_order.refunded_cents);
  end if;
  if p_amount_cents > (v_order.total_paid * 100)::integer - v_order.refunded_cents and v_request.status is distinct from 'started' then
    return jsonb_build_object('outcome', 'too_much',
      'left_cents', (v_order.total_paid * 100)::integer - v_order.refunded_cents);
  end if;
  select r.id into v_other from public.refund_requests r
  where r.order_id = p_order_id and r.status = 'started' and r.id <> p_request_id;
  if found then
    return jsonb_build_object('outcome', 'under_way', 'request_id', v_other);
  end if;

  if v_request.id is null then
    insert into public.refund_requests (id, order_id, amount_cents, reason, requested_by)
    values (p_request_id, p_order_id, p_amount_cents, btrim(p_reason), p_actor) returning * into v_request;
    perform private.set_actor('staff', p_actor, btrim(p_reason));
    perform private.add_order_event(p_order_id, 'refund_started', null, private.dollars(p_amount_cents), false);
    return jsonb_build_object('outcome', 'started', 'is_first', true, 'request', to_jsonb(v_request),
      'payment_intent_id', v_order.stripe_payment_intent_id);
  end if;
  if v_request.status = 'failed' then
    update public.refund_requests r set status = 'started', attempt = r.attempt + 1, failure = null, updated_at = now()
    where r.id = v_request.id returning * into v_request;
  end if;
  return jsonb_build_object('outcome', 'started', 'is_first', false, 'request', to_jsonb(v_request),
    'payment_intent_id', v_order.stripe_payment_intent_id);
end $$;
comment on function public.staff_begin_refund(uuid, uuid, uuid, integer, integer, text) is
  'Before the payment service is asked. p_refunded_cents: what the person saw as refunded so far. {outcome, request,
   is_first, payment_intent_id}; outcome: started (is_first false: it may have been made before, look first) | done_before |
   too_much (left_cents) | changed (refunded_cents) | under_way (request_id: another one) | other_request |
   not_paid_by_card | not_found.';

create function public.staff_finish_refund(
  p_request_id uuid, p_attempt integer, p_stripe_refund_id text, p_failure text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_request public.refund_requests;
begin
  update public.refund_requests r
  set status = case when p_failure is null then 'done' else 'failed' end, failure = left(p_failure, 500),
      stripe_refund_id = coalesce(p_stripe_refund_id, r.stripe_refund_id), updated_at = now()
  where r.id = p_request_id and r.attempt = p_attempt and r.status = 'started'
  returning * into v_request;
  if not found then
    return jsonb_build_object('outcome', 'unchanged');
  end if;
  if p_failure is not null then
    perform private.set_actor('stripe', null, left(p_failure, 500));
    perform private.add_order_event(v_request.order_id, 'refund_failed', null, private.dollars(v_request.amount_cents), false);
  end if;
  return jsonb_build_object('outcome', v_request.status);
end $$;
comment on function public.staff_finish_refund(uuid, integer, text, text) is
  'What became of an attempt; p_failure null: made. {outcome: done | failed | unchanged (told before)}.';

create function public.staff_get_order_page(p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return public.staff_get_order(p_order_id) || jsonb_build_object('refunds', (
    select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('requested_by_email', private.email_of(r.requested_by))
      order by r.created_at), '[]')
    from public.refund_requests r where r.order_id = p_order_id));
end $$;
comment on function public.staff_get_order_page(uuid) is
  '@callers authenticated
   What staff_get_order answers, and refunds: those that staff have started, oldest first.';

select private.apply_grants();
