-- Rate limits that hold for all instances of the app at once; and, last of all, everybody's rights.

-- Tables

-- Unlogged: one write for each limited request, and losing the counters in a crash of the database does no harm.
create unlogged table public.rate_limits (
  key text primary key check (char_length(key) <= 300),
  windows jsonb not null default '{}',
  blocked_until timestamptz,
  updated_at timestamptz not null default now()
);
comment on column public.rate_limits.windows is
  'By length in seconds: {"60": {"start": epoch seconds, "count": n}}. A window begins with its first request.';
create index rate_limits_updated on public.rate_limits (updated_at);

-- Row-level security

alter table public.rate_limits enable row level security;

-- Public functions

create function public.take_rate_limit(
  p_key text, p_rules jsonb, p_block_seconds integer default 0, p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now numeric := extract(epoch from p_now);
  v_row public.rate_limits;
  v_rule record;
  v_window jsonb;
  v_windows jsonb := '{}';
  v_wait numeric := 0;
begin
  p_rules := private.unwrapped(p_rules);
  if jsonb_typeof(p_rules) is distinct from 'array' or jsonb_array_length(p_rules) = 0 then
    raise exception 'take_rate_limit needs rules' using errcode = 'invalid_parameter_value';
  end if;
  insert into public.rate_limits (key) values (p_key) on conflict (key) do nothing;
  select * into v_row from public.rate_limits r where r.key = p_key for update;
  if not found then
    -- Swept away between the two statements: start anew.
    return public.take_rate_limit(p_key, p_rules, p_block_seconds, p_now);
  end if;
  if v_row.blocked_until > p_now then
    return jsonb_build_object('allowed', false,
      'retry_after_seconds', ceil(extract(epoch from v_row.blocked_until) - v_now)::integer);
  end if;

  for v_rule in
    select (r ->> 'limit')::integer as max_count, (r ->> 'window_seconds')::integer as seconds
    from jsonb_array_elements(p_rules) as r
  loop
    v_window := v_row.windows -> v_rule.seconds::text;
    if v_window is null or (v_window ->> 'start')::numeric + v_rule.seconds <= v_now then
      v_window := jsonb_build_object('start', v_now, 'count', 0);
    end if;
    if (v_window ->> 'count')::integer >= v_rule.max_count then
      v_wait := greatest(v_wait, (v_window ->> 'start')::numeric + v_rule.seconds - v_now, 1);
    end if;
    v_windows := v_windows || jsonb_build_object(v_rule.seconds::text,
      v_window || jsonb_build_object('count', (v_window ->> 'count')::integer + 1));
  end loop;

  if v_wait > 0 then
    v_wait := greatest(v_wait, coalesce(p_block_seconds, 0));
    if coalesce(p_block_seconds, 0) > 0 then
      update public.rate_limits r
      set blocked_until = p_now + make_interval(secs => v_wait::double precision), updated_at = p_now
      where r.key = p_key;
    end if;
    return jsonb_build_object('allowed', false, 'retry_after_seconds', ceil(v_wait)::integer);
  end if;
  update public.rate_limits r set windows = v_windows, blocked_until = null, updated_at = p_now where r.key = p_key;
  return jsonb_build_object('allowed', true, 'retry_after_seconds', 0);
end $$;
comment on function public.take_rate_limit(text, jsonb, integer, timestamptz) is
  'Takes one request from every window of [{limit, window_seconds}], or from none. {allowed, retry_after_seconds}.
   A refused request takes nothing, but starts the block of p_block_seconds.';

create function public.purge_rate_limits(p_now timestamptz default now()) returns jsonb
language sql set search_path = ''
as $$
  with gone as (
    delete from public.rate_limits r
    where r.updated_at < p_now - interval '2 days' and (r.blocked_until is null or r.blocked_until < p_now)
    returning 1
  )
  select jsonb_build_object('deleted', (select count(*) from gone))
$$;

-- Rights

-- Everything that has been created so far gets its rights. A later migration that adds a table or a function ends
-- with this line too.
select private.apply_grants();
