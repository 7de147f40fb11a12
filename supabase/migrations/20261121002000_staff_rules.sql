-- What the staff's lists and writes rest on: the gate, the columns and indexes of their views, the version of each event.

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

-- ---------------------------------------------------------------------------------------------
-- Fifteen business days
-- ---------------------------------------------------------------------------------------------

create function private.business_days_before(p_at timestamptz, p_days integer) returns timestamptz
language sql immutable set search_path = ''
as $$
  with started as (
    -- At the weekend the clock stands at Saturday's first moment.
    select case when extract(isodow from u.at) >= 6
      then date_trunc('week', u.at) + interval '5 days' else u.at end as at
    from (select p_at at time zone 'utc' as at) u
  )
  select (s.at - make_interval(days => p_days / 5 * 7 + p_days % 5
    + case when p_days % 5 >= extract(isodow from s.at) then 2 else 0 end)) at time zone 'utc'
  from started s
$$;
comment on function private.business_days_before(timestamptz, integer) is
  'The moment that lies so many business days (Monday to Friday, UTC, no holidays) before another.';

-- ---------------------------------------------------------------------------------------------
-- Columns
-- ---------------------------------------------------------------------------------------------

alter table public.grading_orders
  add column arrived_at timestamptz,
  add column open_exceptions integer not null default 0 check (open_exceptions >= 0);
comment on column public.grading_orders.arrived_at is 'The package is in the building, not yet opened.';
comment on column public.grading_orders.open_exceptions is 'Unresolved payment exceptions about it; kept by trigger.';

alter table public.payment_exceptions add column resolution text check (char_length(resolution) <= 2000);

alter table public.order_events add column order_version integer;
comment on column public.order_events.order_version is
  'The order''s version after the change: what came later than a form was opened is what has a higher one.';

create or replace function private.add_order_event(
  p_order_id uuid, p_type text, p_from text, p_to text, p_public boolean
) returns void
language sql set search_path = ''
as $$
  insert into public.order_events
    (order_id, type, from_value, to_value, public, actor_type, actor_id, message, data, occurred_at, order_version)
  values (
    p_order_id, p_type, p_from, p_to, p_public,
    coalesce(nullif(current_setting('app.actor_type', true), ''), 'system'),
    nullif(current_setting('app.actor_id', true), '')::uuid,
    nullif(current_setting('app.event_message', true), ''),
    nullif(current_setting('app.event_data', true), '')::jsonb,
    coalesce(nullif(current_setting('app.event_at', true), '')::timestamptz, now()),
    (select o.version from public.grading_orders o where o.id = p_order_id))
$$;

create function private.count_open_exceptions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.grading_orders o
  set open_exceptions = (select count(*) from public.payment_exceptions e where e.order_id = o.id and e.resolved_at is null)
  where o.id in (case when tg_op <> 'INSERT' then old.order_id end, case when tg_op <> 'DELETE' then new.order_id end);
  return null;
end $$;
create trigger count_open_exceptions
  after insert or delete or update of order_id, resolved_at on public.payment_exceptions
  for each row execute function private.count_open_exceptions();
update public.grading_orders o set open_exceptions = e.open
from (select p.order_id, count(*) as open from public.payment_exceptions p
      where p.resolved_at is null and p.order_id is not null group by 1) e
where e.order_id = o.id;

-- ---------------------------------------------------------------------------------------------
-- Indexes: one for each saved view, in the order of the lists
-- ---------------------------------------------------------------------------------------------

create index grading_orders_in_house on public.grading_orders (submitted_at desc, id desc) include (received_at)
  where received_at is not null and fulfillment_status <> 'complete';
create index grading_orders_exceptions on public.grading_orders (submitted_at desc, id desc)
  where open_exceptions > 0 or review_reason is not null or dispute_status in ('needs_response', 'warning_needs_response')
    or (fulfillment_status <> 'complete' and (received_count <> num_cards or package_condition <> 'ok'));
create index grading_orders_to_return on public.grading_orders (submitted_at desc, id desc)
  where submission_status = 'graded' and fulfillment_status = 'grading';
create index grading_orders_paid_without_payment on public.grading_orders (submitted_at desc, id desc)
  where payment_status = 'paid' and stripe_payment_intent_id is null;
create index grading_orders_payment_not_paid on public.grading_orders (submitted_at desc, id desc)
  where stripe_payment_intent_id is not null and payment_status in ('unpaid', 'pending', 'failed');
create index outbox_failed on public.outbox (failed_at desc) where failed_at is not null;

-- Few entries wait outside the index, so that a search after a busy hour costs what it always costs.
alter index public.grading_orders_search set (gin_pending_list_limit = 256);

-- How common each part of a word is: tells a search whether the index helps. Filled by every ANALYZE.
do $$
declare
  v_schema text := (select n.nspname from pg_catalog.pg_extension e
                    join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm');
begin
  execute format('create statistics public.grading_orders_word_parts on (%I.show_trgm(search_text)) from public.grading_orders',
    v_schema);
end $$;
-- Finer than usual: what is not among the common parts must be rare among millions.
alter statistics public.grading_orders_word_parts set statistics 200;

select private.apply_grants();
