-- Schemas, extensions and grants. public: tables, and functions that the data API may call. private: helpers, not exposed by the
-- data API, without tables. Runs unchanged on a hosted project and in the sandbox.

create schema if not exists extensions;
create schema if not exists private;
create extension if not exists pg_trgm with schema extensions;

comment on schema private is 'Helpers of policies, triggers and functions. Not exposed by the data API.';

-- Policies call auth.uid() as the caller. A hosted project grants this and doesn't allow us to.
do $$
begin
  if not has_schema_privilege('authenticated', 'auth', 'usage') then
    grant usage on schema auth to anon, authenticated, service_role;
  end if;
end $$;

-- Bounds searches through the data API. A project that forbids changing its roles sets this by hand.
do $$
begin
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
exception when insufficient_privilege then
  raise notice 'statement_timeout of anon and authenticated left as it is: not allowed here';
end $$;

-- By default, PostgreSQL grants EXECUTE on new functions to PUBLIC. Revoke it for all schemas.
alter default privileges revoke execute on functions from public;

-- The sandbox's data API passes an object or array as JSON text, a hosted one as JSON.
create function private.unwrapped(p_json jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(p_json) = 'string' then (p_json #>> '{}')::jsonb else p_json end
$$;

create function private.apply_grants() returns void
language plpgsql set search_path = ''
as $$
declare
  v_item record;
begin
  -- Revokes the default grants of a hosted project and of the sandbox''s data API.
  alter default privileges in schema public revoke all on tables from anon, authenticated;
  alter default privileges in schema public revoke all on sequences from anon, authenticated;
  alter default privileges in schema public revoke execute on functions from anon, authenticated;

  grant usage on schema public to anon, authenticated, service_role;
  revoke all on schema private from public, anon;
  grant usage on schema private to authenticated, service_role;

  for v_item in
    select c.oid, c.relkind, format('%I.%I', n.nspname, c.relname) as name
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select 1 from pg_catalog.pg_depend d where d.objid = c.oid and d.deptype = 'e')
  loop
    if v_item.relkind = 'S' then
      execute format('revoke all on sequence %s from public, anon, authenticated, service_role', v_item.name);
      execute format('grant usage, select on sequence %s to service_role', v_item.name);
    else
      execute format('revoke all on %s from public, anon, authenticated, service_role', v_item.name);
      -- Events are append-only. erase_person, with its owner's rights, is the only caller that empties their texts.
      execute format('grant select, insert, %sdelete on %s to service_role',
        case when v_item.name <> 'public.order_events' then 'update, ' else '' end, v_item.name);
    end if;
  end loop;

  -- Users get the verbs that a policy allows.
  for v_item in
    select distinct format('%I.%I', p.schemaname, p.tablename) as name, p.cmd, r.role
    from pg_catalog.pg_policies p
    cross join lateral unnest(p.roles) as r (role)
    where p.schemaname = 'public' and r.role in ('anon', 'authenticated') and p.cmd <> 'ALL'
  loop
    execute format('grant %s on %s to %I', v_item.cmd, v_item.name, v_item.role);
  end loop;

  for v_item in
    select p.oid::regprocedure::text as name,
      substring(pg_catalog.obj_description(p.oid, 'pg_proc') from '^@callers ([a-z_,]+)') as callers,
      p.prorettype = 'pg_catalog.trigger'::regtype or p.proname = 'apply_grants' as is_internal
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prokind = 'f'
      and not exists (select 1 from pg_catalog.pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('revoke all on function %s from public, anon, authenticated, service_role', v_item.name);
    continue when v_item.is_internal;
    execute format('grant execute on function %s to service_role', v_item.name);
    if v_item.callers is not null then
      execute format('grant execute on function %s to %s', v_item.name, v_item.callers);
    end if;
  end loop;
end $$;
comment on function private.apply_grants() is
  'Resets all rights in public and private to what policies and "@callers role,role" lines of function comments say. service_role
   may call every function but those of triggers. Idempotent: called by the last migration, by each later one that adds a table or
   function, and by the sandbox after its data API has granted ALL. RLS doesn''t rely on it.';

-- security definer: the API's roles can't read the list of migrations.
create function public.missing_migrations(p_versions text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(v order by v) from unnest(p_versions) as v
    where not exists (select 1 from supabase_migrations.schema_migrations m where m.version = v)), '[]');
end $$;
comment on function public.missing_migrations(text[]) is
  'Returns which of these migrations (the 14-digit prefixes of their files) this database doesn''t have.';
