-- Shipments to the grader: filled, closed with the grader's number, and advanced as one. Each step adds an event to every batch and
-- can be undone. Lock order: the shipment before its orders.

create table public.grader_shipments (
  id bigint generated always as identity primary key,
  grader text not null check (char_length(grader) between 1 and 100),
  step text not null default 'open' check (step in ('open', 'closed', 'shipped', 'grading', 'graded', 'back')),
  submission_number text check (char_length(submission_number) between 1 and 100),
  declared_cards integer check (declared_cards between 0 and 9999999),
  returned_cards integer check (returned_cards between 0 and 9999999),
  shipped_at timestamptz,
  back_at timestamptz,
  version integer not null default 1,
  changed_by uuid,
  changed_at timestamptz,
  opened_by uuid not null,
  opened_at timestamptz not null default now(),
  check ((step = 'open') = (submission_number is null)),
  check ((step = 'open') = (declared_cards is null)),
  check ((step = 'back') = (returned_cards is not null))
);
comment on table public.grader_shipments is
  'Batches that go to a grading company together (order_admin.grader_shipment_id). Live until step back.';
comment on column public.grader_shipments.submission_number is 'The grading company''s number, set when the shipment is closed.';
comment on column public.grader_shipments.version is 'Optimistic lock: incremented on every change, sent back by staff forms.';
comment on column public.grader_shipments.changed_by is 'Who incremented the version last. Null: no one since it was opened.';
comment on column public.grader_shipments.opened_by is 'No foreign key: the record outlives the account.';

alter table public.order_admin add constraint order_admin_grader_shipment_id_fkey
  foreign key (grader_shipment_id) references public.grader_shipments (id);

alter table public.grader_shipments enable row level security;

-- plpgsql for functions that lists call per batch: nested SQL functions are planned anew by each call.
create function private.money_refusal(p_admin public.order_admin) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when private.is_open_dispute(p_admin.dispute_status) then 'disputed'
    when p_admin.review_reason is not null or p_admin.open_exceptions > 0 then 'to_be_reviewed' end;
end $$;
comment on function private.money_refusal(public.order_admin) is
  'Returns why a paid batch can''t continue: disputed | to_be_reviewed, or null.';

create function private.grader_refusal(p_order public.grading_orders, p_admin public.order_admin) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when p_admin.is_set_aside then 'set_aside'
    when p_order.payment_status <> 'paid' then 'not_paid'
    when p_order.submission_status = 'pending' or p_order.received_count is null then 'not_received'
    when p_order.submission_status not in ('received', 'processing') then 'sent_before'
    when private.money_refusal(p_admin) is not null then private.money_refusal(p_admin)
    when 'proposal' = any (p_admin.blockers) then 'asked'
    when 'damaged' = any (p_admin.blockers) then 'damaged'
    when p_admin.settled_count is distinct from p_order.received_count
      and p_order.proposed_count is distinct from p_order.received_count
      and not (p_order.received_count <= p_order.num_cards
        and p_order.refunded_cents >= (p_order.num_cards - p_order.received_count) * p_order.rate_cents)
      then 'count_differs' end;
end $$;
comment on function private.grader_refusal(public.grading_orders, public.order_admin) is
  'Returns why a batch can''t go to the grader: set_aside | not_paid | not_received | sent_before | disputed | to_be_reviewed |
   asked (an open proposal) | damaged (not set to processing) | count_differs (not refunded, decided or settled); or null. The view
   ready_to_send has the same rules in terms of its index.';

create function private.cards_in_shipment(p_order public.grading_orders, p_admin public.order_admin) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when p_order.cards_sent is not null then p_order.cards_sent
    when private.grader_refusal(p_order, p_admin) is not null then 0
    when p_admin.settled_count = p_order.received_count then p_order.received_count
    else least(p_order.received_count,
      p_order.num_cards + coalesce(p_admin.paid_extras, 0) - private.cards_given_up(p_order.id)) end;
end $$;
comment on function private.cards_in_shipment(public.grading_orders, public.order_admin) is
  'Returns how many cards of a batch go with its grader shipment: none if it is refused, and without unpaid extra cards unless staff
   have settled them.';

create function private.is_in_live_shipment(p_admin public.order_admin) returns boolean
language sql immutable set search_path = ''
as $$ select p_admin.grader_shipment_id is not null and p_admin.cards_back_at is null $$;

create function private.shipment_as_json(p_shipment public.grader_shipments) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select jsonb_build_object('id', p_shipment.id, 'grader', p_shipment.grader, 'step', p_shipment.step,
    'submission_number', p_shipment.submission_number, 'declared_cards', p_shipment.declared_cards,
    'returned_cards', p_shipment.returned_cards, 'shipped_at', p_shipment.shipped_at, 'back_at', p_shipment.back_at,
    'version', p_shipment.version, 'opened_at', p_shipment.opened_at, 'opened_by_email', private.email_of(p_shipment.opened_by),
    'changed_at', p_shipment.changed_at, 'changed_by_email', private.email_of(p_shipment.changed_by),
    'batches', m.batches, 'cards', m.cards, 'oldest_promise', m.oldest)
  from (
    select count(*) as batches, coalesce(sum(private.cards_in_shipment(o, a)), 0) as cards, min(o.promised_to) as oldest
    from public.order_admin a join public.grading_orders o on o.id = a.order_id
    where a.grader_shipment_id = p_shipment.id
  ) m);
end $$;
comment on function private.shipment_as_json(public.grader_shipments) is
  'Returns a shipment with its batches, cards (private.cards_in_shipment) and oldest estimate.';

create function private.add_to_shipment(
  p_actor uuid, p_action_id uuid, p_shipment public.grader_shipments, p_order_id uuid, p_reason text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  c_most constant integer := 500;
  v_order public.grading_orders;
  v_admin public.order_admin;
  v_admin_now public.order_admin;
  v_before jsonb;
  v_outcome text;
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('id', p_order_id, 'outcome', 'order_not_found');
  end if;
  select * into v_admin from public.order_admin a where a.order_id = p_order_id;
  v_outcome := case
    when v_admin.grader_shipment_id = p_shipment.id then 'already_here'
    when private.is_in_live_shipment(v_admin) then 'other_shipment'
    when (select count(*) from public.order_admin a where a.grader_shipment_id = p_shipment.id) >= c_most then 'shipment_full'
    else private.grader_refusal(v_order, v_admin) end;
  if v_outcome is null or v_outcome = 'count_differs' and p_reason is not null then
    v_before := private.order_snapshot(p_order_id);
    update public.grading_orders o set cards_sent = null, updated_at = clock_timestamp() where o.id = p_order_id
    returning * into v_order;
    insert into public.order_admin as a (order_id, grader_shipment_id, grouped_at, settled_count)
    values (p_order_id, p_shipment.id, clock_timestamp(),
      case when v_outcome = 'count_differs' then v_order.received_count end)
    on conflict (order_id) do update set grader_shipment_id = excluded.grader_shipment_id, grouped_at = excluded.grouped_at,
      settled_count = coalesce(excluded.settled_count, a.settled_count), cards_back_at = null, updated_at = now()
    returning * into v_admin_now;
    perform private.add_order_event(p_order_id, 'grader_group', 'Shipment ' || v_admin.grader_shipment_id, 'Shipment ' || p_shipment.id, false,
      private.change_context('staff', p_actor));
    if v_outcome = 'count_differs' then
      perform private.add_order_event(p_order_id, 'reason', null, null, false, private.change_context('staff', p_actor, p_reason));
    end if;
    perform private.note_action(p_action_id, 'group_add', p_actor, p_order_id, v_before, p_shipment_id => p_shipment.id);
    v_outcome := 'added';
  end if;
  return jsonb_build_object('id', p_order_id, 'batch_id', v_order.batch_id, 'outcome', v_outcome,
    'num_cards', v_order.num_cards, 'received_count', v_order.received_count,
    'cards', case when v_outcome = 'added' then private.cards_in_shipment(v_order, v_admin_now) end,
    'other_shipment', case when v_outcome = 'other_shipment' then v_admin.grader_shipment_id end);
end $$;
comment on function private.add_to_shipment(uuid, uuid, public.grader_shipments, uuid, text) is
  'Adds an order to an open shipment that the caller has locked. p_reason: why it goes although its count differs. Returns {id,
   outcome, batch_id?, num_cards?, received_count?, cards? (that go), other_shipment?}.';

create function private.outside_shipments() returns jsonb
language sql stable set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  with walked as (
    select g.id, g.received_count, g.num_cards from public.grading_orders g
    where g.submission_status = 'grading'
    order by g.received_at, g.id limit 5000
  ), outside as (
    select coalesce(o.received_count, o.num_cards) as cards from walked o
    left join public.order_admin a on a.order_id = o.id
    where not private.is_in_live_shipment(a)
    limit 1001
  )
  select jsonb_build_object('count', least(count(*), 1000),
    'is_more', count(*) > 1000 or (select count(*) = 5000 from walked), 'cards', coalesce(sum(f.cards), 0))
  from outside f
$$;
comment on function private.outside_shipments() is
  'Returns batches at the grader without a live shipment, among the 5,000 received first: {count, is_more (also if there are more
   than 5,000), cards}.';

create function public.staff_grader_desk(p_before bigint default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  c_page constant integer := 25;
  v_role text := private.require_staff();
  v_ready uuid[] := coalesce((private.staff_find_orders(null, 'ready_to_send', 1001)).ids, '{}');
  v_back public.grader_shipments[];
begin
  v_back := array(select g from public.grader_shipments g
    where g.step = 'back' and (p_before is null or g.id < p_before) order by g.id desc limit c_page + 1);
  return jsonb_build_object('staff_role', v_role,
    'live', (select coalesce(jsonb_agg(private.shipment_as_json(l.g) order by (l.g).id desc), '[]')
      from (select g from public.grader_shipments g where g.step <> 'back' order by g.id desc limit 100) l),
    'back', (select coalesce(jsonb_agg(private.shipment_as_json(g) order by g.id desc), '[]') from unnest(v_back[1:c_page]) as g),
    'next_before', case when cardinality(v_back) > c_page then (v_back[c_page]).id end,
    'ready', private.staff_order_rows(v_ready[1:50]),
    'ready_total', jsonb_build_object('count', least(cardinality(v_ready), 1000), 'is_more', cardinality(v_ready) > 1000),
    'outside', private.outside_shipments());
end $$;
comment on function public.staff_grader_desk(bigint) is
  '@callers authenticated
   Returns {staff_role, live (newest first, up to 100), back (25 per page), next_before (next p_before or null), ready (up to 50,
   longest here first), ready_total, outside (private.outside_shipments)}.';

create function public.staff_get_grader_shipment(p_shipment_id bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.require_staff();
  v_shipment public.grader_shipments;
begin
  select * into v_shipment from public.grader_shipments g where g.id = p_shipment_id;
  if not found then
    return null;
  end if;
  return jsonb_build_object('staff_role', v_role, 'shipment', private.shipment_as_json(v_shipment),
    'members', (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'batch_id', o.batch_id,
        'customer_name', coalesce(o.return_address ->> 'full_name', p.full_name), 'email', coalesce(o.user_email, o.guest_email),
        'num_cards', o.num_cards, 'received_count', o.received_count, 'cards', private.cards_in_shipment(o, a),
        'promised_to', o.promised_to, 'shelf_location', a.shelf_location,
        'submission_status', o.submission_status, 'payment_status', o.payment_status,
        'grading_submission_number', o.grading_submission_number, 'cards_back_at', a.cards_back_at,
        'refusal', private.grader_refusal(o, a)) order by a.grouped_at, a.order_id), '[]')
      from public.order_admin a
      join public.grading_orders o on o.id = a.order_id
      left join public.profiles p on p.user_id = o.user_id
      where a.grader_shipment_id = p_shipment_id),
    'actions', private.actions_as_json(p_shipment_id => p_shipment_id),
    'ready', private.staff_order_rows(case when v_shipment.step = 'open' then (private.staff_find_orders(null, 'ready_to_send', 50)).ids end));
end $$;
comment on function public.staff_get_grader_shipment(bigint) is
  '@callers authenticated
   Returns {staff_role, shipment, members (in the order added), actions (that can be undone), ready (what can be added while it is
   open)}, or null.';

create function public.staff_open_shipment(p_actor uuid, p_grader text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_shipment public.grader_shipments;
begin
  perform private.require_actor(p_actor);
  insert into public.grader_shipments (grader, opened_by) values (btrim(p_grader), p_actor) returning * into v_shipment;
  perform private.add_staff_log_entry(p_actor, 'group_opened', 'Shipment ' || v_shipment.id, null, jsonb_build_object('grader', v_shipment.grader));
  return jsonb_build_object('shipment', private.shipment_as_json(v_shipment));
end $$;

create function public.staff_discard_shipment(p_actor uuid, p_shipment_id bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_shipment public.grader_shipments;
begin
  perform private.require_actor(p_actor);
  select * into v_shipment from public.grader_shipments g where g.id = p_shipment_id for update;
  if v_shipment.id is null or v_shipment.step <> 'open'
    or exists (select from public.order_admin a where a.grader_shipment_id = p_shipment_id) then
    return jsonb_build_object('outcome', case when v_shipment.id is null then 'shipment_not_found' else 'shipment_not_empty' end);
  end if;
  delete from public.grader_shipments g where g.id = p_shipment_id;
  perform private.add_staff_log_entry(p_actor, 'group_discarded', 'Shipment ' || v_shipment.id, jsonb_build_object('grader', v_shipment.grader), null);
  return jsonb_build_object('outcome', 'discarded');
end $$;
comment on function public.staff_discard_shipment(uuid, bigint) is
  'Deletes an open, empty shipment. Returns {outcome: discarded | shipment_not_found | shipment_not_empty}.';

create function public.staff_add_to_shipment(
  p_actor uuid, p_shipment_id bigint, p_code text default null, p_order_ids jsonb default null, p_reason text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_shipment public.grader_shipments;
  v_ids uuid[];
  v_id uuid;
  v_action_id uuid := gen_random_uuid();
  v_results jsonb := '[]';
  v_is_added boolean;
begin
  perform private.require_actor(p_actor);
  select * into v_shipment from public.grader_shipments g where g.id = p_shipment_id for update;
  if v_shipment.id is null or v_shipment.step <> 'open' then
    return jsonb_build_object('outcome', case when v_shipment.id is null then 'shipment_not_found' else 'shipment_not_open' end);
  end if;
  v_ids := case when p_code is not null then private.orders_by_code(p_code)
    else array(select e::uuid from jsonb_array_elements_text(private.unwrapped(p_order_ids)) as e limit 200) end;
  if p_code is not null and cardinality(v_ids) <> 1 then
    if cardinality(v_ids) = 0 then
      return jsonb_build_object('outcome', 'code_unknown');
    end if;
    return jsonb_build_object('outcome', 'code_ambiguous', 'orders', (
      select jsonb_agg(jsonb_build_object('id', o.id, 'batch_id', o.batch_id, 'inbound_tracking', o.inbound_tracking) order by o.id)
      from public.grading_orders o where o.id = any (v_ids)));
  end if;
  for v_id in select distinct u.id from unnest(v_ids) as u (id) order by u.id loop
    v_results := v_results || jsonb_build_array(
      private.add_to_shipment(p_actor, v_action_id, v_shipment, v_id, nullif(btrim(p_reason), '')));
  end loop;
  v_is_added := jsonb_path_exists(v_results, '$[*] ? (@.outcome == "added")');
  if v_is_added then
    update public.grader_shipments g set version = g.version + 1, changed_at = clock_timestamp(), changed_by = p_actor
    where g.id = p_shipment_id returning * into v_shipment;
  end if;
  return jsonb_build_object('outcome', 'looked_at', 'results', v_results, 'action_id', case when v_is_added then v_action_id end,
    'shipment', private.shipment_as_json(v_shipment));
end $$;
comment on function public.staff_add_to_shipment(uuid, bigint, text, jsonb, text) is
  'Adds batches to an open shipment, by code or p_order_ids ([id], up to 200). p_reason: why one whose count differs goes. Returns
   {outcome: looked_at, results, action_id, shipment}, or an error: shipment_not_found | shipment_not_open | code_unknown |
   code_ambiguous (orders: [{id, batch_id, inbound_tracking}]). A result''s outcome: added | already_here | other_shipment |
   shipment_full | order_not_found | private.grader_refusal. A refused batch doesn''t stop the others.';

create function public.staff_take_from_shipment(p_actor uuid, p_shipment_id bigint, p_order_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_shipment public.grader_shipments;
  v_order public.grading_orders;
  v_context jsonb;
  v_before jsonb;
  v_is_here boolean;
  v_action_id uuid := gen_random_uuid();
begin
  perform private.require_actor(p_actor);
  select * into v_shipment from public.grader_shipments g where g.id = p_shipment_id for update;
  if not found then
    return jsonb_build_object('outcome', 'shipment_not_found');
  end if;
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not exists (select from public.order_admin a where a.order_id = p_order_id and a.grader_shipment_id = p_shipment_id) then
    return jsonb_build_object('outcome', 'not_in_shipment');
  elsif v_shipment.step in ('graded', 'back') or v_shipment.step in ('shipped', 'grading')
    and v_order.submission_status in ('graded', 'completed', 'delivered') then
    return jsonb_build_object('outcome', 'graded_in_shipment');
  end if;
  v_is_here := v_order.submission_status in ('shipped', 'grading');
  v_before := private.order_snapshot(p_order_id);
  v_context := private.change_context('staff', p_actor, null, case when v_is_here then '{"corrected": true}'::jsonb end);
  update public.grading_orders o set change_context = v_context,
    submission_status = case when v_is_here then 'processing' else o.submission_status end,
    grading_submission_number = case when o.grading_submission_number = v_shipment.submission_number then null
      else o.grading_submission_number end,
    cards_sent = null, updated_at = clock_timestamp()
  where o.id = p_order_id;
  update public.order_admin a set grader_shipment_id = null, updated_at = now() where a.order_id = p_order_id;
  perform private.add_order_event(p_order_id, 'grader_group', 'Shipment ' || p_shipment_id, null, false, v_context);
  perform private.add_order_event(p_order_id, 'grading_submission_number', v_shipment.submission_number, null, false, v_context)
  where v_order.grading_submission_number = v_shipment.submission_number;
  perform private.note_action(v_action_id, 'group_out', p_actor, p_order_id, v_before, p_shipment_id => v_shipment.id);
  update public.grader_shipments g set version = g.version + 1, changed_at = clock_timestamp(), changed_by = p_actor
  where g.id = p_shipment_id returning * into v_shipment;
  return jsonb_build_object('outcome', 'taken_out', 'action_id', v_action_id, 'shipment', private.shipment_as_json(v_shipment));
end $$;
comment on function public.staff_take_from_shipment(uuid, bigint, uuid) is
  'Removes a batch that wasn''t in the box from a shipment, with the shipment''s number. Returns {outcome: taken_out |
   shipment_not_found | not_in_shipment | graded_in_shipment, action_id?, shipment?}.';

create function private.step_refusal(
  p_shipment public.grader_shipments, p_version integer, p_step text, p_cards integer, p_accepts_difference boolean
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  c_steps constant text[] := array['open', 'closed', 'shipped', 'grading', 'graded', 'back'];
  v_is_closing constant boolean := p_step = 'closed';
  v_shown constant jsonb := private.shipment_as_json(p_shipment);
  v_expected constant integer := case when v_is_closing then (v_shown ->> 'cards')::integer else p_shipment.declared_cards end;
  v_refused jsonb;
begin
  if p_shipment.version <> p_version then
    return jsonb_build_object('outcome', 'shipment_changed', 'shipment', v_shown);
  elsif v_is_closing and p_shipment.step <> 'open' then
    return jsonb_build_object('outcome', 'shipment_not_open', 'shipment', v_shown);
  elsif v_is_closing and (v_shown ->> 'batches')::integer = 0 then
    return jsonb_build_object('outcome', 'shipment_empty', 'shipment', v_shown);
  elsif not v_is_closing
    and (p_shipment.step = 'open' or array_position(c_steps, p_step) <= array_position(c_steps, p_shipment.step)) then
    return jsonb_build_object('outcome', 'shipment_not_ahead', 'shipment', v_shown);
  end if;
  select jsonb_agg(jsonb_build_object('id', o.id, 'batch_id', o.batch_id, 'outcome', r.refusal,
    'num_cards', o.num_cards, 'received_count', o.received_count, 'other_shipment', null) order by a.grouped_at, a.order_id)
  into v_refused
  from public.order_admin a
  join public.grading_orders o on o.id = a.order_id
  cross join lateral (select private.grader_refusal(o, a) as refusal) r
  where a.grader_shipment_id = p_shipment.id and p_shipment.step in ('open', 'closed') and r.refusal is not null
    and (v_is_closing or r.refusal not in ('sent_before', 'count_differs'));
  if v_refused is not null then
    return jsonb_build_object('outcome', 'shipment_refused', 'shipment', v_shown, 'results', v_refused);
  elsif p_step in ('closed', 'back') and p_cards is distinct from v_expected and not coalesce(p_accepts_difference, false) then
    return jsonb_build_object('outcome', 'cards_differ', 'told', case when v_is_closing then 'declared' else 'back' end,
      'cards', p_cards, 'expected', v_expected);
  end if;
  return null;
end $$;
comment on function private.step_refusal(public.grader_shipments, integer, text, integer, boolean) is
  'Returns why a shipment can''t go to a step (public.staff_step_shipment), or null.';

create function public.staff_step_shipment(
  p_actor uuid, p_shipment_id bigint, p_version integer, p_step text, p_number text default null, p_cards integer default null,
  p_accepts_difference boolean default false, p_is_quiet boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_context constant jsonb := private.change_context('staff', p_actor);
  v_is_closing boolean := p_step = 'closed';
  v_status text := case p_step when 'back' then 'graded' else p_step end;
  v_shipment public.grader_shipments;
  v_from text;
  v_refusal jsonb;
  v_members uuid[];
  v_id uuid;
  v_before jsonb;
  v_order public.grading_orders;
  v_is_behind boolean;
  v_action_id uuid := gen_random_uuid();
begin
  perform private.require_actor(p_actor);
  select * into v_shipment from public.grader_shipments g where g.id = p_shipment_id for update;
  if not found then
    return jsonb_build_object('outcome', 'shipment_not_found');
  end if;
  -- Lock order: by ID.
  v_members := array(select o.id from public.grading_orders o
    where o.id in (select a.order_id from public.order_admin a where a.grader_shipment_id = p_shipment_id)
    order by o.id for update);
  v_refusal := private.step_refusal(v_shipment, p_version, p_step, p_cards, p_accepts_difference);
  if v_refusal is not null then
    return v_refusal;
  end if;
  v_from := v_shipment.step;
  select jsonb_object_agg(u.id, private.order_snapshot(u.id, p_shipment_id)) into v_before from unnest(v_members) as u (id);
  update public.grader_shipments g set step = p_step, version = g.version + 1, changed_at = clock_timestamp(), changed_by = p_actor,
    submission_number = case when v_is_closing then btrim(p_number) else g.submission_number end,
    declared_cards = case when v_is_closing then p_cards else g.declared_cards end,
    shipped_at = case when not v_is_closing then coalesce(g.shipped_at, now()) end,
    returned_cards = case when p_step = 'back' then p_cards end,
    back_at = case when p_step = 'back' then now() end
  where g.id = p_shipment_id returning * into v_shipment;
  foreach v_id in array v_members loop
    select * into v_order from public.grading_orders o where o.id = v_id;
    if v_is_closing then
      update public.grading_orders o set updated_at = clock_timestamp(), grading_submission_number = v_shipment.submission_number,
        cards_sent = private.cards_in_shipment(o, a)
      from public.order_admin a where o.id = v_id and a.order_id = v_id;
      perform private.add_order_event(v_id, 'grading_submission_number', v_order.grading_submission_number,
        v_shipment.submission_number, false, v_context)
      where v_shipment.submission_number is distinct from v_order.grading_submission_number;
    else
      -- An order that staff moved further stays there.
      v_is_behind := private.submission_rank(v_order.submission_status) < private.submission_rank(v_status);
      update public.grading_orders o set updated_at = clock_timestamp(), change_context = v_context,
        submission_status = case when v_is_behind then v_status else o.submission_status end,
        fulfillment_status = case when v_is_behind then private.fulfillment_of(v_status) else o.fulfillment_status end
      where o.id = v_id;
    end if;
    if p_step = 'back' then
      update public.order_admin a set cards_back_at = coalesce(a.cards_back_at, now()), updated_at = now()
      where a.order_id = v_id and a.grader_shipment_id = p_shipment_id;
      perform private.add_order_event(v_id, 'cards_back', null, 'Shipment ' || p_shipment_id, false, v_context);
    end if;
    perform private.note_action(v_action_id, case when v_is_closing then 'group_close' else 'group_step' end, p_actor, v_id,
      v_before -> v_id::text, p_is_quiet, p_shipment_id);
  end loop;
  perform private.add_staff_log_entry(p_actor, case when v_is_closing then 'group_closed' else 'group_stepped' end, 'Shipment ' || p_shipment_id,
    case when not v_is_closing then jsonb_build_object('step', v_from) end,
    jsonb_build_object('batches', cardinality(v_members)) || case when v_is_closing
      then jsonb_build_object('submission_number', v_shipment.submission_number, 'cards', p_cards)
      else jsonb_build_object('step', p_step) end);
  return jsonb_build_object('outcome', case when v_is_closing then 'closed' else 'stepped' end, 'action_id', v_action_id,
    'shipment', private.shipment_as_json(v_shipment));
end $$;
comment on function public.staff_step_shipment(uuid, bigint, integer, text, text, integer, boolean, boolean) is
  'Moves a shipment, and its batches that are behind, to closed | shipped | grading | graded | back. closed stores the grading
   company''s number and the cards of each batch. p_cards: as declared (closed) or counted (back). Returns {outcome: closed |
   stepped, action_id, shipment}, or an error: shipment_not_found | shipment_changed (since p_version) | shipment_not_open |
   shipment_empty | shipment_not_ahead (there, past it, or open), with shipment | shipment_refused (before it has left; results as
   from staff_add_to_shipment) | cards_differ (told, cards, expected; repeat with p_accepts_difference).';
