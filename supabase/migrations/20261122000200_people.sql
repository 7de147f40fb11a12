-- Profiles, staff roles and sign-in methods.

create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role in ('owner', 'staff')),
  created_at timestamptz not null default now()
);
comment on table public.staff is
  'An account is staff only by its row here, never by an email address or a token claim. Deleting the row ends its access at once.';
comment on column public.staff.role is
  'owner: manages staff, starts on the staff pages, and is emailed about exports and large refunds.';

create table public.password_choices (
  user_id uuid primary key references auth.users (id) on delete cascade,
  chosen_at timestamptz not null default now(),
  is_unproven boolean not null default false
);
comment on table public.password_choices is
  'Accounts whose password was set through an emailed link, and unproven accounts. Anyone can register an address first, and the
   auth service keeps that password when the address is confirmed. Server only.';
comment on column public.password_choices.is_unproven is
  'The person who logs in may not own the mailbox: the account''s address has changed since, or the account began at an OAuth
   provider that doesn''t vouch for the address. An opened confirmation link is the only proof.';

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
comment on table public.profiles is 'Without the email address, which belongs to auth.users.';

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
   Returns the caller''s ID, or null for a visitor and for an aal1 token of an account with a second factor. Policies and
   functions use it instead of auth.uid(). In a policy write (select private.me()), which is evaluated once.';

create function private.staff_role() returns text
language sql stable security definer set search_path = ''
as $$ select s.role from public.staff s where s.user_id = private.me() $$;
comment on function private.staff_role() is
  '@callers authenticated
   Returns the caller''s role (owner, staff) or null. An account with a second factor needs aal2.';

create function private.require_user(p_allow_without_second_factor boolean default false) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  v_me uuid := private.me();
begin
  if v_me is null and not (p_allow_without_second_factor and auth.uid() is not null) then
    raise exception 'sign in first' using errcode = 'insufficient_privilege';
  end if;
  return v_me;
end $$;
comment on function private.require_user(boolean) is
  '@callers authenticated
   Returns the caller''s ID. Raises insufficient_privilege for a visitor. With p_allow_without_second_factor, a caller who
   still needs the second factor gets null instead.';

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
   Returns the caller''s role. Raises insufficient_privilege for anyone else. First line of every function that staff call with
   their own token.';

create function private.require_actor(p_actor uuid, p_role text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  v_role text;
begin
  -- Locked until commit, so a concurrent removal waits for this staff action or refuses it.
  select s.role into v_role from public.staff s where s.user_id = p_actor for share;
  if not found then
    raise exception 'only staff may do this' using errcode = 'insufficient_privilege';
  elsif p_role = 'owner' and v_role <> 'owner' then
    raise exception 'only an owner may do this' using errcode = 'insufficient_privilege';
  end if;
end $$;
comment on function private.require_actor(uuid, text) is
  'Checks that the staff member named by the server still is one (an owner, if p_role is owner). Raises insufficient_privilege.';

create function private.email_of(p_user_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select u.email::text from auth.users u where u.id = p_user_id);
end $$;

create function private.is_unproven(p_user_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select c.is_unproven from public.password_choices c where c.user_id = p_user_id $$;
comment on function private.is_unproven(uuid) is
  'Returns false if the mailbox owner chose the password, true as in password_choices.is_unproven, and null if no password was set
   through an email, so a stranger may have registered the address.';

create function private.note_member(p_user_id uuid, p_kind text, p_actor uuid, p_from text, p_to text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_email text := private.email_of(p_user_id);
  v_id bigint := private.add_staff_log_entry(p_actor, p_kind, v_email, jsonb_build_object('user_id', p_user_id, 'role', p_from),
    jsonb_build_object('user_id', p_user_id, 'role', p_to));
begin
  insert into public.outbox (dedupe_key, kind, payload)
  select 'rights_notice:' || v_id || ':' || w.id, 'rights_notice', jsonb_build_object('to', private.email_of(w.id),
    'is_about_reader', w.id = p_user_id, 'email', v_email, 'by', private.email_of(p_actor), 'before', p_from, 'after', p_to)
  from (select p_user_id as id union select s.user_id from public.staff s where s.role = 'owner') w
  where coalesce(private.email_of(w.id), '') <> ''
  on conflict (dedupe_key) do nothing;
end $$;
comment on function private.note_member(uuid, text, uuid, text, text) is
  'Logs a change of a staff role and queues an email to the member and each owner. p_from and p_to: the role before and after, or
   null. Addresses are stored as they are now.';

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (user_id) values (new.id) on conflict (user_id) do nothing;
  return new;
exception when others then
  -- A missing profile must not fail the sign-up. Saving the profile creates the row too.
  raise warning 'no profile created for a new account: %', sqlerrm;
  return new;
end $$;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create function private.mark_unproven() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.password_choices (user_id, is_unproven)
  select new.id, true where lower(new.email::text) is distinct from lower(old.email::text)
    or exists (select from auth.identities i where i.user_id = new.id and i.provider <> 'email')
  on conflict (user_id) do update set is_unproven = true;
  return null;
end $$;
comment on function private.mark_unproven() is
  'Marks an account whose email changed, or that an OAuth provider didn''t vouch for: only then does the auth service send a
   confirmation. It later forgets this, by marking the identity''s email as verified and clearing confirmation_sent_at.';

create trigger mark_unproven after update of email, confirmation_sent_at on auth.users
  for each row when (lower(new.email::text) is distinct from lower(old.email::text)
    or new.confirmation_sent_at is distinct from old.confirmation_sent_at and new.confirmation_sent_at is not null)
  execute function private.mark_unproven();

alter table public.staff enable row level security;
alter table public.password_choices enable row level security;
alter table public.profiles enable row level security;

-- A plain is-staff condition in a policy makes the planner scan whole tables. A range that is empty for non-staff is looked up in
-- an index. Two ranges: the ID range uses the index, and both together look so selective that the planner doesn't walk a list's
-- index.
create policy "Staff read staff, everybody their own entry" on public.staff
  for select to authenticated
  using (user_id = (select private.me()) or (select private.staff_role()) is not null);

create policy "Collectors read their own profile, staff all" on public.profiles
  for select to authenticated
  using (user_id = (select private.me())
    or user_id between (select '00000000-0000-0000-0000-000000000000'::uuid where private.staff_role() is not null)
        and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
      and updated_at between (select '-infinity'::timestamptz where private.staff_role() is not null) and 'infinity');

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
  insert into public.profiles (user_id) values (p_user_id) on conflict (user_id) do nothing;
  select * into v_profile from public.profiles p where p.user_id = p_user_id for update;
  v_profile := jsonb_populate_record(v_profile, p_profile);
  update public.profiles p set full_name = nullif(trim(v_profile.full_name), ''), phone = nullif(trim(v_profile.phone), ''),
    address_line1 = nullif(trim(v_profile.address_line1), ''), address_line2 = nullif(trim(v_profile.address_line2), ''),
    city = nullif(trim(v_profile.city), ''), state = nullif(trim(v_profile.state), ''),
    postal_code = nullif(trim(v_profile.postal_code), ''), country = coalesce(nullif(trim(v_profile.country), ''), p.country), updated_at = now()
  where p.user_id = p_user_id
  returning * into v_profile;
  return to_jsonb(v_profile)
    || jsonb_build_object('email', (select u.email from auth.users u where u.id = p_user_id));
end $$;
comment on function public.upsert_profile(uuid, jsonb) is
  'Saves the given fields (full_name, phone, address_line1, address_line2, city, state, postal_code, country). Returns the row with
   the account''s email.';

create function public.note_password_choice(p_user_id uuid, p_now timestamptz default now()) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_removed integer;
begin
  delete from auth.identities i using auth.users u
  where u.id = p_user_id and i.user_id = u.id and i.provider <> 'email'
    and (private.is_unproven(u.id)
      -- Whoever knew the first password could link a provider before the mailbox owner chose another one. email_verified proves
      -- the mailbox only until someone opens the confirmation email.
      or private.is_unproven(u.id) is null
        and (lower(i.identity_data ->> 'email' collate "C") = lower(u.email::text collate "C")
          and i.identity_data ->> 'email_verified' = 'true') is not true
        and exists (select from auth.identities e where e.user_id = u.id and e.provider = 'email'));
  get diagnostics v_removed = row_count;
  if v_removed > 0 then
    update auth.users u set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || jsonb_build_object('provider', 'email', 'providers',
      (select jsonb_build_array('email') || coalesce(jsonb_agg(distinct i.provider), '[]') from auth.identities i
        where i.user_id = u.id and i.provider <> 'email'))
    where u.id = p_user_id;
  end if;
  -- OAuth codes and links in progress outlive an identity and a session.
  delete from auth.flow_state f where p_user_id in (f.user_id, f.linking_target_id);
  insert into public.password_choices (user_id, chosen_at) values (p_user_id, p_now)
  on conflict (user_id) do update set chosen_at = excluded.chosen_at, is_unproven = false;
  -- The auth service adds none for a password set after an OAuth sign-in, and then refuses to unlink the provider.
  insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
  select gen_random_uuid(), 'email', u.id::text, u.id,
    jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true, 'phone_verified', false), p_now, p_now, p_now
  from auth.users u
  where u.id = p_user_id and not exists (select from auth.identities i where i.user_id = u.id and i.provider = 'email')
  on conflict do nothing;
  return v_removed;
end $$;
comment on function public.note_password_choice(uuid, timestamptz) is
  'Records that a password was set through an emailed link. Removes identities that may be a stranger''s, returns how many, and ends
   OAuth sign-ins in progress. From then on the account can also log in by email.';

create function public.was_account_emailed(p_email text, p_now timestamptz default now()) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.users u where u.email = lower(p_email collate "C")
    and not u.is_sso_user and greatest(u.confirmation_sent_at, u.recovery_sent_at, u.email_change_sent_at) > p_now - interval '2 minutes')
$$;
comment on function public.was_account_emailed(text, timestamptz) is
  'Returns whether the auth service emailed this account in the last two minutes. It refuses a second email within a minute with the
   same code as one above the project''s hourly limit. Only the latter is a problem.';

create function public.is_mail_link_open(p_token_hash text, p_now timestamptz default now()) returns boolean
language sql stable security definer set search_path = ''
as $$
  -- The second condition of each pair matches a hosted project's partial index.
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
  'Returns whether the auth service would still accept the token of one of its emails: unused and younger than an hour (otp_expiry).
   Doesn''t use the token up.';

create function public.bind_staff(p_email text, p_role text, p_actor uuid default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_user record;
  v_from text;
begin
  if p_role is null or p_role not in ('owner', 'staff') then
    return jsonb_build_object('bound', false, 'reason', 'unknown_role');
  end if;
  -- Serializes staff changes so that one owner always remains. Taken before any row lock.
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  select u.id, u.email_confirmed_at, count(*) over () as hits into v_user
  from auth.users u
  where lower(u.email::text collate "C") = lower(trim(p_email) collate "C");
  if v_user.id is null then
    return jsonb_build_object('bound', false, 'reason', 'no_account');
  elsif v_user.hits > 1 then
    return jsonb_build_object('bound', false, 'reason', 'ambiguous');
  end if;
  select s.role into v_from from public.staff s where s.user_id = v_user.id;
  if v_from = 'owner' or v_from = p_role then
    return jsonb_build_object('bound', true, 'reason', 'already_bound', 'user_id', v_user.id);
  elsif v_user.email_confirmed_at is null then
    return jsonb_build_object('bound', false, 'reason', 'not_confirmed');
  elsif private.is_unproven(v_user.id) or private.is_unproven(v_user.id) is null and not private.has_second_factor(v_user.id) then
    return jsonb_build_object('bound', false, 'reason', 'password_not_proven');
  end if;
  insert into public.staff (user_id, role) values (v_user.id, p_role)
  on conflict (user_id) do update set role = excluded.role;
  perform private.note_member(v_user.id, case when v_from is null then 'staff_added' else 'role_changed' end, p_actor, v_from, p_role);
  return jsonb_build_object('bound', true, 'reason', case when v_from is null then 'added' else 'role_changed' end,
    'user_id', v_user.id);
end $$;
comment on function public.bind_staff(text, text, uuid) is
  'Gives an account a staff role, never a lower one. The account must exist and be confirmed, with a password set through an email
   since then or a second factor. p_actor: the owner, checked by the caller; null for a script. Returns {bound, reason, user_id?};
   reason: added | role_changed | already_bound | no_account | not_confirmed | password_not_proven | ambiguous | unknown_role.';

create function public.staff_list_people() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.require_staff() <> 'owner' then
    raise exception 'only an owner may do this' using errcode = 'insufficient_privilege';
  end if;
  return jsonb_build_object('me', private.me(), 'staff_role', 'owner',
    'people', (select jsonb_agg(jsonb_build_object('user_id', s.user_id, 'role', s.role, 'email', private.email_of(s.user_id),
        'created_at', s.created_at) order by s.role, s.created_at) from public.staff s));
end $$;
comment on function public.staff_list_people() is
  '@callers authenticated
   Returns {me, staff_role, people: [{user_id, email, role, created_at}]}, owners first. Raises insufficient_privilege unless the
   caller is an owner.';

create function public.staff_add_member(p_actor uuid, p_email text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_bound jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  perform private.require_actor(p_actor, 'owner');
  v_bound := public.bind_staff(p_email, 'staff', p_actor);
  return jsonb_build_object('reason', v_bound -> 'reason',
    'outcome', case v_bound ->> 'reason' when 'added' then 'added' else 'member_refused' end);
end $$;
comment on function public.staff_add_member(uuid, text) is
  'Adds a staff member for an owner. Returns {outcome: added | member_refused, reason}; reason: see public.bind_staff.';

create function public.staff_remove_member(p_actor uuid, p_user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_role text;
begin
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  perform private.require_actor(p_actor, 'owner');
  select s.role into v_role from public.staff s where s.user_id = p_user_id;
  if v_role is null then
    return jsonb_build_object('outcome', 'member_refused', 'reason', 'not_staff');
  elsif v_role = 'owner' and not exists (select from public.staff s where s.role = 'owner' and s.user_id <> p_user_id) then
    return jsonb_build_object('outcome', 'member_refused', 'reason', 'last_owner');
  end if;
  delete from public.staff s where s.user_id = p_user_id;
  perform private.note_member(p_user_id, 'staff_removed', p_actor, v_role, null);
  return jsonb_build_object('outcome', 'removed');
end $$;
comment on function public.staff_remove_member(uuid, uuid) is
  'Removes a staff member for an owner, effective at once. Returns {outcome: removed | member_refused, reason: not_staff |
   last_owner}.';
