-- What staff did, all of it in one list: the events of orders and what is about none, with the files that were exported.

-- Tables

create table public.staff_log (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('package_added', 'package_changed', 'package_deleted', 'package_undone', 'group_opened',
    'group_discarded', 'group_closed', 'group_stepped', 'group_undone', 'exception_resolved', 'mail_retried', 'event_retried',
    'exported', 'staff_added', 'role_changed', 'staff_removed')),
  actor_id uuid,
  about text check (char_length(about) <= 500),
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);
comment on table public.staff_log is
  'What staff did that is an event of no order. It is never deleted: packages and groups may be, and how they were taken back is forgotten.';
comment on column public.staff_log.actor_id is 'No foreign key: the record outlives the account. Null: a script.';
comment on column public.staff_log.about is 'What it was done to, as staff call it; the row of that may be gone.';
comment on column public.staff_log.after is 'Of a file: {filter, rows, is_complete}; without rows as long as it is on its way.';
create index staff_log_by_time on public.staff_log (at desc, id desc);
create index staff_log_by_actor on public.staff_log (actor_id, kind, at desc, id desc);

-- Row-level security

alter table public.staff_log enable row level security;

-- Private functions

create function private.log_doing(p_actor uuid, p_kind text, p_about text, p_before jsonb, p_after jsonb) returns bigint
language sql set search_path = ''
as $$
  insert into public.staff_log (actor_id, kind, about, before, after)
  values (p_actor, p_kind, left(p_about, 500), p_before, p_after) returning id
$$;
comment on function private.log_doing(uuid, text, text, jsonb, jsonb) is
  'Keeps what somebody of the staff did, in the transaction that does it; its number.';

create function private.activity_types(p_kind text) returns text[]
language sql immutable set search_path = ''
as $$
  select case p_kind
    when 'money' then array['payment_status', 'refund_started', 'refund_failed', 'refunded', 'payment_adopted', 'dispute_status',
      'exception_resolved', 'adjustment']
    when 'receiving' then array['arrived', 'counted', 'recounted', 'count_mismatch', 'package_condition', 'package_matched',
      'shelf_location', 'inbound_tracking', 'inbound_shipped', 'inbound_delivered', 'inbound_withdrawn', 'cancel_asked', 'cancel_withdrawn', 'cancel_declined', 'box_counted', 'set_aside', 'set_aside_asked', 'set_aside_ended', 'package_added',
      'package_changed', 'package_deleted', 'photo', 'photo_shown']
    when 'grader' then array['grading_submission_number', 'grader_group', 'cards_back', 'group_opened', 'group_discarded',
      'group_closed', 'group_stepped']
    when 'returns' then array['tracking_number', 'return_carrier', 'problem', 'return_address']
    when 'changes' then array['fulfillment_status', 'submission_status', 'internal_notes', 'invoice_filename', 'review_reason', 'note',
      'reason', 'delay', 'created', 'linked']
    when 'undone' then array['undone', 'package_undone', 'group_undone']
    when 'exports' then array['exported']
    when 'people' then array['staff_added', 'role_changed', 'staff_removed']
    when 'retries' then array['mail_retried', 'event_retried'] end
$$;
comment on function private.activity_types(text) is
  'The types of events and of the log that a kind of the list takes together: money | receiving | grader | returns |
   changes | undone | exports | people | retries; null for any other.';

create function private.staff_actors() returns uuid[]
language sql stable set search_path = ''
as $$
  -- From one to the next along the index: there are few, and many events of each.
  with recursive actors as (
    (select e.actor_id from public.order_events e where e.actor_type = 'staff' and e.actor_id is not null order by e.actor_id limit 1)
    union all
    select (select e.actor_id from public.order_events e where e.actor_type = 'staff' and e.actor_id > a.actor_id
      order by e.actor_id limit 1)
    from actors a where a.actor_id is not null
  )
  select array(select a.actor_id from actors a where a.actor_id is not null)
$$;
comment on function private.staff_actors() is 'Everybody who ever did something to an order as staff.';

create function private.activity_bounds(
  p_time text, p_source integer, p_since timestamptz, p_until timestamptz, p_at timestamptz, p_cursor_source integer, p_id bigint
) returns text
language sql immutable set search_path = ''
as $$
  -- At one moment the sources follow each other in their order.
  select format(' and %s >= %L and %s < %L', p_time, coalesce(p_since, '-infinity'), p_time, coalesce(p_until, 'infinity'))
    || case when p_at is null then '' else format(' and (%s, x.id) < (%L::timestamptz, %L::bigint)', p_time, p_at,
      case when p_source = p_cursor_source then p_id when p_source > p_cursor_source then 9223372036854775807 else 0 end) end
$$;
comment on function private.activity_bounds is
  'What of a source, as x, lies in a period and after a place of the list, as a condition that its index serves.';

create function private.find_activity(
  p_actor_id uuid, p_types text[], p_order_ids uuid[], p_since timestamptz, p_until timestamptz,
  p_at timestamptz, p_source integer, p_id bigint, p_limit integer
) returns table (source integer, id bigint, at timestamptz)
-- A bitmap of all that somebody did would be read whole and sorted for one page.
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off
set enable_mergejoin = off set jit = off
as $$
declare
  c_order_types constant text[] := array(select u.type from unnest(array['money', 'receiving', 'grader', 'returns', 'changes',
    'undone']) as k (kind) cross join unnest(private.activity_types(k.kind)) as u (type));
  v_end constant text := format(' order by 3 desc, 2 desc limit %s', p_limit);
  v_types text := quote_literal(coalesce(p_types, c_order_types)::text);
  v_narrow text := case when p_actor_id is null then '' else format(' and x.actor_id = %L', p_actor_id) end;
  v_events text := 'select 0, x.id, x.occurred_at from public.order_events x where x.actor_type = ''staff'''
    || private.activity_bounds('x.occurred_at', 0, p_since, p_until, p_at, p_source, p_id);
begin
  if p_order_ids is not null then
    v_events := v_events || format(' and x.order_id = any (%L)', p_order_ids::text) || v_narrow
      || case when p_types is null then '' else format(' and x.type = any (%s)', v_types) end;
  elsif p_actor_id is not null or p_types is not null then
    -- What is rare is met at once: of each person and type no more than the page holds.
    v_events := format('select f.* from unnest(%L::uuid[]) as a (id) cross join unnest(%s::text[]) as t (type)
        cross join lateral (%s and x.actor_id = a.id and x.type = t.type order by x.occurred_at desc, x.id desc limit %s) f',
      case when p_actor_id is null then private.staff_actors() else array[p_actor_id] end::text, v_types, v_events, p_limit);
  else
    v_events := v_events || ' order by x.occurred_at desc, x.id desc limit ' || p_limit;
  end if;
  if p_order_ids is not null then
    return query execute v_events || v_end;
    return;
  end if;
  return query execute format('(%s) union all (%s) order by 3 desc, 1, 2 desc limit %s',
    'select f.* from (' || v_events || ') f' || v_end,
    'select 1, x.id, x.at from public.staff_log x where true' || v_narrow
      || case when p_types is null then '' else format(' and x.kind = any (%s)', v_types) end
      || private.activity_bounds('x.at', 1, p_since, p_until, p_at, p_source, p_id) || v_end,
    p_limit);
end $$;
comment on function private.find_activity is
  'A page of what staff did, newest first, from two sources: 0 order_events, 1 staff_log. Of orders (p_order_ids)
   it is their events alone. Each source is read along an index, no further than the page.';

-- Public functions

create function public.staff_list_activity(
  p_actor_id uuid default null, p_kind text default null, p_batch text default null, p_since timestamptz default null,
  p_until timestamptz default null, p_cursor_at timestamptz default null, p_cursor_source integer default null,
  p_cursor_id bigint default null, p_limit integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.require_staff();
  v_limit integer := least(greatest(coalesce(p_limit, 50), 1), 1000);
  v_types text[] := private.activity_types(p_kind);
  v_rows jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('source', f.source, 'id', f.id, 'at', f.at,
      'type', coalesce(e.type, l.kind), 'actor_id', coalesce(e.actor_id, l.actor_id),
      'actor_email', private.email_of(coalesce(e.actor_id, l.actor_id)),
      'from_value', e.from_value, 'to_value', e.to_value, 'message', e.message, 'data', e.data,
      'order_id', e.order_id, 'batch_id', o.batch_id, 'about', l.about, 'before', l.before, 'after', l.after) order by f.at desc, f.source, f.id desc), '[]')
    into v_rows
  from private.find_activity(p_actor_id, v_types, case when p_batch is not null then private.orders_by_code(p_batch) end,
    p_since, p_until, p_cursor_at, p_cursor_source, p_cursor_id, v_limit + 1) f
  left join public.order_events e on f.source = 0 and e.id = f.id
  left join public.staff_log l on f.source = 1 and l.id = f.id
  left join public.grading_orders o on o.id = e.order_id;
  return jsonb_build_object('staff_role', v_role,
    'rows', case when jsonb_array_length(v_rows) > v_limit then v_rows - v_limit else v_rows end,
    'next_cursor', case when jsonb_array_length(v_rows) > v_limit then jsonb_build_object('at', v_rows #> array[(v_limit - 1)::text, 'at'],
      'source', v_rows #> array[(v_limit - 1)::text, 'source'], 'id', v_rows #> array[(v_limit - 1)::text, 'id']) end,
    'people', (
      select jsonb_agg(jsonb_build_object('user_id', s.user_id, 'email', u.email) order by u.email)
      from public.staff s join auth.users u on u.id = s.user_id where u.email <> ''));
end $$;
comment on function public.staff_list_activity is
  '@callers authenticated
   What all of the staff did, newest first: {staff_role, rows, next_cursor ({at, source, id} or null), people (staff: {user_id,
   email})}. A row: {source (0 an order''s event, 1 the log), id, at, type, actor_id, actor_email, order_id and
   batch_id or about, from_value, to_value, message, data, before, after}. p_kind as private.activity_types has it; p_batch: as scanned or
   typed. At most 1000 rows.';

create function public.staff_begin_export(
  p_actor uuid, p_kind text, p_filter jsonb, p_rows integer default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_filter jsonb := private.unwrapped(p_filter);
  v_id bigint;
begin
  if p_kind is null or p_kind not in ('orders', 'activity', 'manifest') then
    raise exception 'there is no such file' using errcode = 'invalid_parameter_value';
  end if;
  perform private.require_actor(p_actor);
  v_id := private.log_doing(p_actor, 'exported', p_kind, null, jsonb_strip_nulls(jsonb_build_object('filter', v_filter,
    'rows', p_rows, 'is_complete', p_rows is not null or null)));
  -- The list that goes with a box to the grader names no customer.
  if p_kind <> 'manifest' then
    -- Two minutes at most: it leaves when the file is complete, and says how many rows it has.
    perform private.tell_owners('export_alert:' || v_id, 'export_alert', jsonb_build_object('kind', p_kind,
      'by', private.email_of(p_actor), 'filter', v_filter - 'search', 'has_search', v_filter ? 'search', 'at', now()),
      now() + interval '2 minutes');
  end if;
  return jsonb_build_object('export_id', v_id);
end $$;
comment on function public.staff_begin_export(uuid, text, jsonb, integer) is
  'Before a file is made: {export_id}. p_kind: orders | activity (the owners are emailed) | manifest (with
   p_rows, which ends it). p_filter: which rows were asked for; what was searched for stays out of the mail.';

create function public.staff_finish_export(p_export_id bigint, p_rows integer, p_is_complete boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_end jsonb := jsonb_build_object('rows', p_rows, 'is_complete', p_is_complete);
begin
  update public.staff_log l set after = l.after || v_end
  where l.id = p_export_id and l.kind = 'exported' and not l.after ? 'rows';
  if not found then
    return jsonb_build_object('outcome', 'unchanged');
  end if;
  update public.outbox o set payload = o.payload || v_end, next_attempt_at = now()
  where o.dedupe_key = any (array(select 'export_alert:' || p_export_id || ':' || s.user_id from public.staff s))
    and o.sent_at is null and o.attempts = 0;
  return jsonb_build_object('outcome', 'finished');
end $$;
comment on function public.staff_finish_export(bigint, integer, boolean) is
  'How many rows a file has, and whether it is all that was asked for. {outcome: finished | unchanged (told before)}.';
