-- Receiving desk: check-in per box, packages on hold, and packages without a known batch ID.

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
  version integer not null default 1,
  changed_by uuid,
  changed_at timestamptz,
  deleted_at timestamptz,
  check ((order_id is null) = (matched_at is null)),
  check (deleted_at is null or order_id is null)
);
comment on table public.packages is 'Packages without a known batch ID.';
comment on column public.packages.version is 'Optimistic lock: incremented on every change, sent back by staff forms.';
comment on column public.packages.changed_by is
  'Who incremented the version last. No foreign key: the record outlives the account.';
comment on column public.packages.deleted_at is 'Soft delete. Undo can restore it.';
create index packages_unmatched on public.packages (arrived_at, id) where order_id is null and deleted_at is null;
create index packages_deleted on public.packages (deleted_at) where deleted_at is not null;
create index packages_order on public.packages (order_id) where order_id is not null;
create index packages_arrived_by on public.packages (arrived_by) where arrived_by is not null;
create index packages_matched_by on public.packages (matched_by) where matched_by is not null;

create table public.set_asides (
  order_id uuid primary key references public.grading_orders (id) on delete cascade,
  reason text not null check (reason in ('unpaid', 'canceled', 'refunded', 'disputed', 'cancel_asked', 'other')),
  note text check (char_length(note) <= 2000),
  set_aside_by uuid not null,
  set_aside_at timestamptz not null default now(),
  asked_note text check (char_length(asked_note) <= 2000),
  asked_by uuid,
  asked_at timestamptz,
  ended_by uuid,
  ended_at timestamptz,
  check ((asked_at is null) = (asked_by is null)),
  check ((ended_at is null) = (ended_by is null))
);
comment on table public.set_asides is
  'Packages on hold at the desk. One row per order (history is in order_events). Open while ended_at is null.';
comment on column public.set_asides.set_aside_by is 'No foreign key, like the other two: the record outlives the account.';
comment on column public.set_asides.asked_note is 'The last question to the customer.';
create index set_asides_open on public.set_asides (set_aside_at, order_id) where ended_at is null;

alter table public.packages enable row level security;
alter table public.set_asides enable row level security;

create function private.maintain_set_aside() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    update public.order_admin a set is_set_aside = false, updated_at = now()
    where a.order_id = old.order_id and a.is_set_aside;
  else
    insert into public.order_admin as a (order_id, is_set_aside)
    values (new.order_id, new.ended_at is null)
    on conflict (order_id) do update set is_set_aside = excluded.is_set_aside, updated_at = now()
    where a.is_set_aside <> excluded.is_set_aside;
  end if;
  return null;
end $$;

create trigger maintain_set_aside after insert or update or delete on public.set_asides
  for each row execute function private.maintain_set_aside();
create trigger mark_blockers after insert or update or delete on public.set_asides
  for each row execute function private.mark_blockers('order_id');

create function private.set_aside_reason(
  p_payment text, p_refunded_cents integer, p_dispute text, p_cancel_requested_at timestamptz default null
) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_payment = 'canceled' then case when p_refunded_cents > 0 then 'refunded' else 'canceled' end
    when p_payment <> 'paid' then 'unpaid'
    when p_dispute not in ('won', 'warning_closed') then 'disputed'
    when p_cancel_requested_at is not null then 'cancel_asked' end
$$;
comment on function private.set_aside_reason(text, integer, text, timestamptz) is
  'Returns why an order''s package must not be opened, or null. lib/staff/desk/stop-reason.ts has the same. A test compares them.';

create function private.set_aside_as_json(p_order_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('reason', s.reason, 'note', s.note, 'set_aside_at', s.set_aside_at,
    'set_aside_by', private.email_of(s.set_aside_by), 'asked_note', s.asked_note, 'asked_at', s.asked_at,
    'asked_by', private.email_of(s.asked_by))
  from public.set_asides s where s.order_id = p_order_id and s.ended_at is null
$$;
comment on function private.set_aside_as_json(uuid) is 'Returns why, when and by whom an order''s package was set aside, or null.';

create function private.end_set_aside(p_actor uuid, p_order_id uuid, p_context jsonb) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_reason text;
begin
  update public.set_asides s set ended_at = now(), ended_by = p_actor
  where s.order_id = p_order_id and s.ended_at is null returning s.reason into v_reason;
  if v_reason is null then
    return false;
  end if;
  perform private.add_order_event(p_order_id, 'set_aside_ended', v_reason, null, false, p_context);
  return true;
end $$;
comment on function private.end_set_aside(uuid, uuid, jsonb) is
  'Ends the hold on the package of an order that the caller has locked. Returns whether there was one.';

create function private.note_arrival(p_order public.grading_orders, p_shelf text, p_inbound text, p_context jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_shelf text := nullif(btrim(p_shelf), '');
  v_inbound text := coalesce(private.plain_number(p_inbound), p_order.inbound_tracking);
begin
  update public.grading_orders o set arrived_at = coalesce(o.arrived_at, now()), inbound_tracking = v_inbound
  where o.id = p_order.id and (o.arrived_at is null or o.inbound_tracking is distinct from v_inbound);
  if p_order.arrived_at is null then
    perform private.add_order_event(p_order.id, 'arrived', null, null, true, p_context);
  end if;
  perform private.add_order_event(p_order.id, 'inbound_tracking', p_order.inbound_tracking, v_inbound, false, p_context)
  where v_inbound is distinct from p_order.inbound_tracking;
  if v_shelf is not null then
    insert into public.order_admin as a (order_id, shelf_location) values (p_order.id, v_shelf)
    on conflict (order_id) do update set shelf_location = excluded.shelf_location, updated_at = now();
  end if;
end $$;
comment on function private.note_arrival(public.grading_orders, text, text, jsonb) is
  'Records the arrival of an order''s package, with shelf and tracking number if known. The caller has locked the order.';

create function private.orders_by_code(p_code text) returns uuid[]
language sql stable set search_path = ''
as $$
  with code as (
    -- Scanners and people drop dashes, spaces, the prefix and capitals.
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
     where array[g.inbound_tracking, upper(translate(g.tracking_number, ' -', '') collate "C")] @> array[p.text]
       and g.inbound_tracking = p.text limit 10)
    union
    (select g.id from public.grading_orders g
     where p.text ~ '^[0-9A-F]{8}$' and (p.is_short or g.batch_id is null)
       and g.id >= (case when p.text ~ '^[0-9A-F]{8}$' then p.text || '-0000-0000-0000-000000000000' end)::uuid
       and g.id <= (case when p.text ~ '^[0-9A-F]{8}$' then p.text || '-ffff-ffff-ffff-ffffffffffff' end)::uuid
     limit 10)
  ) o
$$;
comment on function private.orders_by_code(text) is
  'Returns the orders that a scanned or typed code names: a batch ID, ORDER- with eight characters (prefix and dashes optional), or
   an inbound tracking number.';

create function private.number_elsewhere(
  p_number text, p_order public.grading_orders default null, p_is_return boolean default false
) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', o.id, 'batch_id', o.batch_id, 'is_same_owner', s.is_same_owner)
  from public.grading_orders o
  cross join lateral (select private.is_same_owner(o, p_order) as is_same_owner) s
  where array[o.inbound_tracking, upper(translate(o.tracking_number, ' -', '') collate "C")] @> array[private.plain_number(p_number)]
    and case when p_is_return then private.plain_number(o.tracking_number) else o.inbound_tracking end
      = private.plain_number(p_number)
    and o.id is distinct from p_order.id
    -- Carriers reuse tracking numbers after some years.
    and o.updated_at > now() - interval '1 year'
  order by s.is_same_owner, o.id limit 1
$$;
comment on function private.number_elsewhere(text, public.grading_orders, boolean) is
  'Returns another order of the last year whose inbound shipment (p_is_return: return shipment) has this tracking number, another
   owner''s first: {id, batch_id, is_same_owner}, or null. Several people may ship to us in one box, but not the other way.';

create function private.cards_expected(
  p_order public.grading_orders, p_admin public.order_admin, p_count integer default null
) returns integer
language sql stable set search_path = ''
as $$
  select greatest(f.paid - greatest(p_order.refunded_cents / p_order.rate_cents, f.given_up),
    case when p_count is null then 0 else least(p_count, f.paid - f.given_up) end, 0)
  from (select p_order.num_cards + coalesce(p_admin.paid_extras, 0) as paid, private.cards_given_up(p_order.id) as given_up) f
$$;
comment on function private.cards_expected(public.grading_orders, public.order_admin, integer) is
  'Returns how many cards of an order were paid for and not refunded or given up. With p_count, a refund for another reason makes no
   card an extra one, as in private.settle_count.';

create function private.desk_orders(p_ids uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(r.item || jsonb_build_object('return_address', o.return_address,
      'received_by', private.email_of(a.received_by),
      'box_counts', coalesce(to_jsonb(a.box_counts), '[]'), 'cards_expected', private.cards_expected(o, a), 'set_aside', private.set_aside_as_json(o.id),
      'inbound_elsewhere', private.number_elsewhere(o.inbound_tracking, o))
    order by array_position(p_ids, o.id)), '[]')
  from jsonb_array_elements(private.staff_order_rows(p_ids)) as r (item)
  join public.grading_orders o on o.id = (r.item ->> 'id')::uuid
  left join public.order_admin a on a.order_id = o.id);
end $$;
comment on function private.desk_orders(uuid[]) is
  'Returns orders for the desk, in the order of the IDs: as in lists, with return_address, received_by, box_counts, cards_expected,
   set_aside and inbound_elsewhere (private.number_elsewhere).';

create function private.package_as_json(p_package public.packages) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(p_package) - 'deleted_at' || jsonb_build_object('arrived_by_email', private.email_of(p_package.arrived_by),
    'changed_by_email', private.email_of(p_package.changed_by),
    'inbound_elsewhere', private.number_elsewhere(p_package.tracking_number))
$$;
comment on function private.package_as_json(public.packages) is
  'Returns a package without a batch, with staff emails and the order that has its tracking number.';

create function public.staff_receiving_desk(
  p_code text default null, p_limit integer default 50, p_packages_after uuid default null, p_set_asides_after uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.require_staff();
  v_limit integer := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_packages uuid[] := array(select x.id from public.packages x where x.order_id is null and x.deleted_at is null
    and (x.arrived_at, x.id) > (coalesce((select k.arrived_at from public.packages k where k.id = p_packages_after), '-infinity'),
      coalesce(p_packages_after, '00000000-0000-0000-0000-000000000000'))
    order by x.arrived_at, x.id limit v_limit + 1);
  v_asides uuid[] := array(select x.order_id from public.set_asides x where x.ended_at is null
    and (x.set_aside_at, x.order_id) > (
      coalesce((select s.set_aside_at from public.set_asides s where s.order_id = p_set_asides_after), '-infinity'),
      coalesce(p_set_asides_after, '00000000-0000-0000-0000-000000000000'))
    order by x.set_aside_at, x.order_id limit v_limit + 1);
begin
  return jsonb_build_object(
    'staff_role', v_role,
    'awaited', case when p_code is null then private.count_staff_views(now(), 'to_check_in') -> 'to_check_in' end,
    'orders', private.desk_orders(case when p_code is null then '{}' else private.orders_by_code(p_code) end),
    'packages', (select coalesce(jsonb_agg(private.package_as_json(k) order by k.arrived_at, k.id), '[]')
      from public.packages k where k.id = any (v_packages[:v_limit])),
    'next_package', case when cardinality(v_packages) > v_limit then v_packages[v_limit] end,
    'set_asides', (select coalesce(jsonb_agg(private.set_aside_as_json(s.order_id) || jsonb_build_object('order_id', s.order_id,
        'batch_id', o.batch_id, 'customer_name', coalesce(o.return_address ->> 'full_name', p.full_name),
        'email', coalesce(o.user_email, o.guest_email), 'payment_status', o.payment_status, 'shelf_location', a.shelf_location)
        order by s.set_aside_at, s.order_id), '[]')
      from public.set_asides s
      join public.grading_orders o on o.id = s.order_id
      left join public.order_admin a on a.order_id = s.order_id
      left join public.profiles p on p.user_id = o.user_id
      where s.order_id = any (v_asides[:v_limit])),
    'next_set_aside', case when cardinality(v_asides) > v_limit then v_asides[v_limit] end,
    'actions', private.actions_as_json(p_kinds => array['arrival', 'box', 'check_in', 'match', 'set_aside', 'set_aside_note',
      'set_aside_end', 'cancel_declined']));
end $$;
comment on function public.staff_receiving_desk(text, integer, uuid, uuid) is
  '@callers authenticated
   Returns {staff_role, awaited (size of to_check_in, null with a code), orders (named by the code, see private.desk_orders),
   packages (without a batch, oldest first, after p_packages_after), next_package, set_asides (oldest first, after the order
   p_set_asides_after), next_set_aside, actions (that can be undone)}.';

create function public.staff_desk_candidates(p_search text default null, p_limit integer default 10) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_limit integer := least(greatest(coalesce(p_limit, 10), 1), 50);
  v_waiting uuid[];
  v_others uuid[];
begin
  perform private.require_staff();
  v_waiting := (private.staff_find_orders(p_search, null, v_limit, p_filters => (select v.condition
    from private.staff_views(now()) v where v.name = 'to_check_in') || ' and o.submission_status = ''pending''')).ids;
  if private.search_words(p_search) is not null and coalesce(cardinality(v_waiting), 0) < v_limit then
    v_others := (private.staff_find_orders(p_search, null, v_limit)).ids;
  end if;
  return jsonb_build_object('orders', private.desk_orders((
    select array_agg(u.id order by u.place) from (
      select c.id, min(c.place) as place
      from unnest(coalesce(v_waiting, '{}') || coalesce(v_others, '{}')) with ordinality as c (id, place)
      group by c.id order by 2 limit v_limit) u)));
end $$;
comment on function public.staff_desk_candidates(text, integer) is
  '@callers authenticated
   Returns {orders} that a package without a batch ID may belong to, by a search: paid and not arrived first, newest first.
   Without a search, the newest awaited ones.';

create function public.staff_record_arrival(p_actor uuid, p_order_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_before jsonb;
  v_action_id uuid := gen_random_uuid();
begin
  perform private.require_actor(p_actor);
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found or v_order.arrived_at is not null then
    return jsonb_build_object('outcome', case when v_order.id is null then 'order_not_found' else 'already_arrived' end,
      'order', private.desk_orders(array[p_order_id]) -> 0);
  end if;
  v_before := private.order_snapshot(p_order_id);
  perform private.note_arrival(v_order, null, null, private.change_context('staff', p_actor));
  perform private.note_action(v_action_id, 'arrival', p_actor, p_order_id, v_before);
  return jsonb_build_object('outcome', 'arrived', 'action_id', v_action_id, 'order', private.desk_orders(array[p_order_id]) -> 0);
end $$;
comment on function public.staff_record_arrival(uuid, uuid) is
  'Records the arrival of a package. Returns {outcome: arrived | already_arrived | order_not_found, action_id?, order}.';

create function public.staff_check_in(
  p_actor uuid, p_order_id uuid, p_version integer, p_count integer, p_condition text, p_shelf text default null,
  p_is_recount boolean default false, p_inbound_tracking text default null, p_is_more_to_come boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_context constant jsonb := private.change_context('staff', p_actor);
  v_count_context jsonb;
  v_old public.grading_orders;
  v_new public.grading_orders;
  v_is_received boolean;
  v_boxes integer[];
  v_count integer;
  v_expected integer;
  v_before jsonb;
  v_action_id uuid := gen_random_uuid();
begin
  perform private.require_actor(p_actor);
  select * into v_old from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('outcome', 'order_not_found');
  elsif v_old.received_count is not null and (p_is_more_to_come or not coalesce(p_is_recount, false)) then
    return jsonb_build_object('outcome', 'received_before', 'order', private.desk_orders(array[p_order_id]) -> 0);
  elsif v_old.version is distinct from p_version then
    return jsonb_build_object('outcome', 'order_changed', 'order', private.desk_orders(array[p_order_id]) -> 0,
      'changes', private.events_as_json(p_order_id, coalesce(p_version, 0)));
  elsif v_old.cancel_requested_at is not null and v_old.payment_status = 'paid' and v_old.received_count is null then
    return jsonb_build_object('outcome', 'cancel_undecided', 'order', private.desk_orders(array[p_order_id]) -> 0);
  end if;
  select a.box_counts || p_count into v_boxes from public.order_admin a where a.order_id = p_order_id;
  v_boxes := coalesce(v_boxes, array[p_count]);
  select sum(u.cards) into v_count from unnest(v_boxes) as u (cards);
  if v_count > 9999 then
    return jsonb_build_object('outcome', 'invalid_input', 'counted', v_count);
  end if;
  v_is_received := not p_is_more_to_come and (v_old.submission_status = 'pending'
    or v_old.received_count is null and v_old.submission_status = 'processing');
  v_before := private.order_snapshot(p_order_id);
  perform private.note_arrival(v_old, p_shelf, p_inbound_tracking, v_context);
  if p_is_more_to_come then
    update public.grading_orders o set updated_at = clock_timestamp(),
      package_condition = case when p_condition <> 'ok' then p_condition else o.package_condition end
    where o.id = p_order_id returning * into v_new;
    insert into public.order_admin as a (order_id, box_counts) values (p_order_id, v_boxes)
    on conflict (order_id) do update set box_counts = excluded.box_counts, updated_at = now();
  else
    update public.grading_orders o set
      received_at = case when v_is_received then now() else coalesce(o.received_at, now()) end,
      received_count = v_count, package_condition = p_condition,
      fulfillment_status = case when o.fulfillment_status = 'not_received' then 'grading' else o.fulfillment_status end,
      submission_status = case when v_is_received then 'received' else o.submission_status end, change_context = v_context,
      updated_at = clock_timestamp()
    where o.id = p_order_id returning * into v_new;
    insert into public.order_admin as a (order_id, received_by) values (p_order_id, p_actor)
    on conflict (order_id) do update set received_by = excluded.received_by, box_counts = null, updated_at = now();
  end if;
  select private.cards_expected(v_new, a, case when not p_is_more_to_come then v_count end) into v_expected
  from public.order_admin a where a.order_id = p_order_id;
  v_count_context := private.change_context('staff', p_actor, format(
    case when p_is_more_to_come then 'We counted %s of %s. We''re waiting for the rest.' else 'We counted %s of %s.' end,
    v_count, v_expected));
  if p_is_more_to_come or cardinality(v_boxes) > 1 then
    perform private.add_order_event(p_order_id, 'box_counted', cardinality(v_boxes)::text, p_count::text, p_is_more_to_come,
      case when p_is_more_to_come then v_count_context else v_context end);
  end if;
  if not p_is_more_to_come then
    perform private.add_order_event(p_order_id, case when v_old.received_count is null then 'counted' else 'recounted' end,
      v_old.received_count::text, v_count::text, true, v_count_context);
    if v_count <> v_expected then
      perform private.add_order_event(p_order_id, 'count_mismatch', v_expected::text, v_count::text, true, v_count_context);
    end if;
  end if;
  if p_condition <> 'ok' and (p_is_more_to_come or p_condition is distinct from v_old.package_condition) then
    perform private.add_order_event(p_order_id, 'package_condition', v_old.package_condition, p_condition, true, v_context);
  end if;
  perform private.end_set_aside(p_actor, p_order_id, v_context);
  if p_is_more_to_come then
    perform private.drop_emails(p_order_id, array['order_arrived']);
    perform private.queue_step_email(v_new, 'order_arrived');
  else
    perform private.enqueue_check_in_receipt(v_new);
    perform private.settle_count(p_order_id, p_context => v_context);
  end if;
  perform private.note_action(v_action_id, case when p_is_more_to_come then 'box' else 'check_in' end, p_actor, p_order_id, v_before);
  return jsonb_build_object('outcome',
    case when p_is_more_to_come then 'box_counted' when v_old.received_count is null then 'received' else 'recounted' end,
    'action_id', v_action_id, 'is_mismatch', not p_is_more_to_come and v_count <> v_expected,
    'order', private.desk_orders(array[p_order_id]) -> 0);
end $$;
comment on function public.staff_check_in(uuid, uuid, integer, integer, text, text, boolean, text, boolean) is
  'Counts a package (p_count: of this box) and adds earlier boxes. Records the arrival, ends a hold, updates the statuses, queues
   the receipt and settles the count (private.settle_count); with p_is_more_to_come, only the last box does. Returns {outcome,
   action_id?, is_mismatch?, order?, changes?}; outcome: received | recounted | box_counted | received_before (count again with
   p_is_recount) | order_changed | cancel_undecided (decide the request to cancel first) | invalid_input (counted: more than 9,999
   cards) | order_not_found.';

create function public.staff_set_aside(
  p_actor uuid, p_order_id uuid, p_note text default null, p_shelf text default null, p_inbound_tracking text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_dispute text;
  v_reason text;
  v_note text := nullif(btrim(p_note), '');
  v_before jsonb;
  v_action_id uuid := gen_random_uuid();
begin
  perform private.require_actor(p_actor);
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found or exists (select from public.set_asides s where s.order_id = p_order_id and s.ended_at is null) then
    return jsonb_build_object('outcome', case when v_order.id is null then 'order_not_found' else 'set_aside_changed' end,
      'order', private.desk_orders(array[p_order_id]) -> 0);
  end if;
  select a.dispute_status into v_dispute from public.order_admin a where a.order_id = p_order_id;
  v_reason := coalesce(private.set_aside_reason(v_order.payment_status, v_order.refunded_cents, v_dispute,
    v_order.cancel_requested_at), 'other');
  v_before := private.order_snapshot(p_order_id);
  perform private.note_arrival(v_order, p_shelf, p_inbound_tracking, private.change_context('staff', p_actor));
  delete from public.set_asides s where s.order_id = p_order_id;
  insert into public.set_asides (order_id, reason, note, set_aside_by) values (p_order_id, v_reason, v_note, p_actor);
  -- Raises the version, so that open staff forms notice.
  update public.grading_orders o set updated_at = clock_timestamp() where o.id = p_order_id;
  perform private.add_order_event(p_order_id, 'set_aside', null, v_reason, false, private.change_context('staff', p_actor, v_note));
  perform private.note_action(v_action_id, 'set_aside', p_actor, p_order_id, v_before);
  return jsonb_build_object('outcome', 'set_aside', 'action_id', v_action_id, 'order', private.desk_orders(array[p_order_id]) -> 0);
end $$;
comment on function public.staff_set_aside(uuid, uuid, text, text, text) is
  'Records the arrival of a package and puts it on hold, for a reason taken from the order. Returns {outcome: set_aside |
   set_aside_changed | order_not_found, action_id?, order}.';

create function public.staff_update_set_aside(
  p_actor uuid, p_order_id uuid, p_note text default null, p_is_ended boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_note text := nullif(btrim(p_note), '');
  v_before jsonb;
  v_is_set_aside boolean;
  v_action_id uuid := gen_random_uuid();
begin
  perform private.require_actor(p_actor);
  perform from public.grading_orders o where o.id = p_order_id for update;
  v_before := private.order_snapshot(p_order_id);
  if p_is_ended then
    v_is_set_aside := private.end_set_aside(p_actor, p_order_id, private.change_context('staff', p_actor, v_note));
  else
    update public.set_asides s set asked_note = v_note, asked_by = p_actor, asked_at = now()
    where s.order_id = p_order_id and s.ended_at is null;
    v_is_set_aside := found;
  end if;
  if not v_is_set_aside then
    return jsonb_build_object('outcome', 'set_aside_changed');
  elsif not p_is_ended then
    perform private.add_order_event(p_order_id, 'set_aside_asked', null, null, false, private.change_context('staff', p_actor, v_note));
  end if;
  perform private.note_action(v_action_id, case when p_is_ended then 'set_aside_end' else 'set_aside_note' end, p_actor, p_order_id, v_before);
  return jsonb_build_object('outcome', case when p_is_ended then 'ended' else 'noted' end, 'action_id', v_action_id);
end $$;
comment on function public.staff_update_set_aside(uuid, uuid, text, boolean) is
  'Records a question to the customer about a package on hold, or ends the hold (p_is_ended). Returns {outcome: noted | ended |
   set_aside_changed, action_id?}.';

create function public.staff_save_package(
  p_actor uuid, p_package_id uuid default null, p_version integer default null, p_carrier text default null,
  p_tracking_number text default null, p_sender text default null, p_notes text default null, p_shelf text default null,
  p_is_deleted boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_facts jsonb := jsonb_build_object('carrier', nullif(btrim(p_carrier), ''), 'tracking_number', nullif(btrim(p_tracking_number), ''),
    'sender', nullif(btrim(p_sender), ''), 'notes', nullif(btrim(p_notes), ''), 'shelf_location', nullif(btrim(p_shelf), ''));
  v_before jsonb;
  v_package public.packages;
  v_outcome text;
begin
  perform private.require_actor(p_actor);
  if p_package_id is null then
    v_outcome := 'added';
    insert into public.packages (arrived_by) values (p_actor) returning * into v_package;
  else
    select * into v_package from public.packages k where k.id = p_package_id for update;
    select jsonb_object_agg(f.key, f.value) into v_before from jsonb_each(to_jsonb(v_package)) as f where v_facts ? f.key;
    v_outcome := case
      when v_package.id is null or v_package.deleted_at is not null then 'package_not_found'
      when v_package.order_id is not null then 'package_matched'
      when v_package.version is distinct from p_version then 'package_changed'
      when p_is_deleted then 'deleted'
      when v_before = v_facts then 'unchanged'
      else 'changed' end;
    if v_outcome in ('package_not_found', 'package_matched', 'package_changed', 'unchanged') then
      return jsonb_build_object('outcome', v_outcome, 'package', private.package_as_json(v_package));
    end if;
    v_package.version := v_package.version + 1;
    v_package.changed_by := p_actor;
    v_package.changed_at := clock_timestamp();
  end if;
  if p_is_deleted then
    v_facts := v_before;
    v_package.deleted_at := now();
  end if;
  v_package := jsonb_populate_record(v_package, v_facts);
  update public.packages k set carrier = v_package.carrier, tracking_number = v_package.tracking_number, sender = v_package.sender,
    notes = v_package.notes, shelf_location = v_package.shelf_location, version = v_package.version,
    changed_by = v_package.changed_by, changed_at = v_package.changed_at, deleted_at = v_package.deleted_at
  where k.id = v_package.id;
  perform private.add_staff_log_entry(p_actor, 'package_' || v_outcome,
    coalesce(nullif(concat_ws(', ', v_package.sender, v_package.tracking_number), ''), 'no name and no number'),
    v_before, case when not p_is_deleted then v_facts end);
  return jsonb_build_object('outcome', v_outcome, 'package', private.package_as_json(v_package));
end $$;
comment on function public.staff_save_package is
  'Adds a package without a batch (no p_package_id), changes it, or deletes it (p_is_deleted). Returns {outcome: added | changed |
   unchanged | deleted | package_changed (since p_version) | package_matched | package_not_found, package}.';

create function public.staff_match_package(p_actor uuid, p_package_id uuid, p_order_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_package public.packages;
  v_order public.grading_orders;
  v_before jsonb;
  v_action_id uuid := gen_random_uuid();
begin
  perform private.require_actor(p_actor);
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('outcome', 'order_not_found');
  end if;
  v_before := private.order_snapshot(p_order_id, p_package_id => p_package_id);
  update public.packages k set order_id = p_order_id, matched_at = now(), matched_by = p_actor, version = k.version + 1,
    changed_by = p_actor, changed_at = clock_timestamp()
  where k.id = p_package_id and k.order_id is null and k.deleted_at is null returning * into v_package;
  if not found then
    return jsonb_build_object('outcome', case when exists (
      select 1 from public.packages k where k.id = p_package_id and k.deleted_at is null) then 'package_matched'
      else 'package_not_found' end);
  end if;
  update public.grading_orders o set arrived_at = coalesce(o.arrived_at, v_package.arrived_at), updated_at = clock_timestamp(),
    inbound_tracking = coalesce(o.inbound_tracking, private.plain_number(v_package.tracking_number))
  where o.id = p_order_id;
  if v_order.arrived_at is null then
    perform private.add_order_event(p_order_id, 'arrived', null, null, true, private.change_context('staff', p_actor));
  end if;
  if v_package.shelf_location is not null
    and not exists (select from public.order_admin a where a.order_id = p_order_id and a.shelf_location is not null) then
    insert into public.order_admin as a (order_id, shelf_location) values (p_order_id, v_package.shelf_location)
    on conflict (order_id) do update set shelf_location = excluded.shelf_location, updated_at = now();
    perform private.add_order_event(p_order_id, 'shelf_location', null, v_package.shelf_location, false, private.change_context('staff', p_actor))
    where v_package.shelf_location is not null;
  end if;
  -- The package's notes move to the order's timeline.
  perform private.add_order_event(p_order_id, 'package_matched', null, v_package.tracking_number, false,
    private.change_context('staff', p_actor, concat_ws(E'\n', v_package.sender, v_package.notes),
      jsonb_build_object('package_id', p_package_id)));
  perform private.note_action(v_action_id, 'match', p_actor, p_order_id, v_before, p_package_id => p_package_id);
  return jsonb_build_object('outcome', 'matched', 'action_id', v_action_id, 'order', private.desk_orders(array[p_order_id]) -> 0);
end $$;
comment on function public.staff_match_package(uuid, uuid, uuid) is
  'Assigns a package to an order, which gets its arrival and shelf. Returns {outcome: matched | package_matched | package_not_found
   | order_not_found, action_id?, order?}.';
