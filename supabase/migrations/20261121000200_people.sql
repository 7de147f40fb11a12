-- Who people are: staff, profiles, memberships, their customer record at Stripe.

create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role in ('owner', 'staff')),
  created_at timestamptz not null default now()
);
comment on table public.staff is
  'An account is staff because its id is here, never because of an e-mail or a claim in its token: removing the row
   takes the rights away at once.';

create table public.staff_events (
  id bigint generated always as identity primary key,
  staff_user_id uuid not null,
  email text,
  action text not null check (action in ('added', 'role_changed', 'removed')),
  actor_id uuid,
  at timestamptz not null default now()
);
comment on table public.staff_events is
  'Who made whom staff. No foreign keys: the record outlives the accounts. actor_id is null when a script did it.';

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  full_name text check (char_length(full_name) <= 120),
  phone text check (char_length(phone) <= 32),
  address_line1 text check (char_length(address_line1) <= 200),
  address_line2 text check (char_length(address_line2) <= 200),
  city text check (char_length(city) <= 120),
  state text check (char_length(state) <= 120),
  postal_code text check (char_length(postal_code) <= 16),
  country text not null default 'US'
    check (country in ('US', 'CA', 'GB', 'AU', 'DE', 'FR', 'JP', 'KR', 'CN', 'MX')),
  is_complete boolean not null generated always as (
    coalesce(full_name, '') <> '' and coalesce(address_line1, '') <> '' and coalesce(city, '') <> ''
    and coalesce(state, '') <> '' and coalesce(postal_code, '') <> ''
  ) stored,
  updated_at timestamptz not null default now()
);
comment on table public.profiles is 'The e-mail is not here: it belongs to auth.users and changes there.';

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id),
  plan_type text not null check (plan_type in ('starter', 'pro', 'elite')),
  status text not null,
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
comment on column public.subscriptions.status is 'As Stripe says it; only "active" gives member rates.';
comment on column public.subscriptions.fence is
  'Number taken before Stripe was asked; a write with a lower one is stale and must be refused.';
-- Reading one row answers PGRST116 for none and for several: several must be impossible.
create unique index subscriptions_one_active on public.subscriptions (user_id) where status = 'active';
create index subscriptions_user on public.subscriptions (user_id);
create index subscriptions_ending on public.subscriptions (current_period_end) where status = 'active';

create table public.stripe_customers (
  user_id uuid primary key references auth.users (id) on delete cascade,
  stripe_customer_id text not null unique,
  created_at timestamptz not null default now()
);

-- ---------------------------------------------------------------------------------------------
-- Who is asking
-- ---------------------------------------------------------------------------------------------

create function private.staff_role() returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_user_id uuid := auth.uid();
  v_role text;
  v_has_factor boolean := false;
begin
  if v_user_id is null then
    return null;
  end if;
  select s.role into v_role from public.staff s where s.user_id = v_user_id;
  if v_role is null or auth.jwt() ->> 'aal' = 'aal2' then
    return v_role;
  end if;
  -- The sandbox's auth service has no second factor, hence no such table.
  if to_regclass('auth.mfa_factors') is not null then
    execute 'select exists (select 1 from auth.mfa_factors f where f.user_id = $1 and f.status::text = ''verified'')'
      into v_has_factor using v_user_id;
  end if;
  return case when v_has_factor then null else v_role end;
end $$;
comment on function private.staff_role() is
  '@callers authenticated
   owner, staff or null. Who has enrolled a second factor counts only after having used it (aal2).';

create function private.is_staff() returns boolean
language sql stable security definer set search_path = ''
as $$ select private.staff_role() is not null $$;
comment on function private.is_staff() is '@callers authenticated';

create function private.is_owner() returns boolean
language sql stable security definer set search_path = ''
as $$ select coalesce(private.staff_role() = 'owner', false) $$;
comment on function private.is_owner() is '@callers authenticated';

-- ---------------------------------------------------------------------------------------------
-- Row level security: people read, the server writes
-- ---------------------------------------------------------------------------------------------

alter table public.staff enable row level security;
alter table public.staff_events enable row level security;
alter table public.profiles enable row level security;
alter table public.subscriptions enable row level security;
alter table public.stripe_customers enable row level security;

create policy "Staff read staff, everybody their own entry" on public.staff
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_staff()));

create policy "Collectors read their own profile, staff all" on public.profiles
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_staff()));

create policy "Members read their own subscription, staff all" on public.subscriptions
  for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_staff()));

-- ---------------------------------------------------------------------------------------------
-- A profile for every account
-- ---------------------------------------------------------------------------------------------

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (user_id) values (new.id) on conflict (user_id) do nothing;
  return new;
exception when others then
  -- A sign-up must never fail for want of an empty profile; saving it creates the row as well.
  raise warning 'no profile created for a new account: %', sqlerrm;
  return new;
end $$;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

insert into public.profiles (user_id) select id from auth.users on conflict (user_id) do nothing;
