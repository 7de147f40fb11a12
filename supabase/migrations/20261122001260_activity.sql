-- Activity: order events by staff, the staff log and exports in one list.

create table public.staff_log (
  id bigint primary key default nextval(pg_get_serial_sequence('public.order_events', 'id')),
  type text not null check (type in ('package_added', 'package_changed', 'package_deleted', 'group_opened',
    'group_discarded', 'group_closed', 'group_stepped', 'group_undone', 'exception_resolved', 'mail_retried', 'event_retried',
    'exported', 'staff_added', 'role_changed', 'staff_removed')),
  actor_id uuid,
  about text check (char_length(about) <= 500),
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);
comment on table public.staff_log is 'Staff actions that belong to no order. Never deleted, unlike packages and shipments.';
comment on column public.staff_log.id is 'Shares the sequence of order_events, so both sort together.';
comment on column public.staff_log.actor_id is 'No foreign key: the record outlives the account. Null: a script.';
comment on column public.staff_log.after is 'Of an export: {filter, rows, is_complete}, without rows until it is finished.';
create index staff_log_by_time on public.staff_log (at desc, id desc);

alter table public.staff_log enable row level security;

create function private.add_staff_log_entry(p_actor uuid, p_kind text, p_about text, p_before jsonb, p_after jsonb) returns bigint
language sql set search_path = ''
as $$
  insert into public.staff_log (actor_id, type, about, before, after)
  values (p_actor, p_kind, left(p_about, 500), p_before, p_after) returning id
$$;

create function public.staff_list_activity(
  p_actor_id uuid default null, p_kind text default null, p_since timestamptz default null, p_until timestamptz default null,
  p_cursor_at timestamptz default null, p_cursor_id bigint default null, p_limit integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off
set enable_bitmapscan = off set jit = off
as $$
declare
  v_role text := private.require_staff();
  v_limit integer := least(greatest(coalesce(p_limit, 50), 1), 100);
  v_types text[] := case p_kind
    when 'money' then array['payment_status', 'refund_started', 'refund_failed', 'refunded', 'payment_adopted', 'dispute_status',
      'exception_resolved', 'adjustment']
    when 'receiving' then array['arrived', 'counted', 'recounted', 'count_mismatch', 'package_condition', 'package_matched',
      'shelf_location', 'inbound_tracking', 'inbound_shipped', 'inbound_delivered', 'inbound_withdrawn',
      'cancel_asked', 'cancel_withdrawn', 'cancel_declined', 'box_counted', 'set_aside', 'set_aside_asked', 'set_aside_ended',
      'package_added', 'package_changed', 'package_deleted', 'photo', 'photo_shown']
    when 'grader' then array['grading_submission_number', 'grader_group', 'cards_back', 'group_opened', 'group_discarded',
      'group_closed', 'group_stepped']
    when 'returns' then array['tracking_number', 'return_carrier', 'problem', 'return_address']
    when 'changes' then array['fulfillment_status', 'submission_status', 'internal_notes', 'invoice_filename', 'review_reason', 'note',
      'reason', 'delay', 'created', 'linked']
    when 'undone' then array['undone', 'group_undone']
    when 'exports' then array['exported']
    when 'people' then array['staff_added', 'role_changed', 'staff_removed']
    when 'retries' then array['mail_retried', 'event_retried'] end;
  v_until timestamptz := coalesce(p_until, now() + interval '1 day');
  v_since timestamptz := greatest(p_since, v_until - interval '92 days');
  v_at timestamptz := coalesce(p_cursor_at, 'infinity');
  v_id bigint := coalesce(p_cursor_id, 0);
  v_rows jsonb;
begin
  with events as (
    select e.id, e.occurred_at as at, to_jsonb(e) - 'erased_at' as facts, e.actor_id, e.order_id from public.order_events e
    where e.actor_type = 'staff' and (p_actor_id is null or e.actor_id = p_actor_id) and (v_types is null or e.type = any (v_types))
      and e.occurred_at >= v_since and e.occurred_at < v_until and (e.occurred_at, e.id) < (v_at, v_id)
    order by e.occurred_at desc, e.id desc limit v_limit + 1
  ), log as (
    select l.id, l.at, to_jsonb(l) as facts, l.actor_id, null::uuid as order_id from public.staff_log l
    where (p_actor_id is null or l.actor_id = p_actor_id) and (v_types is null or l.type = any (v_types))
      and l.at >= v_since and l.at < v_until and (l.at, l.id) < (v_at, v_id)
    order by l.at desc, l.id desc limit v_limit + 1
  ), page as (
    select * from events union all select * from log order by at desc, id desc limit v_limit + 1
  )
  select coalesce(jsonb_agg(p.facts || jsonb_build_object('at', p.at, 'order_id', p.order_id, 'batch_id', o.batch_id,
      'actor_email', private.email_of(p.actor_id)) order by p.at desc, p.id desc), '[]') into v_rows
  from page p left join public.grading_orders o on o.id = p.order_id;
  return jsonb_build_object('staff_role', v_role,
    'rows', case when jsonb_array_length(v_rows) > v_limit then v_rows - v_limit else v_rows end,
    'next_cursor', case when jsonb_array_length(v_rows) > v_limit then jsonb_build_object(
      'at', v_rows -> (v_limit - 1) -> 'at', 'id', v_rows -> (v_limit - 1) -> 'id') end,
    'people', (
      select jsonb_agg(jsonb_build_object('user_id', s.user_id, 'email', u.email) order by u.email)
      from public.staff s join auth.users u on u.id = s.user_id where u.email <> ''));
end $$;
comment on function public.staff_list_activity is
  '@callers authenticated
   Returns staff activity of up to 92 days before p_until, newest first: {staff_role, rows, next_cursor ({at, id} or null),
   people: [{user_id, email}]}. A row is from order_events (with order_id, batch_id) or staff_log, with at and actor_email.
   p_kind: a group of types; null or unknown: all. Up to 100 rows.';

create function public.staff_begin_export(
  p_actor uuid, p_kind text, p_filter jsonb, p_rows integer default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_filter jsonb := private.unwrapped(p_filter);
  v_id bigint;
begin
  if p_kind is null or p_kind not in ('orders', 'manifest') then
    raise exception 'there is no such file' using errcode = 'invalid_parameter_value';
  end if;
  perform private.require_actor(p_actor);
  v_id := private.add_staff_log_entry(p_actor, 'exported', p_kind, null, jsonb_strip_nulls(jsonb_build_object('filter', v_filter,
    'rows', p_rows, 'is_complete', p_rows is not null or null)));
  -- A manifest has no customer data.
  if p_kind <> 'manifest' then
    -- Sent after two minutes, or when the file is complete, with its number of rows.
    perform private.notify_owners('export_alert:' || v_id, 'export_alert', jsonb_build_object('kind', p_kind,
      'by', private.email_of(p_actor), 'filter', v_filter - 'search', 'has_search', v_filter ? 'search', 'at', now()),
      now() + interval '2 minutes');
  end if;
  return jsonb_build_object('export_id', v_id);
end $$;
comment on function public.staff_begin_export(uuid, text, jsonb, integer) is
  'Logs an export before its file is created. p_kind: orders (owners are emailed) | manifest (with p_rows, complete at once).
   p_filter: the requested rows; a search isn''t emailed. Returns {export_id}.';

create function public.staff_finish_export(p_export_id bigint, p_rows integer, p_is_complete boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_end jsonb := jsonb_build_object('rows', p_rows, 'is_complete', p_is_complete);
begin
  update public.staff_log l set after = l.after || v_end
  where l.id = p_export_id and l.type = 'exported' and not l.after ? 'rows';
  if not found then
    return jsonb_build_object('outcome', 'unchanged');
  end if;
  update public.outbox o set payload = o.payload || v_end, next_attempt_at = now()
  where o.dedupe_key = any (array(select 'export_alert:' || p_export_id || ':' || s.user_id from public.staff s))
    and o.sent_at is null and o.attempts = 0;
  return jsonb_build_object('outcome', 'finished');
end $$;
comment on function public.staff_finish_export(bigint, integer, boolean) is
  'Records how many rows an export has, and whether it is complete. Returns {outcome: finished | unchanged}.';
