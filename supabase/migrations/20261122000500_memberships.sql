-- Memberships and the monthly quota. All subscriptions of a customer are written at once from Stripe, never from an event.
-- private.month_use counts a month's cards. The limit is enforced by reserve_order and private.extra_price.

create sequence public.read_fences;
comment on sequence public.read_fences is
  'Numbers the reads of Stripe. A read with a higher number started later and is at least as fresh.';

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id),
  plan_type text not null check (plan_type in ('starter', 'pro', 'elite')),
  next_plan_type text check (next_plan_type in ('starter', 'pro', 'elite')),
  status text not null,
  is_unlisted boolean not null default false,
  current_period_start timestamptz not null,
  current_period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  stripe_subscription_id text not null unique,
  stripe_customer_id text not null,
  stripe_price_id text not null,
  fence bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (current_period_start <= current_period_end)
);
comment on column public.subscriptions.plan_type is 'The plan that the current period was paid for.';
comment on column public.subscriptions.status is
  'Stripe''s status, of which only active gives member rates. incomplete also if Stripe says active without a paid invoice. Ours:
   duplicate (a second active one, for staff to end and refund) and unknown_price.';
comment on column public.subscriptions.is_unlisted is 'Ended because Stripe didn''t list it. Checked again for a month.';
comment on column public.subscriptions.fence is
  'Number of the read that was written last. A lower one is stale and must be refused.';
-- One active row at most: reading a single row returns PGRST116 for several.
create unique index subscriptions_one_active on public.subscriptions (user_id) where status = 'active';
create index subscriptions_user on public.subscriptions (user_id);
create index subscriptions_customer on public.subscriptions (stripe_customer_id);
create index subscriptions_ending on public.subscriptions (current_period_end) where status = 'active';

create table public.stripe_customers (
  user_id uuid primary key references auth.users (id) on delete cascade,
  stripe_customer_id text not null unique,
  fence bigint not null default 0,
  synced_at timestamptz,
  checkout_price text,
  checkout_attempt integer not null default 0 check (checkout_attempt >= 0),
  checkout_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now()
);
comment on column public.stripe_customers.checkout_price is 'Price of the last Checkout page. A page for another price is closed.';
comment on column public.stripe_customers.checkout_attempt is
  'Part of that page''s idempotency key. Incremented for another price, after a stored failure and after a closed page.';
comment on column public.stripe_customers.checkout_at is 'When that page was opened. It can be paid for a day.';
comment on column public.stripe_customers.deleted_at is
  'When Stripe reported the customer as deleted. Kept until the account gets another one, as part of its idempotency key.';
create index stripe_customers_synced on public.stripe_customers (synced_at);
create index stripe_customers_asked on public.stripe_customers (checkout_at) where checkout_at is not null;
-- Each sync looks up obsolete emails by subscription.
create index outbox_memberships on public.outbox ((payload ->> 'subscription_id'))
  where sent_at is null and payload ->> 'subscription_id' is not null;

alter table public.subscriptions enable row level security;
alter table public.stripe_customers enable row level security;

create policy "Members read their own subscription, staff all" on public.subscriptions
  for select to authenticated
  using (user_id = (select private.me())
    or user_id between (select '00000000-0000-0000-0000-000000000000'::uuid where private.staff_role() is not null)
        and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
      and created_at between (select '-infinity'::timestamptz where private.staff_role() is not null) and 'infinity');

create function private.active_subscription(p_user_id uuid, p_now timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(s) - 'fence' from public.subscriptions s
  where s.user_id = p_user_id and s.status = 'active' and s.current_period_end > p_now
$$;
comment on function private.active_subscription(uuid, timestamptz) is
  '@callers authenticated
   Returns the active subscription of an account, or null.';

-- In plpgsql, because order_adjustments is created later.
create function private.month_use(
  p_user_id uuid, p_month date, p_now timestamptz, p_except uuid default null, out used integer, out held integer
)
language plpgsql stable set search_path = ''
as $$
begin
  select o.used + a.used, o.held + a.held into used, held
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
  ) a;
end $$;
comment on function private.month_use(uuid, date, timestamptz, uuid) is
  'Returns the cards that count toward a UTC month''s quota. used: paid at a member rate, with extra cards and without refunded
   missing ones. held: reserved or pending. p_except: a proposal to leave out of held.';

create function private.my_month_use(p_month date, p_now timestamptz, out used integer, out held integer)
language sql stable security definer set search_path = ''
as $$ select m.used, m.held from private.month_use((select private.me()), p_month, p_now) m $$;
comment on function private.my_month_use(date, timestamptz) is
  '@callers authenticated
   Returns private.month_use of the caller.';

create function private.enqueue_membership_emails(
  p_subscription public.subscriptions, p_former public.subscriptions, p_now timestamptz
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_sub text := p_subscription.stripe_subscription_id;
  v_period text := v_sub || ':' || to_char(p_subscription.current_period_end at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
  -- Each write has its own fence, so a repeated change is emailed again.
  v_write text := v_sub || ':' || p_subscription.fence;
  v_active boolean := p_subscription.status = 'active';
  v_ending boolean := v_active and p_subscription.cancel_at_period_end;
  v_planning boolean := v_active and p_subscription.next_plan_type is not null;
  v_failed boolean := p_subscription.status in ('past_due', 'unpaid');
  v_is_new_period boolean := coalesce(p_subscription.current_period_start > p_former.current_period_start, false);
  v_is_other_plan boolean := coalesce(p_former.plan_type <> p_subscription.plan_type, false);
  -- Future changes are emailed only while the membership is active.
  v_was_active boolean := coalesce(p_former.status = 'active', false);
  v_is_other_next boolean := not v_was_active or p_former.next_plan_type is distinct from p_subscription.next_plan_type;
  -- An announced change was called off.
  v_kept boolean := v_active and v_was_active and not v_is_new_period and not v_is_other_plan and not v_ending and not v_planning
    and (p_former.cancel_at_period_end or p_former.next_plan_type is not null);
begin
  -- No correction is needed while the first email is still queued.
  if v_kept then
    v_kept := not exists (select from public.outbox o where o.sent_at is null and o.payload ->> 'subscription_id' = v_sub
      and o.kind in ('membership_ending', 'membership_change_planned') and (o.locked_until is null or o.locked_until <= p_now));
  end if;
  -- Deletes queued emails that no longer apply: paid, resumed or changed back.
  delete from public.outbox o
  where o.sent_at is null and o.payload ->> 'subscription_id' = v_sub and (
    (o.kind = 'membership_payment_failed' and not v_failed)
    or (o.kind = 'membership_renewed' and not v_active)
    or (o.kind = 'membership_ending' and not v_ending)
    or (o.kind = 'membership_changed' and v_active and v_is_other_plan)
    or (o.kind = 'membership_change_planned' and (not v_planning or v_is_other_next))
    or (o.kind = 'membership_kept' and (not v_active or v_ending or v_planning)));
  insert into public.outbox (dedupe_key, kind, payload, created_at, next_attempt_at)
  -- Stripe starts a period an hour before it charges, and reports a failure soon after.
  select m.kind || ':' || m.about, m.kind, jsonb_build_object('subscription_id', v_sub), p_now,
    p_now + case m.kind when 'membership_renewed' then interval '3 hours' else interval '0' end
  from (values
    (v_sub, 'membership_started', v_active),
    (v_period, 'membership_renewed', v_active and v_is_new_period and not v_is_other_plan),
    (v_period, 'membership_payment_failed', v_failed),
    (v_write, 'membership_ending', v_ending and not (v_was_active and p_former.cancel_at_period_end)),
    (v_write, 'membership_changed', v_active and v_is_other_plan),
    (v_write, 'membership_change_planned', v_planning and v_is_other_next),
    (v_write, 'membership_kept', v_kept)
  ) as m (about, kind, is_due)
  where m.is_due
  on conflict (dedupe_key) do nothing;
end $$;
comment on function private.enqueue_membership_emails is
  'Queues and deletes emails for a written subscription. p_former: the row before, null if the membership wasn''t running.';

create function public.next_read_fence() returns bigint
language sql set search_path = ''
as $$ select nextval('public.read_fences') $$;
comment on function public.next_read_fence() is
  'Returns a fence to take before reading Stripe for sync_membership, apply_refund or apply_dispute.';

create function private.latest_subscription(p_user_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(r) - 'fence' from public.subscriptions r where r.user_id = p_user_id
  order by r.status = 'active' desc, r.created_at desc limit 1
$$;
comment on function private.latest_subscription(uuid) is 'Returns the active subscription of an account, else the newest, or null.';

create function public.sync_membership(
  p_stripe_customer_id text, p_fence bigint, p_subscriptions jsonb, p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_customer public.stripe_customers;
  v_set jsonb;
  v_row public.subscriptions;
  v_former public.subscriptions[];
begin
  p_subscriptions := private.unwrapped(p_subscriptions);
  if p_fence is null or jsonb_typeof(p_subscriptions) is distinct from 'array' then
    raise exception 'sync_membership needs a fence and a list' using errcode = 'invalid_parameter_value';
  end if;
  select * into v_customer from public.stripe_customers c
  where c.stripe_customer_id = p_stripe_customer_id and c.deleted_at is null for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown_customer', 'user_id', null, 'subscription', null);
  end if;

  if p_fence <= v_customer.fence then
    return jsonb_build_object('outcome', 'stale', 'user_id', v_customer.user_id, 'subscription',
      private.latest_subscription(v_customer.user_id));
  end if;
  update public.stripe_customers c set fence = p_fence, synced_at = p_now where c.user_id = v_customer.user_id;

  -- The oldest active subscription with one of our plans applies.
  select coalesce(jsonb_agg(s || jsonb_build_object('stripe_status', s ->> 'status', 'status', case
      when s ->> 'plan_type' is null then 'unknown_price'
      when s ->> 'status' = 'active' and actives.nth > 1 then 'duplicate'
      else s ->> 'status' end)), '[]') into v_set
  from jsonb_array_elements(p_subscriptions) s
  left join lateral (
    select count(*) as nth from jsonb_array_elements(p_subscriptions) o
    where o ->> 'status' = 'active' and o ->> 'plan_type' is not null
      and ((o ->> 'created_at')::timestamptz, o ->> 'id') <= ((s ->> 'created_at')::timestamptz, s ->> 'id')
  ) actives on true;

  select array_agg(r) into v_former from public.subscriptions r
  where r.user_id = v_customer.user_id and r.status in ('active', 'past_due', 'unpaid');

  -- Deactivates first, so that two rows are never active.
  update public.subscriptions r
  set status = coalesce(s.item ->> 'status', 'canceled'), is_unlisted = s.item is null, fence = p_fence,
    updated_at = p_now
  from public.subscriptions old
  left join lateral (
    select i as item from jsonb_array_elements(v_set) i where i ->> 'id' = old.stripe_subscription_id
  ) s on true
  where r.id = old.id and r.user_id = v_customer.user_id
    and r.status is distinct from coalesce(s.item ->> 'status', 'canceled')
    and coalesce(s.item ->> 'status', 'canceled') <> 'active'
    and not (s.item is null and r.status in ('canceled', 'incomplete_expired'));

  insert into public.subscriptions as r (user_id, plan_type, next_plan_type, status, current_period_start,
    current_period_end, cancel_at_period_end, stripe_subscription_id, stripe_customer_id, stripe_price_id, fence,
    created_at, updated_at)
  select v_customer.user_id, s ->> 'plan_type', s ->> 'next_plan_type', s ->> 'status', (s ->> 'current_period_start')::timestamptz,
    (s ->> 'current_period_end')::timestamptz, (s ->> 'cancel_at_period_end')::boolean, s ->> 'id',
    p_stripe_customer_id, s ->> 'price_id', p_fence, (s ->> 'created_at')::timestamptz, p_now
  from jsonb_array_elements(v_set) s
  where s ->> 'plan_type' is not null
  on conflict (stripe_subscription_id) do update set
    plan_type = excluded.plan_type, next_plan_type = excluded.next_plan_type, status = excluded.status,
    is_unlisted = false,
    current_period_start = excluded.current_period_start, current_period_end = excluded.current_period_end,
    cancel_at_period_end = excluded.cancel_at_period_end, stripe_price_id = excluded.stripe_price_id,
    fence = excluded.fence, updated_at = excluded.updated_at
  where r.user_id = excluded.user_id;

  insert into public.payment_exceptions (stripe_session_id, reason, detail)
  select s ->> 'id', case when s ->> 'status' = 'duplicate' then 'second_subscription' else 'unknown_price' end,
    jsonb_build_object('user_id', v_customer.user_id, 'stripe_customer_id', p_stripe_customer_id,
      'subscription_id', s ->> 'id', 'price_id', s ->> 'price_id', 'status', s ->> 'stripe_status',
      'kept_subscription_id', (select k ->> 'id' from jsonb_array_elements(v_set) k where k ->> 'status' = 'active'))
  from jsonb_array_elements(v_set) s
  where s ->> 'status' in ('duplicate', 'unknown_price')
  on conflict (stripe_session_id, reason) do nothing;
  update public.payment_exceptions e set detail = e.detail || '{"is_found_again": true}'
  where e.stripe_session_id = p_stripe_customer_id and e.reason = 'customer_not_found' and not e.detail ? 'is_found_again';
  for v_row in select * from public.subscriptions r where r.user_id = v_customer.user_id
  loop
    perform private.enqueue_membership_emails(v_row, (
      select f from unnest(v_former) f where f.stripe_subscription_id = v_row.stripe_subscription_id), p_now);
  end loop;

  return jsonb_build_object('outcome', 'written', 'user_id', v_customer.user_id, 'subscription', 
    private.latest_subscription(v_customer.user_id));
end $$;
comment on function public.sync_membership(text, bigint, jsonb, timestamptz) is
  'Writes a customer''s subscriptions as Stripe listed them after the fence was taken, and ends all others. p_subscriptions: [{id,
   status, plan_type (paid for; null for an unknown price), next_plan_type, price_id, current_period_start, current_period_end,
   cancel_at_period_end, created_at}]. Returns {outcome: written | stale (nothing changed) | unknown_customer, user_id, subscription
   (private.latest_subscription)}.';

create function public.mark_stripe_customer_deleted(
  p_stripe_customer_id text, p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_customer public.stripe_customers;
  v_row public.subscriptions;
begin
  update public.stripe_customers c set deleted_at = p_now
  where c.stripe_customer_id = p_stripe_customer_id and c.deleted_at is null returning * into v_customer;
  if not found then
    return jsonb_build_object('outcome', 'unknown_customer', 'user_id', null, 'subscription', null);
  end if;
  for v_row in
    update public.subscriptions r
    set status = 'canceled', next_plan_type = null, is_unlisted = false, updated_at = p_now
    where r.user_id = v_customer.user_id and r.stripe_customer_id = p_stripe_customer_id
      and (r.status not in ('canceled', 'incomplete_expired') or r.is_unlisted)
    returning *
  loop
    perform private.enqueue_membership_emails(v_row, null, p_now);
  end loop;
  return jsonb_build_object('outcome', 'deleted_customer', 'user_id', v_customer.user_id, 'subscription', 
    private.latest_subscription(v_customer.user_id));
end $$;
comment on function public.mark_stripe_customer_deleted(text, timestamptz) is
  'Ends the subscriptions of a customer that Stripe has deleted, so that the account can get another one. Returns {outcome:
   deleted_customer | unknown_customer, user_id, subscription (private.latest_subscription)}.';

create function public.note_lost_customer(
  p_stripe_customer_id text, p_user_id uuid default null, p_subscription_id text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_owner uuid;
begin
  -- Lock order: the customer first, as in sync_membership.
  select c.user_id into v_owner from public.stripe_customers c
  where c.stripe_customer_id = p_stripe_customer_id and c.deleted_at is null for update;
  if v_owner is not null or p_subscription_id is not null then
    insert into public.payment_exceptions (stripe_session_id, reason, detail)
    values (p_stripe_customer_id, case when v_owner is not null then 'customer_not_found'
        when private.email_of(p_user_id) is not null then 'customer_deleted' else 'account_deleted' end,
      jsonb_build_object('stripe_customer_id', p_stripe_customer_id, 'user_id', coalesce(v_owner, p_user_id),
        'subscription_id', p_subscription_id))
    on conflict (stripe_session_id, reason) do update
    set resolved_at = null, resolved_by = null, resolution = null, detail = excluded.detail,
      notified_at = case when payment_exceptions.resolved_at is null then payment_exceptions.notified_at end
    where payment_exceptions.detail ? 'is_found_again';
    update public.stripe_customers c set synced_at = now() where c.stripe_customer_id = p_stripe_customer_id;
  end if;
  return jsonb_build_object('is_ours', v_owner is not null);
end $$;
comment on function public.note_lost_customer(text, uuid, text) is
  'Adds a payment exception for a customer that Stripe doesn''t find, or that still pays although the account or customer is gone.
   Reopens it if the customer was found in between. Returns {is_ours: an account has this customer}.';

create function public.get_stripe_customer(p_user_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('customer', (
    select jsonb_build_object('stripe_customer_id', c.stripe_customer_id, 'checkout_price', c.checkout_price,
      'checkout_attempt', c.checkout_attempt)
    from public.stripe_customers c where c.user_id = p_user_id and c.deleted_at is null),
    'former', (
    select c.stripe_customer_id from public.stripe_customers c where c.user_id = p_user_id and c.deleted_at is not null))
$$;
comment on function public.get_stripe_customer(uuid) is
  'Returns {customer: {stripe_customer_id, checkout_price, checkout_attempt} or null, former: ID of a deleted customer without a
   successor, or null}.';

create function public.get_membership(p_stripe_subscription_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'subscription', to_jsonb(s) - 'fence', 'email', u.email::text, 'full_name', p.full_name)
  from (select 1) as one
  left join public.subscriptions s on s.stripe_subscription_id = p_stripe_subscription_id
  left join auth.users u on u.id = s.user_id
  left join public.profiles p on p.user_id = s.user_id
$$;
comment on function public.get_membership(text) is
  'Returns {subscription, email, full_name} for an email about a membership; nulls if it is unknown.';

-- Two tabs may insert the same row. Without a column, `on conflict` respects both unique indexes.
create function public.ensure_stripe_customer(p_user_id uuid, p_stripe_customer_id text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_stored text;
begin
  insert into public.stripe_customers (user_id, stripe_customer_id)
  values (p_user_id, p_stripe_customer_id)
  on conflict do nothing;
  update public.stripe_customers c
  set stripe_customer_id = p_stripe_customer_id, fence = 0, synced_at = null, checkout_price = null, checkout_at = null,
    deleted_at = null, created_at = now()
  where c.user_id = p_user_id and c.deleted_at is not null and c.stripe_customer_id <> p_stripe_customer_id;
  select c.stripe_customer_id into v_stored from public.stripe_customers c where c.user_id = p_user_id;
  if not found then
    raise unique_violation using message = format('%s is the customer of another account', p_stripe_customer_id);
  end if;
  return jsonb_build_object('stripe_customer_id', v_stored);
exception when foreign_key_violation then
  return jsonb_build_object('stripe_customer_id', null);
end $$;
comment on function public.ensure_stripe_customer(uuid, text) is
  'Stores an account''s customer, also in place of a deleted one. Returns {stripe_customer_id}: the stored one, which may be another
   caller''s, or null if the account is gone. Raises unique_violation for another account''s customer.';

create function public.begin_membership_checkout(
  p_stripe_customer_id text, p_price_id text, p_from_attempt integer default null, p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_attempt integer;
begin
  update public.stripe_customers c
  set checkout_price = p_price_id, checkout_at = p_now, checkout_attempt = c.checkout_attempt + case
    when c.checkout_price is distinct from p_price_id or c.checkout_attempt = p_from_attempt then 1 else 0 end
  where c.stripe_customer_id = p_stripe_customer_id and c.deleted_at is null returning c.checkout_attempt into v_attempt;
  return jsonb_build_object('attempt', v_attempt);
end $$;
comment on function public.begin_membership_checkout(text, text, integer, timestamptz) is
  'Returns {attempt} for a Checkout page with this price, null for an unknown customer. Another price, or a failed p_from_attempt
   (once for concurrent callers), gets a new attempt.';

create function public.list_memberships_to_sync(p_limit integer default 100, p_now timestamptz default now())
returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(c.stripe_customer_id), '[]')
  from (
    select k.stripe_customer_id
    from public.stripe_customers k
    where k.deleted_at is null and (exists (
      select 1 from public.subscriptions s
      where s.user_id = k.user_id
        and (s.status not in ('canceled', 'incomplete_expired')
          or (s.is_unlisted and s.updated_at > p_now - interval '30 days'))
        and k.synced_at < p_now - case
          when s.status = 'active' and s.current_period_end <= p_now then case
            when exists (select 1 from public.payment_exceptions e where e.stripe_session_id = k.stripe_customer_id
              and e.reason = 'customer_not_found') then interval '1 hour' else interval '2 minutes' end
          when s.status <> 'active' and not s.is_unlisted then interval '6 hours'
          else interval '24 hours' end)
      -- A Checkout page is open for a day: read every hour, and once after it ends.
      or (k.checkout_at <= p_now - interval '1 hour'
        and (k.synced_at is null
          or k.synced_at < least(p_now - interval '1 hour', k.checkout_at + interval '25 hours'))))
    order by k.synced_at nulls first
    limit greatest(p_limit, 0)
  ) c
$$;
comment on function public.list_memberships_to_sync(integer, timestamptz) is
  'Returns the customers to read from Stripe, longest unread first: after a period''s end, in arrears, with a recent Checkout page,
   and all others once a day, including memberships that ended because they weren''t listed.';
