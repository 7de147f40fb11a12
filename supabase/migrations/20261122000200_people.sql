-- Who people are: profiles, and who of them is staff.

-- Tables

create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role in ('owner', 'staff')),
  rights text[] not null default '{refunds,set_paid,exports}',
  is_main boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint rights_are_known check (rights <@ array['refunds', 'set_paid', 'exports', 'people']),
  constraint main_is_an_owner check (role = 'owner' or not is_main)
);
comment on table public.staff is
  'An account is staff because its id is here, never because of an e-mail or a claim in its token: removing the row
   takes the rights away at once.';
comment on column public.staff.rights is
  'Which of the rights that are given one by one somebody has: refunds, set_paid (by hand), exports, people (who is staff). An owner
   has them all, whatever stands here, and alone may change those of others.';
comment on column public.staff.is_main is 'The one owner who starts at the staff''s pages, and is told of all that owners are told of.';
comment on column public.staff.version is 'Raised by every change; the form of the rights sends it back to notice another''s.';
create unique index staff_one_main on public.staff (is_main) where is_main;

create table public.staff_events (
  id bigint generated always as identity primary key,
  staff_user_id uuid not null,
  email text,
  action text not null check (action in ('added', 'role_changed', 'rights_changed', 'handed_over', 'removed')),
  actor_id uuid,
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);
comment on table public.staff_events is
  'Who made whom staff, and with which rights. No foreign keys: the record outlives the accounts. actor_id is null when a script
   did it.';
comment on column public.staff_events.before is '{role, rights, is_main} as they were; null for who was not staff. after: as they are.';
create index staff_events_by_time on public.staff_events (at desc, id desc);
create index staff_events_of on public.staff_events (staff_user_id, id);

create table public.password_choices (
  user_id uuid primary key references auth.users (id) on delete cascade,
  chosen_at timestamptz not null default now(),
  is_unproven boolean not null default false
);
comment on table public.password_choices is
  'Accounts whose password was chosen by whoever holds their mailbox, through an emailed link, and those that are unproven. Anyone can
   register an address first, and the auth service keeps that password when the address is confirmed. For the server alone.';
comment on column public.password_choices.is_unproven is
  'Whoever logs in may not hold the mailbox: the account has come to another address since, or began at another site that doesn''t vouch
   for the address, so the auth service emailed a confirmation. Of the mailbox nothing is proven but that someone opened a link.';

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
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select 1 from auth.mfa_factors f where f.user_id = p_user_id and f.status = 'verified');
end $$;

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
as $$
  select case when s.is_main then 'owner' when s.role = 'owner' then 'co_owner' when 'people' = any (s.rights) then 'manager' else 'staff' end
  from public.staff s where s.user_id = private.me()
$$;
comment on function private.staff_role() is
  '@callers authenticated
   owner (the main one), co_owner, manager (may change who is staff), staff or null. Who has enrolled a second factor counts only after having used it
   (aal2).';

create function private.rights_of(p_staff public.staff) returns text[]
language sql immutable set search_path = ''
as $$
  select array(select u.name from unnest(array['refunds', 'set_paid', 'exports', 'people']) with ordinality as u (name, nth)
    where p_staff.role = 'owner' or u.name = any (p_staff.rights) order by u.nth)
$$;
comment on function private.rights_of(public.staff) is 'What somebody may do: an owner everything.';

create function private.main_owner_email() returns text
language sql stable security definer set search_path = ''
as $$ select u.email::text from public.staff s join auth.users u on u.id = s.user_id where s.is_main $$;
comment on function private.main_owner_email() is 'Whom to ask for a right; null where there is no main owner.';

create function private.my_rights() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('rights', to_jsonb(private.rights_of(s)), 'ask', private.main_owner_email())
  from public.staff s where s.user_id = private.me()
$$;
comment on function private.my_rights() is
  '{rights (names), ask (the main owner''s address, or null)} of who is calling, for the screens; null for who is not staff.';

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
   owner, co_owner, manager or staff; refuses everybody else. The first line of every function that staff call with their own token.';

create function private.require_right(p_right text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_staff();
  if not private.my_rights() -> 'rights' ? p_right then
    raise exception 'the right "%" is missing', p_right using errcode = 'insufficient_privilege';
  end if;
end $$;
comment on function private.require_right(text) is
  'For reads that take a right: refuses whom of the staff it was taken from.';

create function private.require_actor(p_actor uuid, p_right text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff public.staff;
begin
  -- Held until the end: who is removed, or loses a right, meanwhile either has written before or is refused.
  select * into v_staff from public.staff s where s.user_id = p_actor for share;
  if not found then
    raise exception 'only staff may do this' using errcode = 'insufficient_privilege';
  elsif p_right is not null and v_staff.role <> 'owner' and p_right <> all (v_staff.rights) then
    raise exception 'the right "%" is missing', p_right using errcode = 'insufficient_privilege';
  end if;
end $$;
comment on function private.require_actor(uuid, text) is
  'For writes: the member of staff that the server names must still be one, and have p_right: refunds | set_paid | exports |
   people, or owner, which none but owners have.';

create function private.lock_member(p_user_id uuid) returns void
language sql set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('bind_staff/' || p_user_id, 0)) $$;
comment on function private.lock_member(uuid) is
  'One change at a time of whether somebody is staff, and with which rights; taken before any row.';

create function private.lock_people(p_actor uuid, p_user_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_member(p_user_id);
  -- In the order of their ids: two people who change each other must not wait for each other.
  perform from public.staff s where s.user_id in (p_actor, p_user_id) order by s.user_id for update;
end $$;
comment on function private.lock_people(uuid, uuid) is
  'Taken before anything else by whoever changes what somebody of the staff may do.';

create function private.email_of(p_user_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select u.email::text from auth.users u where u.id = p_user_id);
end $$;

create function private.chose_password(p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select 1 from public.password_choices c where c.user_id = p_user_id and not c.is_unproven);
end $$;
comment on function private.chose_password(uuid) is
  'Whether the password is the choice of whoever holds the mailbox, and not of somebody who registered the address first.';

create function private.is_unproven(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.password_choices c where c.user_id = p_user_id and c.is_unproven) $$;
comment on function private.is_unproven(uuid) is 'See password_choices.is_unproven.';

create function private.staff_as_json(p_staff public.staff) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when p_staff.user_id is not null then jsonb_build_object('role', p_staff.role,
    'rights', to_jsonb(private.rights_of(p_staff)), 'is_main', p_staff.is_main) end
$$;
comment on function private.staff_as_json(public.staff) is '{role, rights, is_main}, as an event keeps them; null for nobody.';

create function private.note_people(p_user_id uuid, p_action text, p_actor uuid, p_before public.staff, p_after public.staff) returns void
language plpgsql set search_path = ''
as $$
declare
  v_event public.staff_events;
begin
  insert into public.staff_events (staff_user_id, email, action, actor_id, before, after)
  values (p_user_id, private.email_of(p_user_id), p_action, p_actor, private.staff_as_json(p_before), private.staff_as_json(p_after))
  returning * into v_event;
  -- Whom it is about, and the main owner; of a handing over, who was that until now.
  insert into public.outbox (dedupe_key, kind, payload)
  select 'rights_notice:' || v_event.id || ':' || w.id, 'rights_notice', jsonb_build_object('to', private.email_of(w.id),
    'is_about_reader', w.id = p_user_id, 'action', p_action, 'email', v_event.email, 'by', private.email_of(p_actor),
    'before', v_event.before, 'after', v_event.after)
  from (select p_user_id as id union select s.user_id from public.staff s where s.is_main
    union select p_actor where p_action = 'handed_over') w
  where coalesce(private.email_of(w.id), '') <> ''
  on conflict (dedupe_key) do nothing;
end $$;
comment on function private.note_people(uuid, text, uuid, public.staff, public.staff) is
  'Keeps a change of who is staff and with which rights, in the transaction that makes it, and owes each of those it concerns one mail.
   The addresses are kept as they are at that moment.';

create function private.bind_member(p_actor uuid, p_email text, p_role text, p_rights text[]) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_user record;
  v_old public.staff;
  v_new public.staff;
  v_takes_main boolean := false;
begin
  select u.id, u.email_confirmed_at, count(*) over () as hits into v_user
  from auth.users u
  where lower(u.email::text collate "C") = lower(trim(p_email) collate "C");
  if v_user.id is null then
    return jsonb_build_object('bound', false, 'reason', 'no_account');
  elsif v_user.hits > 1 then
    return jsonb_build_object('bound', false, 'reason', 'ambiguous');
  elsif v_user.email_confirmed_at is null then
    return jsonb_build_object('bound', false, 'reason', 'not_confirmed');
  elsif not (private.chose_password(v_user.id) or private.has_second_factor(v_user.id) and not private.is_unproven(v_user.id)) then
    return jsonb_build_object('bound', false, 'reason', 'password_not_proven');
  end if;

  perform private.lock_member(v_user.id);
  if p_role = 'owner' then
    perform pg_advisory_xact_lock(hashtextextended('main_owner', 0));
    v_takes_main := not exists (select from public.staff s where s.is_main);
  end if;
  select * into v_old from public.staff s where s.user_id = v_user.id;
  -- What an owner has given somebody is not taken away by setting up once more.
  if v_old.role = p_role and not v_takes_main or v_old.role = 'owner' and p_role = 'staff' then
    return jsonb_build_object('bound', true, 'reason', 'already_bound', 'user_id', v_user.id);
  end if;
  insert into public.staff as s (user_id, role, rights, is_main) values (v_user.id, p_role, p_rights, v_takes_main)
  on conflict (user_id) do update set role = excluded.role, is_main = s.is_main or excluded.is_main, version = s.version + 1
  returning * into v_new;
  perform private.note_people(v_user.id, case when v_old.user_id is null then 'added' else 'role_changed' end, p_actor, v_old, v_new);
  return jsonb_build_object('bound', true, 'reason', case when v_old.user_id is null then 'added' else 'role_changed' end,
    'user_id', v_user.id);
end $$;
comment on function private.bind_member(uuid, text, text, text[]) is
  'As public.bind_staff; p_rights are given to who was not staff. The first owner there is becomes the main one.';

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

create function private.forget_password_choice() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.password_choices (user_id, is_unproven) values (new.id, true)
  on conflict (user_id) do update set is_unproven = true;
  return null;
end $$;
comment on function private.forget_password_choice() is 'Whoever chose the password, or has none, held the former mailbox.';

create trigger forget_password_choice after update of email on auth.users
  for each row when (lower(new.email::text) is distinct from lower(old.email::text))
  execute function private.forget_password_choice();

create function private.vouches(p_identity auth.identities, p_user auth.users) returns boolean
language sql immutable set search_path = ''
as $$
  select lower(p_identity.identity_data ->> 'email' collate "C") = lower(p_user.email::text collate "C")
    and p_identity.identity_data ->> 'email_verified' = 'true'
$$;
comment on function private.vouches(auth.identities, auth.users) is
  'Whether another site says that it has checked the address of the account. The auth service also writes this once someone has opened
   its confirmation email, so it counts only before that.';

create function private.mark_unproven() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.password_choices (user_id, is_unproven)
  select new.id, true where exists (select from auth.identities i where i.user_id = new.id and i.provider <> 'email')
  on conflict (user_id) do update set is_unproven = true;
  return null;
end $$;
comment on function private.mark_unproven() is
  'The auth service emails a confirmation to an account of another site only where that site doesn''t vouch for the address. Later it
   forgets that: it marks the identity''s email as verified, and clears confirmation_sent_at with the next password.';

create trigger mark_unproven after update of confirmation_sent_at on auth.users
  for each row when (new.confirmation_sent_at is distinct from old.confirmation_sent_at and new.confirmation_sent_at is not null)
  execute function private.mark_unproven();

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
  on conflict (user_id) do update set chosen_at = excluded.chosen_at, is_unproven = false;
  -- The auth service adds none for a password that came after a log-in through another site, and then refuses to disconnect that site.
  insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
  select gen_random_uuid(), 'email', u.id::text, u.id,
    jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true, 'phone_verified', false), p_now, p_now, p_now
  from auth.users u
  where u.id = p_user_id and not exists (select from auth.identities i where i.user_id = u.id and i.provider = 'email')
  on conflict do nothing
$$;
comment on function public.note_password_choice(uuid, timestamptz) is
  'To be called when someone has just set the password through an emailed link. From then on the account can also log in by email.';

create function public.remove_unproven_identities(p_user_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_removed integer;
begin
  delete from auth.identities i using auth.users u
  where u.id = p_user_id and i.user_id = u.id and i.provider <> 'email'
    and (private.is_unproven(u.id)
      -- Who knew the first password could connect a site before the mailbox owner chose another one.
      or not private.chose_password(u.id) and not private.vouches(i, u)
        and exists (select from auth.identities e where e.user_id = u.id and e.provider = 'email'));
  get diagnostics v_removed = row_count;
  if v_removed > 0 then
    update auth.users u set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || jsonb_build_object('provider', 'email', 'providers',
      (select jsonb_build_array('email') || coalesce(jsonb_agg(distinct i.provider), '[]') from auth.identities i
        where i.user_id = u.id and i.provider <> 'email'))
    where u.id = p_user_id;
  end if;
  -- Codes that wait to be redeemed, and sites that are being connected: both outlive an identity and a session.
  delete from auth.flow_state f where p_user_id in (f.user_id, f.linking_target_id);
  return v_removed;
end $$;
comment on function public.remove_unproven_identities(uuid) is
  'To be called when the mailbox owner has just set the password, before note_password_choice: removes identities that may be a
   stranger''s and returns how many, and every OAuth sign-in of the account that is under way.';

create function public.was_account_emailed(p_email text, p_now timestamptz default now()) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.users u where u.email = lower(p_email collate "C")
    and not u.is_sso_user and greatest(u.confirmation_sent_at, u.recovery_sent_at, u.email_change_sent_at) > p_now - interval '2 minutes')
$$;
comment on function public.was_account_emailed(text, timestamptz) is
  'Whether the auth service emailed this account in the last two minutes. It refuses a second email within a minute with the same
   code as one above the project''s hourly limit, and only the latter is a problem.';

create function public.is_mail_link_open(p_token_hash text, p_now timestamptz default now()) returns boolean
language sql stable security definer set search_path = ''
as $$
  -- The second condition of each pair is that of a hosted project's partial index.
  select exists (select from auth.users u where
    u.confirmation_token = p_token_hash and u.confirmation_token::text !~ '^[0-9 ]*$'
      and u.confirmation_sent_at > p_now - interval '1 hour'
    or u.recovery_token = p_token_hash and u.recovery_token::text !~ '^[0-9 ]*$'
      and u.recovery_sent_at > p_now - interval '1 hour'
    or (u.email_change_token_current = p_token_hash and u.email_change_token_current::text !~ '^[0-9 ]*$'
      or u.email_change_token_new = p_token_hash and u.email_change_token_new::text !~ '^[0-9 ]*$')
      and u.email_change_sent_at > p_now - interval '1 hour')
$$;
comment on function public.is_mail_link_open(text, timestamptz) is
  'Whether the auth service would still take the token of one of its emails: it is unused, and its hour (otp_expiry) is not over.
   Asking doesn''t use it up.';

create function public.bind_staff(p_email text, p_role text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if p_role is null or p_role not in ('owner', 'staff') then
    return jsonb_build_object('bound', false, 'reason', 'unknown_role');
  end if;
  return private.bind_member(null, p_email, p_role, array['refunds', 'set_paid', 'exports']);
end $$;
comment on function public.bind_staff(text, text) is
  '{bound, reason, user_id?}; reason: added | role_changed | already_bound (also: is more than that) | no_account | not_confirmed |
   password_not_proven | ambiguous | unknown_role. Nobody becomes staff by registering an address: the account must be
   there and confirmed, and its password set through a mail since then, or a second factor enrolled. The first owner is the main
   one.';

create function public.staff_my_rights() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.require_staff();
begin
  return private.my_rights() || jsonb_build_object('staff_role', v_role);
end $$;
comment on function public.staff_my_rights() is
  '@callers authenticated
   {staff_role, rights: names of refunds | set_paid | exports | people, ask: the main owner''s address or null} of who is calling, as
   they are now.';

create function public.staff_list_people() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_right('people');
  return jsonb_build_object(
    'me', private.me(),
    'staff_role', private.staff_role(),
    'people', (select coalesce(jsonb_agg(jsonb_build_object('user_id', s.user_id, 'role', s.role, 'rights', private.rights_of(s),
        'is_main', s.is_main, 'version', s.version, 'email', private.email_of(s.user_id), 'created_at', s.created_at)
        order by s.is_main desc, s.role, s.created_at), '[]')
      from public.staff s),
    'events', (select coalesce(jsonb_agg(to_jsonb(e) || jsonb_build_object('actor_email', private.email_of(e.actor_id))
        order by e.id desc), '[]')
      from (select * from public.staff_events v order by v.id desc limit 50) e));
end $$;
comment on function public.staff_list_people() is
  '@callers authenticated
   For who has the right people: {me, staff_role, people: [{user_id, email, role, rights, is_main, version, created_at}], the main
   owner first, events (the last 50 of staff_events, newest first)}.';

create function public.staff_add_member(p_actor uuid, p_email text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_bound jsonb;
  v_rights text[];
begin
  -- Before we look: who is made the owner at this moment must not become less.
  perform private.lock_member(u.id) from auth.users u
  where lower(u.email::text collate "C") = lower(btrim(p_email) collate "C");
  perform private.require_actor(p_actor, 'people');
  if exists (select 1 from public.staff s join auth.users u on u.id = s.user_id
             where lower(u.email::text collate "C") = lower(btrim(p_email) collate "C")) then
    return jsonb_build_object('outcome', 'already_staff');
  end if;
  -- Nobody gives more than they have, nor what an owner had taken from somebody who comes back; owners give what all begin with.
  select array(select r.name from unnest(array['refunds', 'set_paid', 'exports']) as r (name)
      where s.role = 'owner' or r.name = any (s.rights) and r.name <> all (coalesce(f.taken, '{}'))) into v_rights
  from public.staff s
  left join lateral (
    select array(select r.name from unnest(array['refunds', 'set_paid', 'exports']) as r (name)
      where not e.before -> 'rights' ? r.name) as taken
    from public.staff_events e
    where e.action = 'removed' and e.staff_user_id in (select u.id from auth.users u
      where lower(u.email::text collate "C") = lower(btrim(p_email) collate "C"))
    order by e.id desc limit 1) f on true
  where s.user_id = p_actor;
  v_bound := private.bind_member(p_actor, p_email, 'staff', v_rights);
  return jsonb_build_object('user_id', v_bound ->> 'user_id', 'outcome', case v_bound ->> 'reason'
    when 'added' then 'added' when 'no_account' then 'no_account' when 'not_confirmed' then 'not_confirmed'
    when 'password_not_proven' then 'password_not_proven' when 'ambiguous' then 'ambiguous' else 'already_staff' end);
end $$;
comment on function public.staff_add_member(uuid, text) is
  'By who has the right people. {outcome, user_id?}; outcome: added | already_staff | no_account | not_confirmed |
   password_not_proven | ambiguous. Who is added begins with refunds, set_paid and exports, as far as who adds them has them.';

create function public.staff_remove_member(p_actor uuid, p_user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_old public.staff;
begin
  perform private.lock_people(p_actor, p_user_id);
  perform private.require_actor(p_actor, 'people');
  select * into v_old from public.staff s where s.user_id = p_user_id;
  if v_old.user_id is null then
    return jsonb_build_object('outcome', 'not_staff');
  elsif v_old.role = 'owner' then
    return jsonb_build_object('outcome', 'is_owner');
  end if;
  delete from public.staff s where s.user_id = p_user_id;
  perform private.note_people(p_user_id, 'removed', p_actor, v_old, null);
  return jsonb_build_object('outcome', 'removed');
end $$;
comment on function public.staff_remove_member(uuid, uuid) is
  'By who has the right people. {outcome: removed | not_staff | is_owner (an owner is made one of the staff first)}. Rights end at once:
   every call looks the row up.';

create function public.staff_set_rights(
  p_actor uuid, p_user_id uuid, p_version integer, p_role text, p_rights jsonb
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_old public.staff;
  v_new public.staff;
  v_rights text[] := array(select jsonb_array_elements_text(private.unwrapped(p_rights)));
begin
  perform private.lock_people(p_actor, p_user_id);
  perform private.require_actor(p_actor, 'owner');
  if p_role is null or p_role not in ('owner', 'staff') or not v_rights <@ array['refunds', 'set_paid', 'exports', 'people'] then
    raise exception 'there is no such role or right' using errcode = 'invalid_parameter_value';
  elsif p_user_id = p_actor then
    return jsonb_build_object('outcome', 'own_rights');
  end if;
  select * into v_old from public.staff s where s.user_id = p_user_id;
  if v_old.user_id is null then
    return jsonb_build_object('outcome', 'not_staff');
  elsif v_old.version is distinct from p_version then
    return jsonb_build_object('outcome', 'conflict', 'last', (
      select jsonb_build_object('by', private.email_of(e.actor_id), 'at', e.at) from public.staff_events e
      where e.staff_user_id = p_user_id order by e.id desc limit 1));
  elsif v_old.is_main and p_role <> 'owner' then
    return jsonb_build_object('outcome', 'is_main_owner');
  end if;
  v_new := v_old;
  v_new.role := p_role;
  if p_role = 'staff' then
    v_new.rights := v_rights;
    v_new.rights := private.rights_of(v_new);
  end if;
  if v_old.role = p_role and private.rights_of(v_new) = private.rights_of(v_old) then
    return jsonb_build_object('outcome', 'unchanged');
  end if;
  update public.staff s set role = v_new.role, rights = v_new.rights, version = s.version + 1
  where s.user_id = p_user_id returning * into v_new;
  perform private.note_people(p_user_id, case when v_old.role = v_new.role then 'rights_changed' else 'role_changed' end, p_actor,
    v_old, v_new);
  return jsonb_build_object('outcome', 'changed');
end $$;
comment on function public.staff_set_rights(uuid, uuid, integer, text, jsonb) is
  'By an owner, of somebody else: p_role owner | staff; p_rights, names, count for staff, an owner has them all. {outcome, last?}; outcome:
   changed | unchanged | conflict (somebody has changed them since p_version; last: {by, at}, who and when) | not_staff | own_rights |
   is_main_owner (who hands that over first). They count from the next call on.';

create function public.staff_hand_over(p_actor uuid, p_user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_old public.staff;
  v_new public.staff;
begin
  perform private.lock_people(p_actor, p_user_id);
  perform private.require_actor(p_actor, 'owner');
  if not exists (select from public.staff s where s.user_id = p_actor and s.is_main) then
    return jsonb_build_object('outcome', 'not_main');
  elsif p_user_id = p_actor then
    return jsonb_build_object('outcome', 'own_rights');
  end if;
  select * into v_old from public.staff s where s.user_id = p_user_id;
  if v_old.user_id is null then
    return jsonb_build_object('outcome', 'not_staff');
  end if;
  update public.staff s set is_main = false, version = s.version + 1 where s.user_id = p_actor;
  update public.staff s set role = 'owner', is_main = true, version = s.version + 1
  where s.user_id = p_user_id returning * into v_new;
  perform private.note_people(p_user_id, 'handed_over', p_actor, v_old, v_new);
  return jsonb_build_object('outcome', 'handed_over');
end $$;
comment on function public.staff_hand_over(uuid, uuid) is
  'By the main owner, who stays an owner: somebody else of the staff is the main one from now on. {outcome: handed_over | not_main (any
   more) | own_rights | not_staff}.';
