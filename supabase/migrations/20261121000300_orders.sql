-- Grading orders: one row per batch, from the first click on "pay" until the cards are home.

create table public.grading_orders (
  id uuid primary key default gen_random_uuid(),
  batch_id text unique check (batch_id ~ '^BATCH-[A-Z0-9]{6,16}-[A-Z0-9]{4}$'),
  user_id uuid references auth.users (id),
  user_email text,
  guest_email text,
  guest_key text check (guest_key ~ '^[0-9a-f]{64}$'),
  plan_type text not null check (plan_type in ('payg', 'free', 'starter', 'pro', 'elite')),
  num_cards integer not null check (num_cards between 1 and 9999),
  rate_cents integer not null check (rate_cents between 1 and 100000),
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  grading_fee numeric(10, 2) not null,
  total_paid numeric(10, 2) check (total_paid >= 0),
  refunded_cents integer not null default 0 check (refunded_cents >= 0),
  payment_status text not null default 'unpaid'
    check (payment_status in ('unpaid', 'pending', 'paid', 'failed', 'canceled')),
  fulfillment_status text not null default 'not_received'
    check (fulfillment_status in ('not_received', 'grading', 'complete')),
  submission_status text not null default 'pending' check (submission_status in
    ('pending', 'processing', 'received', 'shipped', 'grading', 'graded', 'completed', 'delivered')),
  notes text check (char_length(notes) <= 2000),
  tracking_number text check (char_length(tracking_number) <= 100),
  grading_submission_number text check (char_length(grading_submission_number) <= 100),
  quota_month date check (extract(day from quota_month) = 1),
  reservation_expires_at timestamptz,
  checkout_attempt integer not null default 1 check (checkout_attempt >= 1),
  stripe_session_id text unique,
  stripe_payment_intent_id text unique,
  receipt_url text,
  paid_at timestamptz,
  dispute_status text,
  review_reason text,
  placed_by_admin boolean not null default false,
  return_address jsonb check (jsonb_typeof(return_address) = 'object'),
  inbound_carrier text check (inbound_carrier in ('usps', 'ups', 'fedex', 'dhl', 'other')),
  inbound_tracking text check (char_length(inbound_tracking) <= 100),
  inbound_shipped_at timestamptz,
  received_at timestamptz,
  received_count integer check (received_count between 0 and 9999),
  package_condition text check (package_condition in ('ok', 'damaged_outside', 'damaged_cards', 'tampered')),
  version integer not null default 1,
  search_text text not null default '',
  submitted_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint fee_is_rate_times_cards check (grading_fee * 100 = num_cards * rate_cents),
  constraint paid_is_complete check (payment_status <> 'paid' or (paid_at is not null and total_paid is not null)),
  constraint refund_within_payment check (refunded_cents <= coalesce(total_paid, 0) * 100),
  constraint has_an_owner check (num_nonnulls(user_id, guest_key, guest_email) >= 1)
);

comment on column public.grading_orders.batch_id is
  'Proposed by the browser, unique, and the idempotency key within one owner. Null in imported rows only.';
comment on column public.grading_orders.user_id is
  'Null for a guest. No cascade: an account with orders cannot be deleted, orders are accounting records.';
comment on column public.grading_orders.guest_key is
  'SHA-256 (hex) of the guest''s order cookie: the owner until an account is linked.';
comment on column public.grading_orders.grading_fee is 'Dollars owed: num_cards * rate_cents / 100.';
comment on column public.grading_orders.total_paid is 'Dollars received; null until the payment is there.';
comment on column public.grading_orders.quota_month is
  'UTC month in which the cards were reserved: a payment after midnight still counts there.';
comment on column public.grading_orders.reservation_expires_at is
  'Until then an unpaid order holds quota and its payment page may be open. Null once the outcome is known.';
comment on column public.grading_orders.checkout_attempt is
  'Part of Stripe''s idempotency key; raised when Stripe has stored a failure under the former one.';
comment on column public.grading_orders.paid_at is
  'When money (or a member of staff) settled it. Never cleared: no event of Stripe is applied after it.';
comment on column public.grading_orders.review_reason is 'Set when staff should look: money came although the order was closed.';
comment on column public.grading_orders.version is 'Raised by every change; staff forms send it back to notice each other.';
comment on column public.grading_orders.search_text is 'Lower-cased text of the staff search, kept by trigger. Never shown.';

create table public.order_admin (
  order_id uuid primary key references public.grading_orders (id) on delete cascade,
  internal_notes text check (char_length(internal_notes) <= 5000),
  invoice_filename text check (char_length(invoice_filename) <= 255),
  received_by uuid references auth.users (id) on delete set null,
  shelf_location text check (char_length(shelf_location) <= 100),
  updated_at timestamptz not null default now()
);
comment on table public.order_admin is
  'What customers must not see, apart so that select=* on grading_orders stays safe. The row appears with the first entry.';
create index order_admin_received_by on public.order_admin (received_by) where received_by is not null;

-- ---------------------------------------------------------------------------------------------
-- Indexes, one per list or look-up
-- ---------------------------------------------------------------------------------------------

create index grading_orders_by_user on public.grading_orders (user_id, submitted_at desc, id desc);
create index grading_orders_newest on public.grading_orders (submitted_at desc, id desc);
create index grading_orders_by_payment on public.grading_orders (payment_status, submitted_at desc, id desc);
create index grading_orders_by_fulfillment on public.grading_orders (fulfillment_status, submitted_at desc, id desc);
create index grading_orders_by_both
  on public.grading_orders (payment_status, fulfillment_status, submitted_at desc, id desc);
create index grading_orders_quota on public.grading_orders (user_id, quota_month)
  where plan_type in ('starter', 'pro', 'elite') and payment_status in ('unpaid', 'pending', 'paid');
create index grading_orders_live_by_user on public.grading_orders (user_id)
  where payment_status = 'unpaid' and reservation_expires_at is not null;
create index grading_orders_by_guest on public.grading_orders (guest_key) where guest_key is not null;
create index grading_orders_linkable on public.grading_orders (lower(guest_email collate "C"))
  where user_id is null and guest_email is not null;
create index grading_orders_user_email on public.grading_orders (lower(user_email collate "C"))
  where user_email is not null;
create index grading_orders_expiring on public.grading_orders (reservation_expires_at)
  where payment_status = 'unpaid' and reservation_expires_at is not null;
create index grading_orders_abandoned on public.grading_orders (created_at)
  where user_id is null and paid_at is null;

-- like '%word%' over one text: half the size of an index per column, and a single scan.
-- The extension may live in another schema where a project had it before.
do $$
declare
  v_schema text := (select n.nspname from pg_catalog.pg_extension e
                    join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm');
begin
  execute format(
    'create index grading_orders_search on public.grading_orders using gin (search_text %I.gin_trgm_ops)', v_schema);
end $$;

-- ---------------------------------------------------------------------------------------------
-- Row level security
-- ---------------------------------------------------------------------------------------------

alter table public.grading_orders enable row level security;
alter table public.order_admin enable row level security;

create policy "Collectors read their own orders, staff all" on public.grading_orders
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_staff()));

create policy "Staff read what only staff may see" on public.order_admin
  for select to authenticated
  using ((select private.is_staff()));

-- ---------------------------------------------------------------------------------------------
-- Kept by trigger: version, updated_at, search text
-- ---------------------------------------------------------------------------------------------

create function private.order_search_text(p_order public.grading_orders) returns text
language sql stable set search_path = ''
as $$
  select lower(concat_ws(' ', p_order.batch_id, 'order-' || left(p_order.id::text, 8), p_order.user_email,
    p_order.guest_email, coalesce(p.full_name, p_order.return_address ->> 'full_name'),
    p_order.tracking_number, p_order.grading_submission_number))
  from (select 1) as one
  left join public.profiles p on p.user_id = p_order.user_id
$$;

create function private.keep_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_same_text public.grading_orders;
begin
  new.search_text := private.order_search_text(new);
  if tg_op = 'UPDATE' then
    v_same_text := new;
    v_same_text.search_text := old.search_text;
    -- A new name in somebody's profile is not a change of the order.
    if v_same_text is distinct from old then
      new.version := old.version + 1;
      new.updated_at := now();
    end if;
  end if;
  return new;
end $$;

create trigger keep_order before insert or update on public.grading_orders
  for each row execute function private.keep_order();

create function private.refresh_search_of_orders() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.grading_orders set search_text = '' where user_id = new.user_id;
  return null;
end $$;

create trigger refresh_search_of_orders after update of full_name on public.profiles
  for each row when (new.full_name is distinct from old.full_name)
  execute function private.refresh_search_of_orders();
