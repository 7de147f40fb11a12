-- What a hosted Supabase project has before the first migration: roles, schemas, helpers, default privileges.
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
end $$;

create schema if not exists extensions;

create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;

create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;

grant usage on schema public, extensions, auth to anon, authenticated, service_role;
grant execute on all functions in schema auth to anon, authenticated, service_role;

-- The sandbox's own service writes JSON as text inside of JSON. Hosted projects have objects there, and an identity's email
-- is generated from one.
create or replace function auth.unwrap_user() returns trigger language plpgsql as $$
begin
  new.raw_app_meta_data := (new.raw_app_meta_data #>> '{}')::jsonb;
  new.raw_user_meta_data := (new.raw_user_meta_data #>> '{}')::jsonb;
  return new;
end $$;
create or replace function auth.unwrap_identity() returns trigger language plpgsql as $$
begin
  new.identity_data := (new.identity_data #>> '{}')::jsonb;
  return new;
end $$;
create or replace trigger unwrap_user before insert or update of raw_app_meta_data, raw_user_meta_data on auth.users
  for each row execute function auth.unwrap_user();
create or replace trigger unwrap_identity before insert or update of identity_data on auth.identities
  for each row execute function auth.unwrap_identity();

-- The second factor, which the sandbox's own service lacks: the tables as the hosted one has them, without the columns of
-- other kinds of factors.
do $$
begin
  if to_regtype('auth.factor_type') is null then create type auth.factor_type as enum ('totp', 'webauthn', 'phone'); end if;
  if to_regtype('auth.factor_status') is null then create type auth.factor_status as enum ('unverified', 'verified'); end if;
end $$;

create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  last_challenged_at timestamptz
);
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);

create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet
);

create table if not exists auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  unique (session_id, authentication_method)
);

-- Hosted projects hand everything in `public` to the API roles by default; migrations must hold against it.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant execute on functions to anon, authenticated, service_role;
