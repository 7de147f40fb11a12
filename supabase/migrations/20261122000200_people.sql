-- Who people are: profiles, and who of them is staff.

-- Tables

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

create table public.password_choices (
  user_id uuid primary key references auth.users (id) on delete cascade,
  chosen_at timestamptz not null default now()
);
comment on table public.password_choices is
  'Accounts whose password was chosen by whoever holds their mailbox, through the link of a mail. Anybody can register an
   address first, and the auth service keeps that password when the address is confirmed. For the server alone.';

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

-- Private functions

-- They stand before row-level security because its policies call them.

create function private.has_second_factor(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from auth.mfa_factors f where f.user_id = p_user_id and f.status = 'verified')
$$;

create function private.me() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_me uuid := auth.uid();
begin
  if v_me is null or coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2' then
    return v_me;
  end if;
  return case when private.has_second_factor(v_me) then null else v_me end;
end $$;
comment on function private.me() is
  '@callers authenticated
   Who is calling; null for nobody, and for a token of before the second factor (aal1) of somebody who has enrolled one.
   Policies and functions ask this, never auth.uid(); in a policy as (select private.me()), which is evaluated once.';

create function private.staff_role() returns text
language sql stable security definer set search_path = ''
as $$ select s.role from public.staff s where s.user_id = private.me() $$;
comment on function private.staff_role() is
  '@callers authenticated
   owner, staff or null. Who has enrolled a second factor counts only after having used it (aal2).';

create function private.is_staff() returns boolean
language sql stable security definer set search_path = ''
as $$ select private.staff_role() is not null $$;
comment on function private.is_staff() is '@callers authenticated';

-- "I am staff" in a policy makes the planner read a whole table for everybody who asks without a filter. Ranges that are empty
-- for all but staff are looked up in an index, as one's own rows are. Two of them: that of ids is met by the index, and both
-- together seem so rare to the planner that it does not look for one's rows along the order of a list either.
create function private.first_id_for_staff() returns uuid
language sql stable security definer set search_path = ''
as $$ select case when private.is_staff() then '00000000-0000-0000-0000-000000000000'::uuid end $$;
comment on function private.first_id_for_staff() is
  '@callers authenticated
   The lowest id there is; null for who is not staff. In policies: staff read all that lies from here to the highest.';

create function private.first_time_for_staff() returns timestamptz
language sql stable security definer set search_path = ''
as $$ select case when private.is_staff() then '-infinity'::timestamptz end $$;
comment on function private.first_time_for_staff() is
  '@callers authenticated
   The same as a moment.';

create function private.require_user(p_or_owing boolean default false) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  v_me uuid := private.me();
begin
  if v_me is null and not (p_or_owing and auth.uid() is not null) then
    raise exception 'sign in first' using errcode = 'insufficient_privilege';
  end if;
  return v_me;
end $$;
comment on function private.require_user(boolean) is
  '@callers authenticated
   Who is calling; refuses nobody. With p_or_owing somebody who owes the second factor passes, as null.';

create function private.require_staff() returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.staff_role();
begin
  if v_role is null then
    raise exception 'only staff may do this' using errcode = 'insufficient_privilege';
  end if;
  return v_role;
end $$;
comment on function private.require_staff() is
  '@callers authenticated
   owner or staff; refuses everybody else. The first line of every function that staff call with their own token.';

create function private.require_actor(p_actor uuid, p_owner_only boolean default false) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Held until the end: who is removed meanwhile either has written before or is refused.
  perform 1 from public.staff s
  where s.user_id = p_actor and (s.role = 'owner' or not p_owner_only) for share;
  if not found then
    raise exception 'only % may do this', case when p_owner_only then 'the owner' else 'staff' end
      using errcode = 'insufficient_privilege';
  end if;
end $$;
comment on function private.require_actor(uuid, boolean) is
  'For writes: the member of staff that the server names must still be one.';

create function private.email_of(p_user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$ select u.email::text from auth.users u where u.id = p_user_id $$;

create function private.chose_password(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.password_choices c where c.user_id = p_user_id) $$;
comment on function private.chose_password(uuid) is
  'Whether the password is the choice of whoever holds the mailbox, and not of somebody who registered the address first.';

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

-- Row-level security

alter table public.staff enable row level security;
alter table public.staff_events enable row level security;
alter table public.password_choices enable row level security;
alter table public.profiles enable row level security;

create policy "Staff read staff, everybody their own entry" on public.staff
  for select to authenticated
  using (user_id = (select private.me()) or (select private.is_staff()));

create policy "Collectors read their own profile, staff all" on public.profiles
  for select to authenticated
  using (user_id = (select private.me())
    or user_id between (select private.first_id_for_staff()) and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
      and updated_at between (select private.first_time_for_staff()) and 'infinity');

-- Public functions

create function public.upsert_profile(p_user_id uuid, p_profile jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_profile public.profiles;
begin
  p_profile := private.unwrapped(p_profile);
  if jsonb_typeof(p_profile) is distinct from 'object' then
    raise exception 'a profile is an object' using errcode = 'invalid_parameter_value';
  end if;
  -- Fields that are not named stay; an empty text clears. Whatever else the object holds is not looked at.
  insert into public.profiles (user_id) values (p_user_id) on conflict (user_id) do nothing;
  update public.profiles p set
    full_name = case when p_profile ? 'full_name' then nullif(trim(p_profile ->> 'full_name'), '') else p.full_name end,
    phone = case when p_profile ? 'phone' then nullif(trim(p_profile ->> 'phone'), '') else p.phone end,
    address_line1 = case when p_profile ? 'address_line1'
      then nullif(trim(p_profile ->> 'address_line1'), '') else p.address_line1 end,
    address_line2 = case when p_profile ? 'address_line2'
      then nullif(trim(p_profile ->> 'address_line2'), '') else p.address_line2 end,
    city = case when p_profile ? 'city' then nullif(trim(p_profile ->> 'city'), '') else p.city end,
    state = case when p_profile ? 'state' then nullif(trim(p_profile ->> 'state'), '') else p.state end,
    postal_code = case when p_profile ? 'postal_code'
      then nullif(trim(p_profile ->> 'postal_code'), '') else p.postal_code end,
    country = coalesce(nullif(trim(p_profile ->> 'country'), ''), p.country),
    updated_at = now()
  where p.user_id = p_user_id
  returning * into v_profile;
  return to_jsonb(v_profile)
    || jsonb_build_object('email', (select u.email from auth.users u where u.id = p_user_id));
end $$;
comment on function public.upsert_profile(uuid, jsonb) is
  'Saves full_name, phone, address_line1, address_line2, city, state, postal_code, country; gives the row with the
   account''s e-mail.';

create function public.note_password_choice(p_user_id uuid, p_now timestamptz default now()) returns void
language sql security definer set search_path = ''
as $$
  insert into public.password_choices (user_id, chosen_at) values (p_user_id, p_now)
  on conflict (user_id) do update set chosen_at = excluded.chosen_at
$$;
comment on function public.note_password_choice(uuid, timestamptz) is
  'To be called when somebody has just set the password through the link of a mail.';

create function public.bind_staff(p_email text, p_role text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user record;
  v_role text;
begin
  if p_role is null or p_role not in ('owner', 'staff') then
    return jsonb_build_object('bound', false, 'reason', 'unknown_role');
  end if;
  select u.id, u.email::text as email, u.email_confirmed_at, count(*) over () as hits into v_user
  from auth.users u
  where lower(u.email::text collate "C") = lower(trim(p_email) collate "C");
  if v_user.id is null then
    return jsonb_build_object('bound', false, 'reason', 'no_account');
  elsif v_user.hits > 1 then
    return jsonb_build_object('bound', false, 'reason', 'ambiguous');
  elsif v_user.email_confirmed_at is null then
    return jsonb_build_object('bound', false, 'reason', 'not_confirmed');
  elsif not (private.chose_password(v_user.id) or private.has_second_factor(v_user.id)) then
    return jsonb_build_object('bound', false, 'reason', 'password_not_proven');
  end if;

  perform pg_advisory_xact_lock(hashtextextended('bind_staff/' || v_user.id, 0));
  select s.role into v_role from public.staff s where s.user_id = v_user.id;
  if v_role = p_role then
    return jsonb_build_object('bound', true, 'reason', 'already_bound', 'user_id', v_user.id);
  end if;
  insert into public.staff (user_id, role) values (v_user.id, p_role)
  on conflict (user_id) do update set role = excluded.role;
  insert into public.staff_events (staff_user_id, email, action)
  values (v_user.id, v_user.email, case when v_role is null then 'added' else 'role_changed' end);
  return jsonb_build_object('bound', true, 'reason', case when v_role is null then 'added' else 'role_changed' end,
    'user_id', v_user.id);
end $$;
comment on function public.bind_staff(text, text) is
  '{bound, reason, user_id?}; reason: added | role_changed | already_bound | no_account | not_confirmed |
   password_not_proven | ambiguous | unknown_role. Nobody becomes staff by registering an address: the account must be
   there and confirmed, and its password set through a mail since then, or a second factor enrolled.';

create function public.staff_list_people() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.require_staff() <> 'owner' then
    raise exception 'only the owner may do this' using errcode = 'insufficient_privilege';
  end if;
  return jsonb_build_object(
    'people', (select coalesce(jsonb_agg(jsonb_build_object('user_id', s.user_id, 'role', s.role,
        'email', private.email_of(s.user_id), 'created_at', s.created_at) order by s.role, s.created_at), '[]')
      from public.staff s),
    'events', (select coalesce(jsonb_agg(to_jsonb(e) || jsonb_build_object('actor_email', private.email_of(e.actor_id))
        order by e.id desc), '[]')
      from (select * from public.staff_events v order by v.id desc limit 50) e));
end $$;
comment on function public.staff_list_people() is
  '@callers authenticated
   For the owner: {people: [{user_id, email, role, created_at}], events (the last 50 of staff_events, newest first)}.';

create function public.staff_add_member(p_actor uuid, p_email text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_bound jsonb;
begin
  perform private.require_actor(p_actor, true);
  -- The lock of bind_staff, before we look: who is made the owner at this moment must not become less.
  perform pg_advisory_xact_lock(hashtextextended('bind_staff/' || u.id, 0)) from auth.users u
  where lower(u.email::text collate "C") = lower(btrim(p_email) collate "C");
  if exists (select 1 from public.staff s join auth.users u on u.id = s.user_id
             where lower(u.email::text collate "C") = lower(btrim(p_email) collate "C")) then
    return jsonb_build_object('outcome', 'already_staff');
  end if;
  v_bound := public.bind_staff(p_email, 'staff');
  if (v_bound ->> 'bound')::boolean then
    update public.staff_events e set actor_id = p_actor
    where e.id = (select max(v.id) from public.staff_events v where v.staff_user_id = (v_bound ->> 'user_id')::uuid);
  end if;
  return jsonb_build_object('user_id', v_bound ->> 'user_id', 'outcome', case v_bound ->> 'reason'
    when 'added' then 'added' when 'no_account' then 'no_account' when 'not_confirmed' then 'not_confirmed'
    when 'password_not_proven' then 'password_not_proven' when 'ambiguous' then 'ambiguous' else 'already_staff' end);
end $$;
comment on function public.staff_add_member(uuid, text) is
  'By the owner. {outcome, user_id?}; outcome: added | already_staff | no_account | not_confirmed |
   password_not_proven | ambiguous.';

create function public.staff_remove_member(p_actor uuid, p_user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_role text;
begin
  perform private.require_actor(p_actor, true);
  select s.role into v_role from public.staff s where s.user_id = p_user_id for update;
  if v_role is null then
    return jsonb_build_object('outcome', 'not_staff');
  elsif v_role = 'owner' then
    return jsonb_build_object('outcome', 'is_owner');
  end if;
  delete from public.staff s where s.user_id = p_user_id;
  insert into public.staff_events (staff_user_id, email, action, actor_id)
  values (p_user_id, private.email_of(p_user_id), 'removed', p_actor);
  return jsonb_build_object('outcome', 'removed');
end $$;
comment on function public.staff_remove_member(uuid, uuid) is
  'By the owner. {outcome: removed | not_staff | is_owner}. Rights end at once: every call looks the row up.';
