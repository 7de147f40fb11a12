-- Rate limits of all app instances, the purge of expired rows, and the grants of all migrations.

-- Unlogged: one write per limited request, and a crash may lose the counters.
create unlogged table public.rate_limits (
  key text primary key check (char_length(key) <= 300),
  windows jsonb not null default '{}',
  blocked_until timestamptz,
  updated_at timestamptz not null default now()
);
comment on column public.rate_limits.windows is
  'By length in seconds: {"60": {"start": epoch seconds, "count": n}}. A window starts with its first request.';
-- BRIN: a B-tree would be updated with every counter.
create index rate_limits_updated on public.rate_limits using brin (updated_at);

alter table public.rate_limits enable row level security;

create function public.take_rate_limits(p_buckets jsonb, p_now timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_now numeric := extract(epoch from p_now);
  v_blocked jsonb;
  v_keys text[];
  v_locked integer;
  v_bucket jsonb;
  v_row public.rate_limits;
  v_rule record;
  v_window jsonb;
  v_windows jsonb;
  v_wait numeric;
begin
  p_buckets := private.unwrapped(p_buckets);
  if jsonb_typeof(p_buckets) is distinct from 'array' or jsonb_array_length(p_buckets) = 0
    or jsonb_path_exists(p_buckets, '$[*] ? (!exists (@.key) || !exists (@.rules[0].limit))') then
    raise exception 'take_rate_limits needs buckets, each with a key and rules'
      using errcode = 'invalid_parameter_value';
  end if;
  -- Refuses a blocked caller without a lock, so that a flood doesn't queue.
  select jsonb_build_object('allowed', false, 'key', r.key,
      'retry_after_seconds', ceil(extract(epoch from r.blocked_until) - v_now))
    into v_blocked
  from jsonb_array_elements(p_buckets) with ordinality as t (b, place)
  join public.rate_limits r on r.key = b ->> 'key'
  where r.blocked_until > p_now
  order by t.place limit 1;
  if found then
    return v_blocked;
  end if;

  -- Lock order: by key.
  v_keys := array(select distinct b ->> 'key' from jsonb_array_elements(p_buckets) as b order by 1);
  loop
    insert into public.rate_limits (key) select k from unnest(v_keys) as k on conflict (key) do nothing;
    perform from public.rate_limits r where r.key = any (v_keys) order by r.key for update;
    get diagnostics v_locked = row_count;
    exit when v_locked = cardinality(v_keys);
  end loop;

  for v_bucket in select b from jsonb_array_elements(p_buckets) with ordinality as t (b, place) order by t.place loop
    select * into v_row from public.rate_limits r where r.key = v_bucket ->> 'key';
    v_windows := '{}';
    v_wait := 0;
    if v_row.blocked_until > p_now then
      v_wait := extract(epoch from v_row.blocked_until) - v_now;
    else
      for v_rule in
        select (r ->> 'limit')::integer as max_count, (r ->> 'window_seconds')::integer as seconds
        from jsonb_array_elements(v_bucket -> 'rules') as r
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
      -- A refused request isn't counted, but starts the block.
      if v_wait = 0 then
        update public.rate_limits r set windows = v_windows, blocked_until = null, updated_at = p_now where r.key = v_row.key;
      elsif (v_bucket ->> 'block_seconds')::integer > 0 then
        v_wait := greatest(v_wait, (v_bucket ->> 'block_seconds')::integer);
        update public.rate_limits r
        set blocked_until = p_now + make_interval(secs => v_wait::double precision), updated_at = p_now
        where r.key = v_row.key;
      end if;
    end if;
    if v_wait > 0 then
      return jsonb_build_object('allowed', false, 'retry_after_seconds', ceil(v_wait), 'key', v_row.key);
    end if;
  end loop;
  return jsonb_build_object('allowed', true, 'retry_after_seconds', 0, 'taken_at', p_now);
end $$;
comment on function public.take_rate_limits(jsonb, timestamptz) is
  'Takes one request from each bucket [{key, rules: [{limit, window_seconds}], block_seconds}], in order. The first refusal stops,
   and if one is blocked, none is taken. Returns {allowed, retry_after_seconds, key (of the refusal), taken_at (for
   refund_rate_limits)}.';

create function public.refund_rate_limits(p_keys text[], p_taken_at timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Lock order: by key, as in take_rate_limits.
  perform from public.rate_limits r where r.key = any (p_keys) order by r.key for update;
  update public.rate_limits r
  set windows = (
    select jsonb_object_agg(w.key, case
      when (w.value ->> 'start')::numeric <= extract(epoch from p_taken_at)
        then w.value || jsonb_build_object('count', greatest((w.value ->> 'count')::integer - 1, 0))
      else w.value end)
    from jsonb_each(r.windows) as w)
  where r.key = any (p_keys) and r.windows <> '{}';
end $$;
comment on function public.refund_rate_limits(text[], timestamptz) is
  'Gives back the request that take_rate_limits took at p_taken_at, in windows that had started by then. A block stays.';

create function public.purge_expired_rows(p_now timestamptz default now(), p_limit integer default 5000) returns jsonb
language sql set search_path = ''
as $$
  with events as (
    delete from public.stripe_events e
    where e.event_id = any (array(
      select s.event_id from public.stripe_events s
      where s.processed_at < p_now - interval '90 days'
      order by s.processed_at
      limit greatest(p_limit, 0)
      for update skip locked))
    returning 1
  ), reads as (
    delete from public.payment_reads r
    where r.about = any (array(
      select s.about from public.payment_reads s
      where s.read_at < p_now - interval '90 days'
      order by s.read_at
      limit greatest(p_limit, 0)
      for update skip locked))
    returning 1
  ), debits as (
    delete from public.awaited_debits d where d.until < p_now - interval '90 days'
  ), counters as (
    delete from public.rate_limits r
    where r.key = any (array(
      select s.key from public.rate_limits s
      where s.updated_at < p_now - interval '2 days' and (s.blocked_until is null or s.blocked_until < p_now)
      limit greatest(p_limit, 0)
      for update skip locked))
    returning 1
  )
  select jsonb_build_object('deleted',
    (select count(*) from events) + (select count(*) from reads) + (select count(*) from counters))
$$;
comment on function public.purge_expired_rows(timestamptz, integer) is
  'Deletes processed deliveries and reads of Stripe after 90 days, debits 90 days after their last check, and unblocked counters
   after two days, p_limit of each. Stripe keeps events for 30 days, so none is delivered again. Returns {deleted}.';

-- A later migration that adds a table or function also ends with this line.
select private.apply_grants();
