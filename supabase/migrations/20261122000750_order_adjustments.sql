-- Proposals: missing cards, extra cards and upcharges that the customer decides about. Each is one row, locked after its order, with
-- an event for every step. Its payment has its own Stripe session and one function that applies the outcome.

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
  'Proposals about an order: short (cards did not come: the rest is sent, or money goes back), extra (cards on top: paid, or
   returned ungraded), upcharge (the grader asks for more: paid, or disputed). num_cards of the order stays what was paid first.';
comment on column public.order_adjustments.amount_cents is 'qty times unit_cents; below zero where it goes to the customer.';
comment on column public.order_adjustments.status is
  'proposed -> accepted | declined | expired -> paid | refunded; withdrawn from proposed, or from accepted while nothing was paid,
   and back by the undo of that; refunded back to accepted by the undo of staff''s word that it was, or where the refund failed.
   Money that has been taken makes every one of them paid.';
comment on column public.order_adjustments.reason is 'Of an upcharge: what the grader found, in the words of staff.';
comment on column public.order_adjustments.words is 'Of a dispute: what the customer answers.';
comment on column public.order_adjustments.counted is 'The count that it came of.';
comment on column public.order_adjustments.deadline_at is 'Without an answer until then, private.expire_adjustment says what follows.';
comment on column public.order_adjustments.closed_at is 'When staff withdrew it, or ended what only they could end.';
comment on column public.order_adjustments.user_id is 'Whose quota it counts in; null where it counts in none.';
comment on column public.order_adjustments.quota_month is 'UTC month in which its cards were reserved at a member''s rate.';
comment on column public.order_adjustments.checkout_attempt is 'Part of Stripe''s idempotency key; raised with every new payment page.';
comment on column public.order_adjustments.is_pending is 'The money of its page is on its way (a delayed method).';
comment on column public.order_adjustments.next_look_at is 'When the reconcile job looks at it next; null: there is nothing to do.';
comment on column public.order_adjustments.own_look_at is
  'What the job set next_look_at to when it looked last: while both are the same, nothing came of that look.';
comment on column public.order_adjustments.vain_looks is 'Looks in a row before the last one of which nothing came.';
comment on column public.order_adjustments.notified_at is 'When staff were told that nothing comes of it.';
create index order_adjustments_of_order on public.order_adjustments (order_id, created_at);
-- One question about a count at a time.
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

-- Row-level security: read by functions alone, as the events of an order are.

alter table public.order_adjustments enable row level security;

create function private.time_to_decide() returns interval
language sql immutable set search_path = ''
as $$ select interval '7 days' $$;
comment on function private.time_to_decide() is
  'How long a customer has to answer a question, and then to send the missing cards that they said they would.';

create function private.is_open_adjustment(p_adjustment public.order_adjustments) returns boolean
language sql immutable set search_path = ''
as $$
  select p_adjustment.status = 'proposed'
    or p_adjustment.status = 'accepted' and p_adjustment.paid_at is null
    or p_adjustment.kind = 'upcharge' and p_adjustment.status in ('declined', 'expired') and p_adjustment.closed_at is null
$$;
comment on function private.is_open_adjustment(public.order_adjustments) is
  'Whether someone still has to act: the customer, we, or staff on an upcharge that was disputed or not answered.';

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
comment on function private.adjustment_as_json(public.order_adjustments) is 'A proposal as its customer may read it.';

create function private.payable_as_json(p_adjustment public.order_adjustments, p_order public.grading_orders) returns jsonb
language sql stable set search_path = ''
as $$
  select private.adjustment_as_json(p_adjustment) || jsonb_build_object('batch_id', p_order.batch_id,
    'email', private.mail_address_of(p_order), 'checkout_attempt', p_adjustment.checkout_attempt,
    'reservation_expires_at', p_adjustment.reservation_expires_at, 'stripe_session_id', p_adjustment.stripe_session_id)
$$;
comment on function private.payable_as_json(public.order_adjustments, public.grading_orders) is
  'A proposal with what its payment page is made of; for the server alone.';

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
  -- A question that was answered, withdrawn, or has expired is no longer sent.
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
  'The event of a step, to_value "kind:status:option:cards:cents", and its email: adjustment_proposed | adjustment_decided |
   adjustment_expired, or null for none. The caller has set the actor.';

create function private.month_use(
  p_user_id uuid, p_month date, p_now timestamptz, p_except uuid default null, out used integer, out held integer
)
language sql stable set search_path = ''
as $$
  select o.used + a.used, o.held + a.held
  from (
    select
      coalesce(sum(g.num_cards - (select coalesce(sum(x.qty), 0) from public.order_adjustments x
          where x.order_id = g.id and x.kind = 'short' and x.status = 'refunded'))
        filter (where g.payment_status = 'paid'), 0)::integer as used,
      coalesce(sum(g.num_cards)
        filter (where g.payment_status = 'pending' or g.reservation_expires_at > p_now), 0)::integer as held
    from public.grading_orders g
    where g.user_id = p_user_id and g.quota_month = p_month and g.plan_type in ('starter', 'pro', 'elite')
      and g.payment_status in ('unpaid', 'pending', 'paid')
  ) o
  cross join (
    select
      coalesce(sum(x.qty) filter (where x.status = 'paid'), 0)::integer as used,
      coalesce(sum(x.qty) filter (where x.paid_at is null and x.id is distinct from p_except
        and (x.is_pending or x.reservation_expires_at > p_now)), 0)::integer as held
    from public.order_adjustments x where x.user_id = p_user_id and x.quota_month = p_month
  ) a
$$;
comment on function private.month_use(uuid, date, timestamptz, uuid) is
  'Cards that count toward someone''s quota of a UTC month. used: paid at a member''s rate, with paid extra cards and without missing
   cards that were refunded. held: reserved, or with money on its way. p_except: a proposal that isn''t counted as held.';

create function private.my_month_use(p_month date, p_now timestamptz, out used integer, out held integer)
language sql stable security definer set search_path = ''
as $$ select m.used, m.held from private.month_use((select private.me()), p_month, p_now) m $$;
comment on function private.my_month_use(date, timestamptz) is
  '@callers authenticated
   private.month_use of the caller.';

create function private.extra_price(
  p_order public.grading_orders, p_qty integer, p_now timestamptz, p_except uuid, out fits boolean, out unit_cents integer
)
language plpgsql stable set search_path = ''
as $$
declare
  -- The limits and the pay-as-you-go rate of lib/base/plans.ts. A test compares them.
  v_limit integer := case p_order.plan_type when 'starter' then 100 when 'pro' then 500 when 'elite' then 1000 end;
begin
  -- Staff have no limit, and without a membership there is none.
  if p_order.user_id is not null and p_order.quota_month is not null and v_limit is not null then
    select m.used + m.held + p_qty <= v_limit into fits
    from private.month_use(p_order.user_id, date_trunc('month', p_now at time zone 'utc')::date, p_now, p_except) m;
  end if;
  unit_cents := case when fits is false then greatest(2500, p_order.rate_cents) else p_order.rate_cents end;
end $$;
comment on function private.extra_price(public.grading_orders, integer, timestamptz, uuid) is
  'fits: whether so many extra cards are within this month''s quota of the order''s plan; null without a quota. unit_cents: the
   order''s own rate while they all fit, else the pay-as-you-go rate.';

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
comment on function private.locked_adjustment(uuid) is 'A proposal, behind the lock of its order and its own.';

create function private.may_decide(p_order public.grading_orders, p_user_id uuid, p_guest_key text, p_token_hash text) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(p_order.user_id = p_user_id, false)
    or p_order.user_id is null and coalesce(p_order.guest_key = p_guest_key, false)
    or exists (select from public.tracking_links l
      where l.order_id = p_order.id and l.token_hash = p_token_hash and l.revoked_at is null)
$$;
comment on function private.may_decide(public.grading_orders, uuid, text, text) is
  'Its account, the browser that placed it without one, or who has its tracking link.';

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
comment on function private.was_sent(public.grading_orders) is 'Whether counted cards of an order are, or were, with the grader.';


create function private.cards_given_up(p_order_id uuid) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(a.qty), 0)::integer from public.order_adjustments a
    where a.order_id = p_order_id and a.kind = 'short'
      and (a.status = 'refunded' or a.status = 'accepted' and a.chosen_option = 'refund'));
end $$;
comment on function private.cards_given_up(uuid) is
  'How many cards of an order did not come and are not awaited, as their money went or goes back: those that come all the same
   are cards on top.';

create function private.settle_count(
  p_order_id uuid, p_now timestamptz default now(), p_context jsonb default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_open public.order_adjustments;
  v_stale public.order_adjustments;
  v_given_up integer;
  v_differs integer;
  v_asked integer;
  v_unit integer;
  v_is_asked boolean;
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  -- Without what is settled: cards whose money went or goes back aren't expected, extra cards that were decided are known.
  if v_order.payment_status = 'paid' and v_order.received_count is not null then
    v_given_up := private.cards_given_up(p_order_id);
    select v_order.received_count - v_order.num_cards + v_given_up - coalesce(sum(a.qty), 0) into v_differs
    from public.order_adjustments a
    where a.order_id = p_order_id and a.kind = 'extra' and (a.status in ('paid', 'refunded', 'declined', 'expired')
      or a.status = 'accepted' and (a.is_pending or a.reservation_expires_at > p_now));
    if v_differs < 0 then
      -- Money that went back for another reason isn't owed again, and doesn't make a card an extra one.
      v_differs := least(v_differs + greatest(v_order.refunded_cents / v_order.rate_cents - v_given_up, 0), 0);
    end if;
  end if;
  v_asked := case
    -- No more is offered back than the order's own payment holds. Extra cards that were paid for and are missing too are refunded
    -- by staff from their own payments, so the count still differs.
    when v_differs < 0 then greatest(v_differs,
      least(greatest(v_given_up, v_order.refunded_cents / v_order.rate_cents) - v_order.num_cards, 0))
    -- Supplemental cards after the shipment left aren't graded or charged.
    when v_differs > 0 and private.was_sent(v_order) then 0
    else v_differs end;
  -- More than one is open where a payment page of an older one was left while another was asked: the one that fits stays.
  for v_stale in
    select * from public.order_adjustments a
    where a.order_id = p_order_id and a.kind in ('short', 'extra') and a.paid_at is null and not a.is_pending
      and (a.reservation_expires_at is null or a.reservation_expires_at <= p_now)
      and (a.status = 'proposed' or a.status = 'accepted' and a.chosen_option in ('send_rest', 'pay'))
    order by a.created_at
  loop
    if v_open.id is null and v_asked is not distinct from (v_stale.qty * case v_stale.kind when 'short' then -1 else 1 end) then
      v_open := v_stale;
    else
      perform private.withdraw_adjustment(v_stale, null, null, p_context);
    end if;
  end loop;
  if v_open.id is not null then
    update public.order_adjustments a set counted = v_order.received_count
    where a.id = v_open.id and a.counted is distinct from v_order.received_count;
  else
    if v_asked <> 0 and not exists (select from public.order_adjustments a where a.order_id = p_order_id
        and a.status = 'withdrawn' and a.closed_by is not null and a.counted = v_order.received_count
        and a.kind in ('short', 'extra')) then
      v_unit := case when v_asked < 0 then v_order.rate_cents
        else (private.extra_price(v_order, v_asked, p_now, null)).unit_cents end;
      insert into public.order_adjustments
        (order_id, kind, qty, unit_cents, amount_cents, counted, deadline_at, next_look_at)
      values (p_order_id, case when v_asked < 0 then 'short' else 'extra' end, abs(v_asked), v_unit, v_asked * v_unit,
        v_order.received_count, p_now + private.time_to_decide(), p_now + private.time_to_decide())
      returning * into v_open;
      perform private.note_adjustment(v_open, null, p_context, 'adjustment_proposed');
    end if;
  end if;
  v_is_asked := v_order.received_count <> v_order.num_cards and (v_differs = 0 or v_open.id is not null);
  if v_order.payment_status <> 'paid' then
    v_is_asked := false;
    for v_open in
      select * from public.order_adjustments a
      where a.order_id = p_order_id and a.status = 'proposed' order by a.created_at
    loop
      perform private.withdraw_adjustment(v_open, null, null, p_context);
    end loop;
  end if;
  update public.grading_orders o set proposed_count = c.proposed
  from (select case when v_is_asked then v_order.received_count end as proposed) c
  where o.id = p_order_id and o.proposed_count is distinct from c.proposed;
end $$;
comment on function private.settle_count(uuid, timestamptz, jsonb) is
  'Asks the customer about the difference between what was paid for and what was counted, less what is decided by now: proposes,
   withdraws what is no longer so, and leaves a question that still fits. Cards on top that came after the others went to the
   grader are not asked about. Called wherever a count or a payment changes; what staff
   have withdrawn is not asked again for the same count.';

create function private.settle_shorts(p_order_id uuid, p_before integer, p_now_refunded integer) returns void
language plpgsql set search_path = ''
as $$
declare
  v_short public.order_adjustments;
  v_from text;
  v_returned integer;
begin
  select coalesce(-sum(a.amount_cents), 0) into v_returned from public.order_adjustments a
  where a.order_id = p_order_id and a.kind = 'short' and a.status = 'refunded' and a.closed_at is null;
  if p_now_refunded > p_before then
    for v_short in
      select * from public.order_adjustments a
      where a.order_id = p_order_id and a.kind = 'short' and a.status in ('proposed', 'accepted') order by a.created_at
    loop
      exit when p_now_refunded - v_returned < -v_short.amount_cents or p_now_refunded - p_before < -v_short.amount_cents;
      v_from := v_short.status;
      update public.order_adjustments a set status = 'refunded', chosen_option = 'refund', next_look_at = null,
        decided_at = coalesce(a.decided_at, now())
      where a.id = v_short.id returning * into v_short;
      perform private.note_adjustment(v_short, v_from, private.change_context('stripe'));
      v_returned := v_returned - v_short.amount_cents;
    end loop;
  else
    -- The refund failed later, so the money is owed again.
    for v_short in
      select * from public.order_adjustments a
      where a.order_id = p_order_id and a.kind = 'short' and a.status = 'refunded' and a.closed_at is null
      order by a.created_at desc
    loop
      exit when v_returned <= p_now_refunded;
      update public.order_adjustments a set status = 'accepted' where a.id = v_short.id returning * into v_short;
      perform private.note_adjustment(v_short, 'refunded', private.change_context('stripe'));
      v_returned := v_returned + v_short.amount_cents;
    end loop;
  end if;
end $$;
comment on function private.settle_shorts(uuid, integer, integer) is
  'What the sum of an order''s refunds says of the cards that did not come: refunded where it covers them, accepted again where it
   does so no more. The caller has locked the order.';

create function private.finish_short(p_request_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_short public.order_adjustments := private.locked_adjustment(p_request_id);
  v_from text := v_short.status;
begin
  if v_short.kind = 'short' and v_short.status in ('proposed', 'accepted') then
    update public.order_adjustments a set status = 'refunded', next_look_at = null where a.id = v_short.id
    returning * into v_short;
    perform private.note_adjustment(v_short, v_from, private.change_context('stripe'));
  end if;
end $$;
comment on function private.finish_short(uuid) is 'The refund that bears the id of a proposal was made.';

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
  'What apply_refund does where a proposal was paid with the payment: all of it back makes it refunded, and frees its quota. Null:
   no proposal was.';

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
  -- An open dispute of the order's own payment is not covered by the end of this one.
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
  'What apply_dispute does where a proposal was paid with the payment; its order then shows the dispute. Null: no proposal was.';

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
   What may still wait for the decision of the caller about these orders, as far as they are the caller''s own; the one that ends
   soonest first.';

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
  '{adjustment (private.payable_as_json)} for someone who may decide it (private.may_decide), null for anyone else.
   p_is_for_server: for emails and jobs, which act for no one.';

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
    return jsonb_build_object('outcome', 'page_open', 'stripe_session_id', v_adjustment.stripe_session_id);
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
  'The customer''s answer but for paying: send_rest or refund (short), return (extra), dispute (upcharge, with words). {outcome,
   adjustment?}; outcome: decided | decided_before (the same answer) | page_open (its payment page is open: close it, apply what
   became of it, ask again) | adjustment_paid | adjustment_withdrawn | adjustment_decided | adjustment_too_late |
   adjustment_no_option | not_found (also: not theirs).';

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
  -- The quota's lock, before the order's as reserve_order takes them.
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
    return jsonb_build_object('outcome', 'ask_page', 'stripe_session_id', v_adjustment.stripe_session_id);
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
  'Accepts an extra charge and holds its quota until its payment page has run out, under the lock of reserve_order. p_amount_cents:
   what the customer saw. {outcome, adjustment?}; outcome: reserved | replay (its page is open) | ask_page (apply what became of that
   session, ask again) | adjustment_price_changed | adjustment_paid | adjustment_in_progress | adjustment_withdrawn |
   adjustment_decided | adjustment_too_late | not_found (also: not theirs, or nothing to pay).';

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
  'Ties a payment page to its reservation; without a session, frees what the reservation holds. {attached}: false when the proposal
   has moved on, and the page must be closed. With a session, Stripe is asked first: apply_adjustment_checkout.';

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
  -- Nobody has told how this page ended: what is said of one that has is an old reading, by which a debit that failed would
  -- hold its cards again.
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
        -- Extra cards are paid for before the batch goes to the grader, an upcharge afterwards.
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
  'What apply_checkout is for an order: a payment makes a proposal paid whatever it was, and what was declined, expired, withdrawn
   or left meanwhile, or has no room left in the month, is told to staff as late_adjustment. {outcome, reason, adjustment, superseded_session_id}; outcome: fulfilled |
   duplicate | pending | failed | canceled (its page ended, the proposal stands) | noop | exception.';

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
  'What follows without an answer, or without the cards that were to come: {outcome: refund_due (short) | expired (extra: back with
   the batch, ungraded; upcharge: never charged, staff see it) | noop (not yet, or decided meanwhile)}.';

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
    'work', case when c.is_pending or c.reservation_expires_at is not null then 'page'
      when c.kind = 'short' and c.status = 'accepted' and c.chosen_option = 'refund' then 'refund' else 'expire' end)
    order by c.was_due), '[]') from claimed c
$$;
comment on function public.claim_due_adjustments(integer, timestamptz) is
  'Proposals that are to be looked at now, each by one caller, and again in 15, 30 … at most 480 minutes unless something came of it: [{id, attempt,
   stripe_session_id, work: page (ask how it ended) | refund (make it) | expire}].';

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
  'Writes the refund of cards that did not come down before Stripe is asked, as staff_begin_refund does; its id is the proposal''s.
   {outcome, request?, is_first?, payment_intent_id?}; outcome: started | done_before | in_progress (another refund of the order, or
   somebody is at this one) | not_paid_by_card (staff settle it) | not_due.';

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
  'Asks the customer for what the grader charges more: how many cards, how much each, and why. {outcome, adjustment_id?, order?,
   changes?}; outcome: proposed | order_changed | adjustment_not_here (not paid, not counted, not sent to the grader yet, or on its
   way back) | adjustment_too_many (cards) | order_not_found.';

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
  'Ends a proposal with a note for its story. p_action withdraw: takes back one that isn''t decided. close: ends what only staff can
   end, an upcharge that was disputed or not answered, or a refund that Stripe couldn''t make and they made another way. {outcome,
   action_id?}; outcome: withdrawn | withdrawn_before | closed | adjustment_decided (also: its payment page is open) |
   adjustment_not_open | not_found.';
