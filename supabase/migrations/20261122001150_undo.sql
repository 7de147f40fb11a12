-- Undo of staff actions for ten minutes (private.undo_time). An action stores the rows and queued emails that it changed. Undo restores them, or
-- refuses if anything changed since.

create table public.staff_actions (
  id uuid not null,
  order_id uuid not null references public.grading_orders (id) on delete cascade,
  place bigint generated always as identity,
  kind text not null check (kind in
    ('arrival', 'box', 'check_in', 'match', 'set_aside', 'set_aside_note', 'set_aside_end', 'change', 'group_add', 'group_out',
    'group_close', 'group_step', 'return', 'cancel_declined', 'withdrawal')),
  actor_id uuid not null,
  shipment_id bigint,
  group_step text,
  before jsonb not null,
  after jsonb not null,
  version_before integer not null,
  version integer not null,
  first_event bigint not null,
  last_event bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  primary key (id, order_id)
);
comment on table public.staff_actions is
  'What a staff action changed on an order. Orders of a bulk action share its ID. Kept for a day.';
comment on column public.staff_actions.actor_id is 'No foreign key: the record outlives the account.';
comment on column public.staff_actions.group_step is 'The grader shipment''s step after the action.';
comment on column public.staff_actions.before is
  'Changed columns of each row before the action, {"table id": {column: value}}; null for an added row.';
comment on column public.staff_actions.after is 'The same rows after the action; null for a deleted row.';
comment on column public.staff_actions.version is
  'The order''s version at which the action can be undone: after it, or after the undo of the following one.';
comment on column public.staff_actions.first_event is 'The action''s events: after this one, up to last_event.';
create index staff_actions_of_order on public.staff_actions (order_id, place);
create index staff_actions_by_age on public.staff_actions (created_at);

alter table public.staff_actions enable row level security;

-- Stable, so that open sessions don't keep an old value in cached plans.
create function private.undo_time() returns interval
language sql stable set search_path = ''
as $$ select interval '10 minutes' $$;
comment on function private.undo_time() is 'Returns how long staff can undo an action, which is how long its emails wait.';

create function private.order_snapshot(
  p_order_id uuid, p_shipment_id bigint default null, p_package_id uuid default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'version', (select o.version from public.grading_orders o where o.id = p_order_id),
    'event', coalesce((select max(e.id) from public.order_events e where e.order_id = p_order_id), 0),
    'rows', (
      select jsonb_object_agg(s.key, s.value) from (
        select 'grading_orders ' || o.id as key,
          to_jsonb(o) - array['version', 'updated_at', 'search_text', 'overdue_notice_day', 'ship_reminders'] as value
        from public.grading_orders o where o.id = p_order_id
        union all
        select 'order_admin ' || a.order_id, 
          to_jsonb(a) - array['updated_at', 'alarms_notified', 'has_new_alarm', 'waiting_on', 'needs_money_review']
        from public.order_admin a where a.order_id = p_order_id
        union all
        select 'set_asides ' || x.order_id, to_jsonb(x) from public.set_asides x where x.order_id = p_order_id
        union all
        select 'order_notes ' || n.id, to_jsonb(n) from public.order_notes n where n.order_id = p_order_id
        union all
        select 'order_adjustments ' || x.id, to_jsonb(x) from public.order_adjustments x where x.order_id = p_order_id
        union all
        select 'packages ' || k.id, to_jsonb(k) - array['version', 'changed_by', 'changed_at']
        from public.packages k where k.order_id = p_order_id or k.id = p_package_id
        union all
        select 'grader_shipments ' || g.id, to_jsonb(g) - array['version', 'changed_by', 'changed_at']
        from public.grader_shipments g where g.id = p_shipment_id
        union all
        select 'outbox ' || m.id, to_jsonb(m) - array['attempts', 'locked_until', 'last_error']
        from public.outbox m
        where m.payload ->> 'order_id' = p_order_id::text and m.sent_at is null and m.failed_at is null
          and (m.locked_until is null or m.locked_until <= now())) s));
end $$;
comment on function private.order_snapshot(uuid, bigint, uuid) is
  'Returns what an action on an order can change, for note_action and undo: {version, event (last ID), rows: {"table id": row}}. Of
   emails only queued ones.';

create function private.note_action(
  p_action_id uuid, p_kind text, p_actor uuid, p_order_id uuid, p_before jsonb, p_is_quiet boolean default false,
  p_shipment_id bigint default null, p_package_id uuid default null
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_now jsonb;
  v_before jsonb;
  v_after jsonb;
begin
  if p_is_quiet then
    delete from public.outbox m
    where m.payload ->> 'order_id' = p_order_id::text and not p_before -> 'rows' ? ('outbox ' || m.id) and m.sent_at is null
      and m.created_at >= now()
      and m.kind in ('order_arrived', 'canceled_arrived', 'order_sent', 'order_graded', 'order_returned', 'order_delivered', 'late');
  end if;
  v_now := private.order_snapshot(p_order_id, case when p_before -> 'rows' ? ('grader_shipments ' || p_shipment_id) then p_shipment_id end,
    p_package_id);
  select jsonb_object_agg(coalesce(b.key, a.key), case when b.value is not null then c.before end),
    jsonb_object_agg(coalesce(b.key, a.key), case when a.value is not null then c.after end)
  into v_before, v_after
  from jsonb_each(p_before -> 'rows') b full join jsonb_each(v_now -> 'rows') a on a.key = b.key
  cross join lateral (
    select jsonb_object_agg(k.name, b.value -> k.name) as before, jsonb_object_agg(k.name, a.value -> k.name) as after
    from jsonb_object_keys(coalesce(b.value, a.value)) k (name) where b.value -> k.name is distinct from a.value -> k.name) c
  where a.value is distinct from b.value;
  -- Money is never taken back by undo.
  if v_after is null or v_after -> ('grading_orders ' || p_order_id) ? 'payment_status' then
    return false;
  end if;
  insert into public.staff_actions (id, order_id, kind, actor_id, shipment_id, group_step, before, after, version_before, version,
    first_event, last_event)
  values (p_action_id, p_order_id, p_kind, p_actor, p_shipment_id,
    (select g.step from public.grader_shipments g where g.id = p_shipment_id), v_before, v_after, (p_before ->> 'version')::integer,
    (v_now ->> 'version')::integer, (p_before ->> 'event')::bigint, (v_now ->> 'event')::bigint);
  if v_after -> ('grading_orders ' || p_order_id) ? 'submission_status' then
    -- The next step confirms this one, so its email is due now.
    update public.outbox m set next_attempt_at = now()
    where m.payload ->> 'order_id' = p_order_id::text and p_before -> 'rows' ? ('outbox ' || m.id) and m.sent_at is null
      and m.failed_at is null and m.attempts = 0 and m.next_attempt_at > now();
  end if;
  return true;
end $$;
comment on function private.note_action(uuid, text, uuid, uuid, jsonb, boolean, bigint, uuid) is
  'Records what an action changed since p_before (private.order_snapshot) on an order that the caller has locked. Returns whether it
   can be undone. p_is_quiet deletes the step emails that it queued.';

create function private.restore_action(p_actor uuid, p_staff_action public.staff_actions) returns void
language plpgsql set search_path = ''
as $$
declare
  -- Emails last, because changing the order may queue and delete some.
  c_tables constant text[] := array['grader_shipments', 'packages', 'order_notes', 'order_adjustments', 'set_asides', 'order_admin',
    'grading_orders', 'outbox'];
  v_context constant jsonb := private.change_context('staff', p_actor);
  v_mail bigint := (select coalesce(max(m.id), 0) from public.outbox m);
  v_event bigint := (select coalesce(max(e.id), 0) from public.order_events e where e.order_id = p_staff_action.order_id);
  v_table text;
  v_key text;
  v_row record;
  v_columns text;
  v_order public.grading_orders;
begin
  foreach v_table in array c_tables loop
    if v_table = 'outbox' then
      delete from public.outbox m where m.payload ->> 'order_id' = p_staff_action.order_id::text and m.id > v_mail;
    end if;
    v_key := case when v_table in ('order_admin', 'set_asides') then 'order_id' else 'id' end;
    for v_row in
      select split_part(b.key, ' ', 2) as id, p_staff_action.after -> b.key as after,
        case when v_table = 'grading_orders' then b.value || jsonb_build_object('change_context', v_context) else b.value end as before
      from jsonb_each(p_staff_action.before) b where split_part(b.key, ' ', 1) = v_table order by b.value <> 'null'
    loop
      v_columns := (select string_agg(quote_ident(c), ', ') from jsonb_object_keys(nullif(v_row.before, 'null')) c);
      if v_row.after = 'null' then
        execute format('insert into public.%1$I (%2$s) overriding system value
          select %2$s from jsonb_populate_record(null::public.%1$I, $1) on conflict do nothing', v_table, v_columns) using v_row.before;
      elsif v_columns is null and v_table = 'order_adjustments' then
        perform private.withdraw_adjustment(x, null, null, v_context) from public.order_adjustments x where x.id = v_row.id::uuid;
      elsif v_columns is null then
        execute format('delete from public.%1$I t where t.%2$I = (select r.%2$I from jsonb_populate_record(null::public.%1$I, $1) r)',
          v_table, v_key) using jsonb_build_object(v_key, v_row.id);
      else
        execute format('update public.%1$I t set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1))
          where t.%3$I = (select r.%3$I from jsonb_populate_record(null::public.%1$I, $2) r)', v_table, v_columns, v_key)
          using v_row.before, jsonb_build_object(v_key, v_row.id);
        if v_table = 'order_adjustments' and v_row.before ? 'status' then
          perform private.note_adjustment(x, v_row.after ->> 'status', v_context) from public.order_adjustments x where x.id = v_row.id::uuid;
        end if;
      end if;
    end loop;
  end loop;
  update public.grading_orders o set updated_at = clock_timestamp() where o.id = p_staff_action.order_id returning * into v_order;
  perform private.add_order_event(p_staff_action.order_id, 'undone', p_staff_action.kind, null, false,
    private.change_context('staff', p_actor, null,
      jsonb_build_object('first', p_staff_action.first_event, 'last', p_staff_action.last_event, 'since', v_event)));
  update public.staff_actions a set undone_at = now() where a.id = p_staff_action.id and a.order_id = p_staff_action.order_id;
  -- The previous action can be undone now.
  update public.staff_actions a set version = v_order.version
  where a.order_id = p_staff_action.order_id and a.version = p_staff_action.version_before and a.undone_at is null;
end $$;
comment on function private.restore_action(uuid, public.staff_actions) is
  'Restores what an action changed on an order that the caller has locked: changed columns and deleted rows. Deletes added rows, but
   withdraws proposals. Its event has {first, last (of the action), since (of the undo)}, which hides both from the customer.';

create function private.actions_as_json(
  p_order_id uuid default null, p_kinds text[] default null, p_shipment_id bigint default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'order_id', l.order_id, 'batch_id', o.batch_id, 'orders', l.orders,
    'kind', l.kind, 'count', l.count, 'shipment_id', l.shipment_id, 'group_step', l.group_step,
    'facts', (select coalesce(jsonb_agg(k order by k), '[]') from jsonb_object_keys(l.changed) k),
    'actor_email', private.email_of(l.actor_id), 'created_at', l.created_at) order by l.place desc), '[]')
  from (
    select a.id, (array_agg(a.order_id))[1] as order_id, count(*) as orders, a.kind, a.shipment_id, a.group_step, a.actor_id,
      min(a.created_at) as created_at, max(a.place) as place, (jsonb_agg(c.changed) -> 0) as changed,
      (jsonb_agg(coalesce(c.changed -> 'received_count', nullif(c.changed -> 'box_counts', 'null') -> -1)) -> 0) as count
    from public.staff_actions a
    cross join lateral (
      select coalesce(a.after -> ('grading_orders ' || a.order_id), '{}')
        || coalesce(nullif(a.after -> ('order_admin ' || a.order_id), 'null'), '{}') as changed) c
    where a.created_at > now() - private.undo_time() and a.undone_at is null
      and (p_order_id is null or a.order_id = p_order_id and a.kind not in ('group_close', 'group_step'))
      and (p_kinds is null or a.kind = any (p_kinds)) and (p_shipment_id is null or a.shipment_id = p_shipment_id)
    group by a.id, a.kind, a.shipment_id, a.group_step, a.actor_id, case when a.shipment_id is null then a.order_id end
    order by max(a.place) desc limit 10
  ) l
  join public.grading_orders o on o.id = l.order_id
$$;
comment on function private.actions_as_json(uuid, text[], bigint) is
  'Returns actions within the undo time that weren''t undone, by order, kinds or grader shipment, newest first, up to ten: [{id,
   order_id, batch_id, orders (how many), kind, count (cards), shipment_id, group_step, facts (changed columns), actor_email,
   created_at}].';

create function public.staff_undo(p_actor uuid, p_action_id uuid, p_order_id uuid default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_shipment_id bigint := (select a.shipment_id from public.staff_actions a where a.id = p_action_id limit 1);
  v_action public.staff_actions;
  v_actions public.staff_actions[];
  v_undoable uuid[];
  -- A shipment's step is undone for all its orders.
  v_is_whole boolean := exists (select from public.staff_actions a where a.id = p_action_id and a.kind in ('group_close', 'group_step'));
begin
  perform private.require_actor(p_actor);
  -- Lock order: the shipment, then orders by ID.
  perform from public.grader_shipments g where g.id = v_shipment_id for update;
  perform from public.grading_orders o
  where o.id in (select a.order_id from public.staff_actions a where a.id = p_action_id and (p_order_id is null or a.order_id = p_order_id))
  order by o.id for update;
  v_actions := array(select a from public.staff_actions a
    where a.id = p_action_id and (p_order_id is null or a.order_id = p_order_id) order by a.order_id);
  -- Undoable: recent, with order, shipment and rows as the action left them, and its emails still queued.
  with actions as materialized (
    select a.*, private.order_snapshot(a.order_id, a.shipment_id) as now from unnest(v_actions) a
  )
  select coalesce(array_agg(a.order_id), '{}') into v_undoable from actions a
  where a.undone_at is null and a.created_at > now() - private.undo_time() and a.now -> 'version' = to_jsonb(a.version)
    and (a.shipment_id is null or exists (select from public.grader_shipments g where g.id = a.shipment_id and g.step = a.group_step))
    and not exists (select from public.refund_requests r
      where r.order_id = a.order_id and (r.status = 'started' or r.created_at >= a.created_at))
    and not exists (select from jsonb_each(a.after) f
      where case when f.value = 'null' then a.now -> 'rows' ? f.key
        else (a.now -> 'rows' -> f.key @> (f.value - 'next_attempt_at')) is not true end);
  if v_is_whole and cardinality(v_undoable) < (select count(*) from public.staff_actions a where a.id = p_action_id) then
    v_undoable := '{}';
  end if;
  foreach v_action in array v_actions loop
    if v_action.order_id = any (v_undoable) then
      perform private.restore_action(p_actor, v_action);
    end if;
  end loop;
  if v_shipment_id is not null and v_undoable <> '{}' then
    update public.grader_shipments g set version = g.version + 1, changed_at = clock_timestamp(), changed_by = p_actor
    where g.id = v_shipment_id;
    perform private.add_staff_log_entry(p_actor, 'group_undone', 'Shipment ' || v_shipment_id, jsonb_build_object('kind', v_action.kind), null);
  end if;
  return jsonb_build_object('results', (
    select coalesce(jsonb_agg(jsonb_build_object('id', (u).order_id, 'order', private.staff_order_rows(array[(u).order_id]) -> 0,
      'outcome', case when (u).order_id = any (v_undoable) then 'undone' else 'changed_since' end)), '[]')
    from unnest(v_actions) u));
end $$;
comment on function public.staff_undo(uuid, uuid, uuid) is
  'Undoes an action within the undo time, on each of its orders or on one (a shipment''s step only as a whole), and deletes its
   queued emails. Returns {results: [{id, outcome: undone | changed_since (also: emailed, undone before or too old), order}]}.';

create function public.purge_staff_actions(p_now timestamptz default now(), p_limit integer default 5000) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_deleted integer;
  v_more integer;
begin
  delete from public.staff_actions a
  where a.ctid = any (array(
    select d.ctid from public.staff_actions d
    where d.created_at < p_now - interval '1 day'
    order by d.created_at
    limit greatest(p_limit, 0)
    for update skip locked));
  get diagnostics v_deleted = row_count;
  delete from public.packages k
  where k.id = any (array(
    select d.id from public.packages d where d.deleted_at < p_now - interval '90 days' order by d.deleted_at
    limit greatest(p_limit - v_deleted, 0)
    for update skip locked));
  get diagnostics v_more = row_count;
  return jsonb_build_object('deleted', v_deleted + v_more);
end $$;
comment on function public.purge_staff_actions(timestamptz, integer) is
  'Deletes actions after a day and soft-deleted packages after 90 days. Returns {deleted}.';
