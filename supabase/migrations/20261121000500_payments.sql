-- Tables of the payment path that only the server uses: row level security without a policy.

create table public.stripe_events (
  event_id text primary key,
  type text not null,
  object_id text,
  livemode boolean not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts integer not null default 1,
  last_error text
);
comment on table public.stripe_events is
  'Ledger of deliveries. Done means processed_at, not existence: a delivery whose first attempt failed is worked again.';
create index stripe_events_unprocessed on public.stripe_events (received_at) where processed_at is null;

create table public.outbox (
  id bigint generated always as identity primary key,
  dedupe_key text not null unique,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  attempts integer not null default 0,
  locked_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  message_id text,
  last_error text
);
comment on table public.outbox is
  'Mail to send, written in the transaction of its cause. At least once to the mail server, with a deterministic id.';
comment on column public.outbox.failed_at is 'Given up: staff must look.';
create index outbox_due on public.outbox (next_attempt_at, id) where sent_at is null and failed_at is null;

create table public.payment_exceptions (
  id bigint generated always as identity primary key,
  stripe_session_id text not null,
  order_id uuid references public.grading_orders (id),
  reason text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid references auth.users (id) on delete set null,
  unique (stripe_session_id, reason)
);
comment on table public.payment_exceptions is 'Money that does not fit an order. Staff settle each by hand.';
create index payment_exceptions_order on public.payment_exceptions (order_id) where order_id is not null;
create index payment_exceptions_resolved_by on public.payment_exceptions (resolved_by) where resolved_by is not null;
create index payment_exceptions_open on public.payment_exceptions (created_at) where resolved_at is null;

alter table public.stripe_events enable row level security;
alter table public.outbox enable row level security;
alter table public.payment_exceptions enable row level security;

-- ---------------------------------------------------------------------------------------------
-- Ledger of Stripe's events
-- ---------------------------------------------------------------------------------------------

create function public.record_stripe_event(p_event_id text, p_type text, p_object_id text, p_livemode boolean)
returns jsonb
language sql set search_path = ''
as $$
  insert into public.stripe_events as e (event_id, type, object_id, livemode)
  values (p_event_id, p_type, p_object_id, p_livemode)
  on conflict (event_id) do update set attempts = e.attempts + 1
  returning jsonb_build_object('processed', e.processed_at is not null, 'attempts', e.attempts)
$$;
comment on function public.record_stripe_event(text, text, text, boolean) is
  'Notes a delivery. {processed, attempts}: work it unless processed.';

create function public.finish_stripe_event(p_event_id text, p_error text default null) returns jsonb
language sql set search_path = ''
as $$
  update public.stripe_events e
  set processed_at = case when p_error is null then coalesce(e.processed_at, now()) else e.processed_at end,
      last_error = case when p_error is null then null else left(p_error, 2000) end
  where e.event_id = p_event_id
  returning jsonb_build_object('processed', e.processed_at is not null, 'attempts', e.attempts)
$$;

create function public.list_unprocessed_stripe_events(p_limit integer default 50) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(e) order by e.received_at), '[]')
  from (
    select s.* from public.stripe_events s
    where s.processed_at is null and s.attempts < 20
    order by s.received_at
    limit greatest(p_limit, 0)
  ) e
$$;
comment on function public.list_unprocessed_stripe_events(integer) is
  'Oldest first. Those tried 20 times are left for staff.';

-- ---------------------------------------------------------------------------------------------
-- One customer at Stripe per account
-- ---------------------------------------------------------------------------------------------

create function public.ensure_stripe_customer(p_user_id uuid, p_stripe_customer_id text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_stored text;
begin
  insert into public.stripe_customers (user_id, stripe_customer_id)
  values (p_user_id, p_stripe_customer_id)
  on conflict (user_id) do nothing;
  select c.stripe_customer_id into v_stored from public.stripe_customers c where c.user_id = p_user_id;
  return jsonb_build_object('stripe_customer_id', v_stored);
end $$;
comment on function public.ensure_stripe_customer(uuid, text) is
  'First writer wins; {stripe_customer_id} is the one to use, whoever stored it.';
