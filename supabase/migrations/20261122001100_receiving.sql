-- The receiving desk: a package arrives, is opened and counted; what belongs to no batch is kept until it does.

-- Tables

create table public.packages (
  id uuid primary key default gen_random_uuid(),
  carrier text check (carrier in ('usps', 'ups', 'fedex', 'dhl', 'other')),
  tracking_number text check (char_length(tracking_number) <= 100),
  sender text check (char_length(sender) <= 200),
  notes text check (char_length(notes) <= 2000),
  shelf_location text check (char_length(shelf_location) <= 100),
  arrived_at timestamptz not null default now(),
  arrived_by uuid references auth.users (id) on delete set null,
  order_id uuid references public.grading_orders (id),
  matched_at timestamptz,
  matched_by uuid references auth.users (id) on delete set null,
  check ((order_id is null) = (matched_at is null))
);
comment on table public.packages is 'Packages that came without a batch id we know.';
create index packages_unmatched on public.packages (arrived_at, id) where order_id is null;
create index packages_order on public.packages (order_id) where order_id is not null;
create index packages_arrived_by on public.packages (arrived_by) where arrived_by is not null;
create index packages_matched_by on public.packages (matched_by) where matched_by is not null;

-- Row-level security

alter table public.packages enable row level security;

-- Private functions

create function private.orders_by_code(p_code text) returns uuid[]
language sql stable set search_path = ''
as $$
  with code as (
    -- Scanners and people drop dashes, spaces, the prefix and the shift key.
    select regexp_replace(regexp_replace(upper(left(p_code, 100)), '[^A-Z0-9-]', '', 'g'), '^(BATCH|ORDER)-?', '') as text,
      upper(p_code) ~ '^\s*ORDER' as is_short
  ), plain as (
    select replace(c.text, '-', '') as text, c.is_short from code c
  )
  select coalesce(array_agg(o.id), '{}')
  from plain p
  cross join lateral (
    (select g.id from public.grading_orders g
     where g.batch_id = 'BATCH-' || left(p.text, -4) || '-' || right(p.text, 4))
    union
    (select g.id from public.grading_orders g
     where p.text ~ '^[0-9A-F]{8}$' and (p.is_short or g.batch_id is null)
       and g.id >= (case when p.text ~ '^[0-9A-F]{8}$' then p.text || '-0000-0000-0000-000000000000' end)::uuid
       and g.id <= (case when p.text ~ '^[0-9A-F]{8}$' then p.text || '-ffff-ffff-ffff-ffffffffffff' end)::uuid
     limit 10)
  ) o
$$;
comment on function private.orders_by_code(text) is
  'The orders that a scanned or typed code names: batch id or ORDER- and eight characters, prefix and dashes optional.';

-- Public functions

create function public.staff_receiving_desk(p_code text default null, p_limit integer default 50) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.require_staff();
  v_ids uuid[] := case when p_code is null then '{}' else private.orders_by_code(p_code) end;
begin
  return jsonb_build_object(
    'staff_role', v_role,
    'orders', (select coalesce(jsonb_agg(r.item || jsonb_build_object('return_address', o.return_address,
        'received_by', private.email_of(a.received_by))), '[]')
      from jsonb_array_elements(private.staff_order_rows(v_ids)) as r (item)
      join public.grading_orders o on o.id = (r.item ->> 'id')::uuid
      left join public.order_admin a on a.order_id = o.id),
    'packages', (select coalesce(jsonb_agg(to_jsonb(k) || jsonb_build_object('arrived_by_email',
        private.email_of(k.arrived_by)) order by k.arrived_at, k.id), '[]')
      from (select * from public.packages x where x.order_id is null order by x.arrived_at, x.id
            limit least(greatest(coalesce(p_limit, 50), 1), 200)) k),
    'acts', private.acts_as_json());
end $$;
comment on function public.staff_receiving_desk(text, integer) is
  '@callers authenticated
   {staff_role, orders (those that the code names, as in the list, with return_address and received_by), packages (without a
   batch, oldest first), acts (of the desk, the last ten that were not taken back)}.';

create function public.staff_record_arrival(p_actor uuid, p_order_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_before jsonb;
  v_act_id uuid;
begin
  perform private.require_actor(p_actor);
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found or v_order.arrived_at is not null then
    return jsonb_build_object('outcome', case when v_order.id is null then 'not_found' else 'already_arrived' end,
      'order', private.staff_order_rows(array[p_order_id]) -> 0);
  end if;
  v_before := private.facts_of(p_order_id);
  v_act_id := private.begin_act();
  perform private.set_actor('staff', p_actor);
  update public.grading_orders o set arrived_at = now() where o.id = p_order_id;
  perform private.add_order_event(p_order_id, 'arrived', null, null, true);
  perform private.note_act(v_act_id, 'arrival', p_actor, p_order_id, v_before);
  return jsonb_build_object('outcome', 'arrived', 'act_id', v_act_id, 'order', private.staff_order_rows(array[p_order_id]) -> 0);
end $$;
comment on function public.staff_record_arrival(uuid, uuid) is
  'The package is in the building. {outcome: arrived | already_arrived | not_found, act_id?, order}.';

create function public.staff_check_in(
  p_actor uuid, p_order_id uuid, p_version integer, p_count integer, p_condition text, p_shelf text default null,
  p_is_recount boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_old public.grading_orders;
  v_new public.grading_orders;
  v_is_received boolean;
  v_before jsonb;
  v_act_id uuid;
begin
  perform private.require_actor(p_actor);
  select * into v_old from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  elsif v_old.received_count is not null and not coalesce(p_is_recount, false) then
    return jsonb_build_object('outcome', 'already_received', 'order', private.staff_order_rows(array[p_order_id]) -> 0);
  elsif v_old.version is distinct from p_version then
    return jsonb_build_object('outcome', 'conflict', 'order', private.staff_order_rows(array[p_order_id]) -> 0,
      'changes', private.events_as_json(p_order_id, coalesce(p_version, 0)));
  end if;
  v_is_received := v_old.submission_status = 'pending'
    or v_old.received_count is null and v_old.submission_status = 'processing';
  v_before := private.facts_of(p_order_id);
  v_act_id := private.begin_act();
  perform private.set_actor('staff', p_actor);
  if v_old.arrived_at is null then
    update public.grading_orders o set arrived_at = now() where o.id = p_order_id;
    perform private.add_order_event(p_order_id, 'arrived', null, null, true);
  end if;
  update public.grading_orders o set
    received_at = coalesce(o.received_at, now()),
    received_count = p_count, package_condition = p_condition,
    fulfillment_status = case when o.fulfillment_status = 'not_received' then 'grading' else o.fulfillment_status end,
    submission_status = case when v_is_received then 'received' else o.submission_status end,
    updated_at = clock_timestamp()
  where o.id = p_order_id returning * into v_new;
  insert into public.order_admin as a (order_id, received_by, shelf_location)
  values (p_order_id, p_actor, nullif(btrim(p_shelf), ''))
  on conflict (order_id) do update set received_by = excluded.received_by,
    shelf_location = coalesce(excluded.shelf_location, a.shelf_location), updated_at = now();

  perform private.set_actor('staff', p_actor, format('We counted %s of %s.', p_count, v_new.num_cards));
  perform private.add_order_event(p_order_id, case when v_old.received_count is null then 'counted' else 'recounted' end,
    v_old.received_count::text, p_count::text, true);
  if p_count <> v_new.num_cards then
    perform private.add_order_event(p_order_id, 'count_mismatch', v_new.num_cards::text, p_count::text, true);
  end if;
  perform private.set_actor('staff', p_actor);
  if p_condition <> 'ok' then
    perform private.add_order_event(p_order_id, 'package_condition', v_old.package_condition, p_condition, true);
  end if;
  perform private.enqueue_check_in_receipt(v_new);
  perform private.note_act(v_act_id, 'check_in', p_actor, p_order_id, v_before);
  return jsonb_build_object('outcome', case when v_old.received_count is null then 'received' else 'recounted' end,
    'act_id', v_act_id, 'is_mismatch', p_count <> v_new.num_cards, 'order', private.staff_order_rows(array[p_order_id]) -> 0);
end $$;
comment on function public.staff_check_in(uuid, uuid, integer, integer, text, text, boolean) is
  'Opened and counted; implies arrival. {outcome, act_id?, is_mismatch?, order?, changes?}; outcome: received | recounted |
   already_received (say p_is_recount to count again) | conflict | not_found. Sets fulfillment to grading and the
   submission to received where those are behind, and writes the customer a receipt, which waits for ten minutes.';

create function public.staff_add_package(
  p_actor uuid, p_carrier text default null, p_tracking_number text default null, p_sender text default null,
  p_notes text default null, p_shelf text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_package public.packages;
begin
  perform private.require_actor(p_actor);
  insert into public.packages (carrier, tracking_number, sender, notes, shelf_location, arrived_by)
  values (nullif(btrim(p_carrier), ''), nullif(btrim(p_tracking_number), ''), nullif(btrim(p_sender), ''),
    nullif(btrim(p_notes), ''), nullif(btrim(p_shelf), ''), p_actor)
  returning * into v_package;
  return jsonb_build_object('package', to_jsonb(v_package));
end $$;
comment on function public.staff_add_package is 'A package without a known batch: {package}.';

create function public.staff_match_package(p_actor uuid, p_package_id uuid, p_order_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_package public.packages;
  v_before jsonb;
  v_shelf text;
  v_act_id uuid;
begin
  perform private.require_actor(p_actor);
  perform from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('outcome', 'order_not_found');
  end if;
  v_before := private.facts_of(p_order_id);
  v_shelf := v_before ->> 'shelf_location';
  v_act_id := private.begin_act();
  update public.packages k set order_id = p_order_id, matched_at = now(), matched_by = p_actor
  where k.id = p_package_id and k.order_id is null returning * into v_package;
  if not found then
    return jsonb_build_object('outcome', case when exists (
      select 1 from public.packages k where k.id = p_package_id) then 'already_matched' else 'not_found' end);
  end if;
  perform private.set_actor('staff', p_actor);
  update public.grading_orders o set arrived_at = coalesce(o.arrived_at, v_package.arrived_at), updated_at = clock_timestamp()
  where o.id = p_order_id;
  if v_before ->> 'arrived_at' is null then
    perform private.add_order_event(p_order_id, 'arrived', null, null, true);
  end if;
  if v_shelf is null and v_package.shelf_location is not null then
    insert into public.order_admin as a (order_id, shelf_location) values (p_order_id, v_package.shelf_location)
    on conflict (order_id) do update set shelf_location = excluded.shelf_location, updated_at = now();
    perform private.note_field(p_order_id, 'shelf_location', null, v_package.shelf_location);
  end if;
  -- What was noted of the package goes with it: who looks at the order does not look for a package.
  perform private.set_actor('staff', p_actor, nullif(concat_ws(E'\n', v_package.sender, v_package.notes), ''),
    jsonb_build_object('package_id', p_package_id));
  perform private.add_order_event(p_order_id, 'package_matched', null, v_package.tracking_number, false);
  perform private.note_act(v_act_id, 'match', p_actor, p_order_id, v_before, p_package_id);
  return jsonb_build_object('outcome', 'matched', 'act_id', v_act_id, 'order', private.staff_order_rows(array[p_order_id]) -> 0);
end $$;
comment on function public.staff_match_package(uuid, uuid, uuid) is
  '{outcome: matched | already_matched | not_found | order_not_found, act_id?, order?}. The order has arrived when the package
   did, and lies on its shelf.';
