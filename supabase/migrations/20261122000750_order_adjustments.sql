-- Proposals about missing cards, extra cards and upcharges. Each is one row, locked after its order, with an event per step.

create table public.order_adjustments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.grading_orders (id),
  kind text not null check (kind in ('short', 'extra', 'upcharge')),
  qty integer not null check (qty between 1 and 9999),
  unit_cents integer not null check (unit_cents between 1 and 100000),
  amount_cents integer not null,
  status text not null default 'proposed' check (status in
    ('proposed', 'accepted', 'declined', 'expired', 'paid', 'refunded', 'withdrawn')),
  chosen_option text check (chosen_option in ('send_rest', 'refund', 'pay', 'return', 'dispute')),
  reason text check (char_length(reason) between 1 and 1000),
  words text check (char_length(words) between 1 and 1000),
  counted integer check (counted between 0 and 9999),
  deadline_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  closed_at timestamptz,
  closed_by uuid,
  closing_note text check (char_length(closing_note) between 1 and 500),
  user_id uuid,
  quota_month date check (extract(day from quota_month) = 1),
  checkout_attempt integer not null default 0 check (checkout_attempt >= 0),
  reservation_expires_at timestamptz,
  is_pending boolean not null default false,
  stripe_session_id text unique,
  stripe_payment_intent_id text unique,
  receipt_url text,
  paid_cents integer check (paid_cents >= 0),
  paid_at timestamptz,
  refunded_cents integer not null default 0 check (refunded_cents >= 0),
  dispute_status text,
  next_look_at timestamptz,
  own_look_at timestamptz,
  vain_looks integer not null default 0,
  notified_at timestamptz,
  constraint amount_is_of_its_cards
    check (amount_cents = qty * unit_cents * case when kind = 'short' then -1 else 1 end),
  constraint paid_has_an_amount check ((paid_at is null) = (paid_cents is null)),
  constraint paid_was_paid check (status <> 'paid' or paid_at is not null),
  constraint only_charges_are_paid check (kind <> 'short' or num_nonnulls(paid_at, stripe_session_id, reservation_expires_at) = 0),
  constraint refund_within_its_payment check (refunded_cents <= coalesce(paid_cents, 0)),
  constraint reserved_is_unpaid check (paid_at is null or reservation_expires_at is null and not is_pending),
  constraint closed_is_dated check (closed_by is null or closed_at is not null)
);
comment on table public.order_adjustments is
  'Proposals about an order: short (missing cards: sent later or refunded), extra (paid, or returned ungraded), upcharge (by the
   grader: paid or disputed). The order''s num_cards stays what was first paid for.';
comment on column public.order_adjustments.amount_cents is 'qty times unit_cents, negative if the customer gets it.';
comment on column public.order_adjustments.status is
  'proposed -> accepted | declined | expired -> paid | refunded. withdrawn: from proposed, or from accepted before a payment, and
   back by undo. refunded goes back to accepted by undo or a failed refund. A payment always makes it paid.';
comment on column public.order_adjustments.reason is 'Of an upcharge: what the grader found.';
comment on column public.order_adjustments.words is 'Of a dispute: the customer''s answer.';
comment on column public.order_adjustments.deadline_at is 'When it expires without an answer (public.expire_adjustment).';
comment on column public.order_adjustments.user_id is 'Whose quota it uses. Null: none.';
comment on column public.order_adjustments.quota_month is 'UTC month in which its cards were reserved at a member rate.';
comment on column public.order_adjustments.checkout_attempt is 'Part of Stripe''s idempotency key. Incremented with each new page.';
comment on column public.order_adjustments.is_pending is 'A delayed payment is on its way.';
comment on column public.order_adjustments.next_look_at is 'When the reconcile job checks it next. Null: never.';
comment on column public.order_adjustments.own_look_at is 'The next_look_at that the job set. Equal to it until something changes.';
comment on column public.order_adjustments.vain_looks is 'Consecutive checks without a change before the last one.';
comment on column public.order_adjustments.notified_at is 'When staff were notified that it doesn''t progress.';
create index order_adjustments_of_order on public.order_adjustments (order_id, created_at);
-- One open proposal about a count at a time.
create unique index order_adjustments_one_open on public.order_adjustments (order_id)
  where kind in ('short', 'extra') and status = 'proposed';
create index order_adjustments_quota on public.order_adjustments (user_id, quota_month) where quota_month is not null;
create index order_adjustments_due on public.order_adjustments (next_look_at) where next_look_at is not null;
create index order_adjustments_paid on public.order_adjustments (paid_at) where paid_at is not null;
create index order_adjustments_to_refund on public.order_adjustments (decided_at)
  where kind = 'short' and status = 'accepted' and chosen_option = 'refund';

alter table public.refund_requests
  add constraint refund_requests_adjustment_id_fkey foreign key (adjustment_id) references public.order_adjustments (id);
create index refund_requests_adjustment on public.refund_requests (adjustment_id) where adjustment_id is not null;

-- No policy: read by functions only.

alter table public.order_adjustments enable row level security;

create function private.time_to_decide() returns interval
language sql immutable set search_path = ''
as $$ select interval '7 days' $$;
comment on function private.time_to_decide() is 'Returns how long a customer can answer a proposal, and then send missing cards.';

create function private.is_open_adjustment(p_adjustment public.order_adjustments) returns boolean
language sql immutable set search_path = ''
as $$
  select p_adjustment.status = 'proposed'
    or p_adjustment.status = 'accepted' and p_adjustment.paid_at is null
    or p_adjustment.kind = 'upcharge' and p_adjustment.status in ('declined', 'expired') and p_adjustment.closed_at is null
$$;
comment on function private.is_open_adjustment(public.order_adjustments) is
  'Returns whether someone still has to act on a proposal: the customer, the job, or staff on an upcharge that was disputed or
   expired.';

create function private.maintain_adjustments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.order_admin as a (order_id, paid_extras)
  select new.order_id, coalesce(sum(x.qty) filter (where x.kind = 'extra' and x.status = 'paid'), 0)
  from public.order_adjustments x where x.order_id = new.order_id
  on conflict (order_id) do update set paid_extras = excluded.paid_extras, updated_at = now();
  return null;
end $$;

create trigger maintain_adjustments
  after insert or update of kind, status, qty, paid_at, closed_at on public.order_adjustments
  for each row execute function private.maintain_adjustments();

create function private.adjustment_as_json(p_adjustment public.order_adjustments) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when p_adjustment.id is not null then jsonb_build_object('id', p_adjustment.id,
    'order_id', p_adjustment.order_id, 'kind', p_adjustment.kind, 'qty', p_adjustment.qty,
    'unit_cents', p_adjustment.unit_cents, 'amount_cents', p_adjustment.amount_cents, 'status', p_adjustment.status,
    'chosen_option', p_adjustment.chosen_option, 'reason', p_adjustment.reason, 'words', p_adjustment.words,
    'deadline_at', p_adjustment.deadline_at, 'is_pending', p_adjustment.is_pending,
    'paid_cents', p_adjustment.paid_cents, 'refunded_cents', p_adjustment.refunded_cents,
    'created_at', p_adjustment.created_at, 'decided_at', p_adjustment.decided_at) end
$$;

create function private.note_adjustment(
  p_adjustment public.order_adjustments, p_from text, p_context jsonb, p_mail text default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
begin
  -- Raises the version, so that open staff forms notice.
  update public.grading_orders o set updated_at = clock_timestamp() where o.id = p_adjustment.order_id returning * into v_order;
  perform private.add_order_event(p_adjustment.order_id, 'adjustment', p_from, concat_ws(':', p_adjustment.kind, p_adjustment.status,
    coalesce(p_adjustment.chosen_option, 'none'), p_adjustment.qty, abs(p_adjustment.amount_cents)), true, p_context);
  -- Deletes the queued email of a proposal that was answered, withdrawn or has expired.
  delete from public.outbox o
  where o.kind = 'adjustment_proposed' and o.payload ->> 'order_id' = p_adjustment.order_id::text
    and o.payload ->> 'adjustment_id' = p_adjustment.id::text and o.sent_at is null
    and (o.locked_until is null or o.locked_until <= now());
  -- Emails of staff actions wait out the undo time.
  insert into public.outbox (dedupe_key, kind, payload, next_attempt_at)
  select p_mail || ':' || p_adjustment.id || ':' || v_order.version, p_mail,
    jsonb_build_object('order_id', p_adjustment.order_id, 'adjustment_id', p_adjustment.id),
    now() + case when p_mail = 'adjustment_proposed' then private.undo_time() else interval '0' end
  where p_mail is not null and private.mail_address_of(v_order) is not null
  on conflict (dedupe_key) do nothing;
end $$;
comment on function private.note_adjustment(public.order_adjustments, text, jsonb, text) is
  'Adds a proposal''s event, to_value "kind:status:option:cards:cents", and queues p_mail: adjustment_proposed | adjustment_decided
   | adjustment_expired, or none.';

create function private.locked_adjustment(p_adjustment_id uuid) returns public.order_adjustments
language plpgsql set search_path = ''
as $$
declare
  v_adjustment public.order_adjustments;
begin
  perform from public.grading_orders o
  where o.id = (select a.order_id from public.order_adjustments a where a.id = p_adjustment_id) for update;
  select * into v_adjustment from public.order_adjustments a where a.id = p_adjustment_id for update;
  return v_adjustment;
end $$;
comment on function private.locked_adjustment(uuid) is 'Returns a proposal after locking its order and then its row.';

create function private.may_decide(p_order public.grading_orders, p_user_id uuid, p_guest_key text, p_token_hash text) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(p_order.user_id = p_user_id, false)
    or p_order.user_id is null and coalesce(p_order.guest_key = p_guest_key, false)
    or exists (select from public.tracking_links l
      where l.order_id = p_order.id and l.token_hash = p_token_hash and l.revoked_at is null)
$$;
comment on function private.may_decide(public.grading_orders, uuid, text, text) is
  'Returns whether the caller owns the order: its account, the guest''s browser, or a holder of its tracking link.';

create function private.withdraw_adjustment(p_adjustment public.order_adjustments, p_actor uuid, p_note text, p_context jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_from text := p_adjustment.status;
  v_adjustment public.order_adjustments;
begin
  update public.order_adjustments a set status = 'withdrawn',
    next_look_at = case when a.reservation_expires_at is not null then now() end, closed_at = now(), closed_by = p_actor,
    closing_note = p_note
  where a.id = p_adjustment.id returning * into v_adjustment;
  perform private.note_adjustment(v_adjustment, v_from, p_context);
end $$;

create function private.was_sent(p_order public.grading_orders) returns boolean
language sql immutable set search_path = ''
as $$
  select p_order.received_count is not null
    and private.submission_rank(p_order.submission_status) >= private.submission_rank('shipped')
$$;


create function private.my_proposals(p_order_ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(private.adjustment_as_json(a) order by a.deadline_at, a.created_at), '[]')
  from public.order_adjustments a
  where a.order_id = any (p_order_ids) and a.status in ('proposed', 'accepted')
    -- Per row: a join may start from all orders of the customer.
    and (select o.user_id from public.grading_orders o where o.id = a.order_id) = (select private.me())
$$;
comment on function private.my_proposals(uuid[]) is
  '@callers authenticated
   Returns the caller''s proposals for these orders that may still be open, next deadline first.';

create function public.decide_adjustment(
  p_adjustment_id uuid, p_user_id uuid, p_guest_key text, p_token_hash text, p_option text, p_words text default null,
  p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_adjustment public.order_adjustments := private.locked_adjustment(p_adjustment_id);
  v_order public.grading_orders;
  v_from text := v_adjustment.status;
  v_words text := nullif(btrim(p_words), '');
begin
  select * into v_order from public.grading_orders o where o.id = v_adjustment.order_id;
  if v_adjustment.id is null or not private.may_decide(v_order, p_user_id, p_guest_key, p_token_hash) then
    return jsonb_build_object('outcome', 'not_found');
  elsif p_option <> all (case v_adjustment.kind when 'short' then array['send_rest', 'refund']
      when 'extra' then array['return'] else array['dispute'] end) or p_option = 'dispute' and v_words is null then
    return jsonb_build_object('outcome', 'adjustment_no_option');
  elsif v_adjustment.chosen_option = p_option and v_adjustment.status <> 'proposed' then
    return jsonb_build_object('outcome', 'decided_before', 'adjustment', private.adjustment_as_json(v_adjustment));
  elsif v_adjustment.is_pending or v_adjustment.paid_at is not null or v_adjustment.status in ('declined', 'refunded', 'withdrawn')
    or v_adjustment.status = 'accepted' and v_adjustment.chosen_option = 'refund' then
    return jsonb_build_object('outcome', case when v_adjustment.paid_at is not null then 'adjustment_paid'
      when v_adjustment.status = 'withdrawn' then 'adjustment_withdrawn' else 'adjustment_decided' end);
  elsif v_adjustment.reservation_expires_at > p_now then
    return jsonb_build_object('outcome', 'session_open', 'stripe_session_id', v_adjustment.stripe_session_id);
  elsif v_adjustment.status = 'expired' or v_adjustment.deadline_at <= p_now then
    return jsonb_build_object('outcome', 'adjustment_too_late');
  end if;
  update public.order_adjustments a set
    status = case when a.kind = 'short' then 'accepted' else 'declined' end, chosen_option = p_option, words = v_words,
    decided_at = p_now,
    deadline_at = case when p_option = 'send_rest' then p_now + private.time_to_decide() else a.deadline_at end,
    next_look_at = case when p_option = 'send_rest' then p_now + private.time_to_decide()
      when p_option = 'refund' or a.reservation_expires_at is not null then p_now end
  where a.id = v_adjustment.id returning * into v_adjustment;
  perform private.note_adjustment(v_adjustment, v_from, private.change_context('customer', p_user_id), 'adjustment_decided');
  return jsonb_build_object('outcome', 'decided', 'adjustment', private.adjustment_as_json(v_adjustment));
end $$;
comment on function public.decide_adjustment(uuid, uuid, text, text, text, text, timestamptz) is
  'Records a customer''s answer other than paying: send_rest or refund (short), return (extra), dispute (upcharge, with words).
   Returns {outcome, adjustment?}; outcome: decided | decided_before | session_open (expire its Checkout Session and apply it first) |
   adjustment_paid | adjustment_withdrawn | adjustment_decided | adjustment_too_late | adjustment_no_option | not_found (also: not
   theirs).';

create function public.expire_adjustment(p_adjustment_id uuid, p_now timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_adjustment public.order_adjustments := private.locked_adjustment(p_adjustment_id);
  v_from text := v_adjustment.status;
begin
  if v_adjustment.id is null or v_adjustment.deadline_at > p_now or v_adjustment.paid_at is not null or v_adjustment.is_pending
    or v_adjustment.reservation_expires_at is not null
    or not (v_adjustment.status = 'proposed'
      or v_adjustment.status = 'accepted' and v_adjustment.chosen_option in ('send_rest', 'pay')) then
    return jsonb_build_object('outcome', 'noop');
  end if;
  update public.order_adjustments a set
    status = case when a.kind = 'short' then 'accepted' else 'expired' end,
    chosen_option = case when a.kind = 'short' then 'refund' end,
    next_look_at = case when a.kind = 'short' then p_now end, decided_at = p_now
  where a.id = v_adjustment.id returning * into v_adjustment;
  perform private.note_adjustment(v_adjustment, v_from, null, 'adjustment_expired');
  return jsonb_build_object('outcome', case when v_adjustment.kind = 'short' then 'refund_due' else 'expired' end);
end $$;
comment on function public.expire_adjustment(uuid, timestamptz) is
  'Applies a proposal''s deadline. Returns {outcome: refund_due (short) | expired (extra: returned ungraded; upcharge: staff decide)
   | noop}.';

create function public.claim_due_adjustments(p_limit integer default 100, p_now timestamptz default now()) returns jsonb
language sql set search_path = ''
as $$
  with due as (
    select a.id, a.next_look_at, a.next_look_at is not distinct from a.own_look_at as is_again,
      case when a.next_look_at = a.own_look_at then a.vain_looks + 1 else 0 end as vain_looks
    from public.order_adjustments a
    where a.next_look_at <= p_now order by a.next_look_at limit greatest(p_limit, 0) for update skip locked
  ), claimed as (
    update public.order_adjustments a set vain_looks = due.vain_looks, notified_at = case when due.is_again then a.notified_at end,
      next_look_at = p_now + interval '15 minutes' * power(2, least(due.vain_looks, 5)),
      own_look_at = p_now + interval '15 minutes' * power(2, least(due.vain_looks, 5))
    from due where a.id = due.id
    returning a.*, due.next_look_at as was_due
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'attempt', c.checkout_attempt, 'stripe_session_id', c.stripe_session_id,
    'work', case when c.is_pending or c.reservation_expires_at is not null then 'session'
      when c.kind = 'short' and c.status = 'accepted' and c.chosen_option = 'refund' then 'refund' else 'expire' end)
    order by c.was_due), '[]') from claimed c
$$;
comment on function public.claim_due_adjustments(integer, timestamptz) is
  'Returns the proposals to check now, each to one caller, and again after 15, 30 … up to 480 minutes without a change: [{id,
   attempt, stripe_session_id, work: session | refund | expire}].';

create function public.staff_propose_upcharge(
  p_actor uuid, p_order_id uuid, p_version integer, p_qty integer, p_unit_cents integer, p_reason text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_adjustment public.order_adjustments;
begin
  perform private.require_actor(p_actor);
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('outcome', 'order_not_found');
  elsif v_order.version is distinct from p_version then
    return jsonb_build_object('outcome', 'order_changed', 'order', private.staff_order_rows(array[p_order_id]) -> 0,
      'changes', private.events_as_json(p_order_id, coalesce(p_version, 0)));
  elsif v_order.payment_status <> 'paid' or not private.was_sent(v_order)
    or v_order.submission_status in ('completed', 'delivered') then
    return jsonb_build_object('outcome', 'adjustment_not_here');
  elsif p_qty > v_order.received_count then
    return jsonb_build_object('outcome', 'adjustment_too_many');
  end if;
  insert into public.order_adjustments (order_id, kind, qty, unit_cents, amount_cents, reason, deadline_at, next_look_at)
  values (p_order_id, 'upcharge', p_qty, p_unit_cents, p_qty * p_unit_cents, btrim(p_reason), now() + private.time_to_decide(),
    now() + private.time_to_decide())
  returning * into v_adjustment;
  perform private.note_adjustment(v_adjustment, null, private.change_context('staff', p_actor), 'adjustment_proposed');
  return jsonb_build_object('outcome', 'proposed', 'adjustment_id', v_adjustment.id);
end $$;
comment on function public.staff_propose_upcharge(uuid, uuid, integer, integer, integer, text) is
  'Proposes a grader''s upcharge to the customer. Returns {outcome, adjustment_id?, order?, changes?}; outcome: proposed |
   order_changed | adjustment_not_here (not paid, not at the grader yet, or sent back) | adjustment_too_many (cards) |
   order_not_found.';

create function public.staff_end_adjustment(p_actor uuid, p_adjustment_id uuid, p_action text, p_note text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_adjustment public.order_adjustments;
  v_note text := btrim(p_note);
  v_is_by_hand boolean;
  v_before jsonb;
  v_action_id uuid;
begin
  perform private.require_actor(p_actor);
  v_adjustment := private.locked_adjustment(p_adjustment_id);
  v_is_by_hand := v_adjustment.kind = 'short' and v_adjustment.status = 'accepted' and v_adjustment.chosen_option = 'refund'
    and not exists (select from public.refund_requests r where r.id = p_adjustment_id and r.status = 'started');
  if v_adjustment.id is null then
    return jsonb_build_object('outcome', 'not_found');
  elsif p_action = 'withdraw' and v_adjustment.status = 'withdrawn' then
    return jsonb_build_object('outcome', 'withdrawn_before');
  elsif p_action = 'withdraw' and v_adjustment.status <> 'proposed'
    and not (v_adjustment.status = 'accepted' and v_adjustment.chosen_option in ('pay', 'send_rest') and v_adjustment.paid_at is null
      and v_adjustment.reservation_expires_at is null and not v_adjustment.is_pending) then
    return jsonb_build_object('outcome', 'adjustment_decided');
  elsif p_action <> 'withdraw' and not v_is_by_hand and not (v_adjustment.kind = 'upcharge'
    and v_adjustment.status in ('declined', 'expired') and v_adjustment.closed_at is null) then
    return jsonb_build_object('outcome', 'adjustment_not_open');
  end if;
  if p_action = 'withdraw' then
    v_before := private.order_snapshot(v_adjustment.order_id);
    perform private.withdraw_adjustment(v_adjustment, p_actor, v_note, private.change_context('staff', p_actor));
  else
    update public.order_adjustments a set closed_at = now(), closed_by = p_actor, closing_note = v_note, next_look_at = null,
      status = case when v_is_by_hand then 'refunded' else a.status end
    where a.id = p_adjustment_id returning * into v_adjustment;
    if v_is_by_hand then
      perform private.note_adjustment(v_adjustment, 'accepted', private.change_context('staff', p_actor));
    end if;
  end if;
  perform private.add_order_event(v_adjustment.order_id, 'reason', null, null, false,
    private.change_context('staff', p_actor, v_note));
  if p_action <> 'withdraw' then
    return jsonb_build_object('outcome', 'closed');
  end if;
  if v_adjustment.kind <> 'upcharge' then
    update public.grading_orders o set proposed_count = null where o.id = v_adjustment.order_id;
  end if;
  v_action_id := gen_random_uuid();
  perform private.note_action(v_action_id, 'withdrawal', p_actor, v_adjustment.order_id, v_before);
  return jsonb_build_object('outcome', 'withdrawn', 'action_id', v_action_id);
end $$;
comment on function public.staff_end_adjustment(uuid, uuid, text, text) is
  'Ends a proposal with a note. withdraw: one that isn''t decided. close: a disputed or expired upcharge, or a refund made another
   way. Returns {outcome, action_id?}; outcome: withdrawn | withdrawn_before | closed | adjustment_decided (also: its page is open)
   | adjustment_not_open | not_found.';
