-- Return shipments: graded batches, and refunded ones that go back ungraded.

create function private.return_refusal(p_order public.grading_orders, p_admin public.order_admin) returns text
language sql stable set search_path = ''
as $$
  select case
    when p_order.submission_status in ('completed', 'delivered') then 'sent_before'
    -- Staff decide about packages on hold.
    when p_order.payment_status not in ('paid', 'canceled') and (p_order.payment_status = 'pending'
      or p_admin.is_set_aside is not true or coalesce(p_order.reservation_expires_at > now(), false)) then 'not_paid'
    when private.money_refusal(p_admin) is not null then private.money_refusal(p_admin)
    when p_order.received_at is null and p_order.arrived_at is null then 'not_here'
    when private.is_in_live_shipment(p_admin) then
      case when p_order.submission_status in ('received', 'processing') then 'in_shipment' else 'at_grader' end
    when p_order.payment_status <> 'paid' and p_order.submission_status in ('shipped', 'grading') then 'at_grader'
    when p_order.payment_status = 'paid' and p_order.submission_status <> 'graded' then 'not_graded'
    when p_order.payment_status = 'paid' and 'proposal' = any (p_admin.blockers) then 'undecided'
    when p_admin.address_held_until > now() then 'address_held' end
$$;
comment on function private.return_refusal(public.grading_orders, public.order_admin) is
  'Returns why an order''s cards can''t be sent back: sent_before | not_paid | disputed | to_be_reviewed | not_here | in_shipment
   (remove it first) | at_grader | not_graded | undecided (an open proposal) | address_held; or null. Refunded orders, and unpaid
   ones on hold, go back ungraded.';

create function public.staff_return_desk(p_code text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.require_staff();
  v_found uuid[] := case when p_code is null then '{}' else private.orders_by_code(p_code) end;
  v_ids uuid[] := coalesce((private.staff_find_orders(null, 'to_return', 1001)).ids, '{}');
begin
  return jsonb_build_object('staff_role', v_role,
    'orders', (select coalesce(jsonb_agg(r.item || jsonb_build_object('return_address', o.return_address,
        'refusal', private.return_refusal(o, a),
        'grader_shipment_id', a.grader_shipment_id)), '[]')
      from jsonb_array_elements(private.staff_order_rows(v_found)) as r (item)
      join public.grading_orders o on o.id = (r.item ->> 'id')::uuid
      left join public.order_admin a on a.order_id = o.id),
    'ready', private.staff_order_rows(v_ids[1:50]),
    'ready_total', jsonb_build_object('count', least(cardinality(v_ids), 1000), 'is_more', cardinality(v_ids) > 1000),
    'actions', private.actions_as_json(null, array['return']));
end $$;
comment on function public.staff_return_desk(text) is
  '@callers authenticated
   Returns {staff_role, orders (named by the code, with return_address, grader_shipment_id and private.return_refusal), ready
   (first 50 of to_return), ready_total, actions (that can be undone)}.';

create function public.staff_return_order(
  p_actor uuid, p_order_id uuid, p_version integer, p_tracking_number text, p_carrier text,
  p_is_same_box boolean default false, p_is_quiet boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_context constant jsonb := private.change_context('staff', p_actor);
  v_order public.grading_orders;
  v_admin public.order_admin;
  v_number text := btrim(p_tracking_number);
  v_other jsonb;
  v_carrier text;
  v_before jsonb;
  v_action_id uuid := gen_random_uuid();
begin
  perform private.require_actor(p_actor);
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('outcome', 'order_not_found');
  elsif v_order.version <> p_version then
    return jsonb_build_object('outcome', 'order_changed', 'order', private.staff_order_rows(array[p_order_id]) -> 0,
      'changes', private.events_as_json(p_order_id, p_version));
  end if;
  select * into v_admin from public.order_admin a where a.order_id = p_order_id;
  if private.return_refusal(v_order, v_admin) is not null then
    return jsonb_build_object('outcome', 'return_refused', 'refusal', private.return_refusal(v_order, v_admin));
  end if;
  -- Serializes uses of one tracking number.
  perform pg_advisory_xact_lock(hashtextextended('tracking_number/' || upper(v_number), 0));
  v_other := private.number_elsewhere(v_number, v_order, true);
  if v_other is not null and not (v_other ->> 'is_same_owner')::boolean then
    return jsonb_build_object('outcome', 'number_of_other_owner', 'other', v_other);
  -- Staff confirm an unknown address before this.
  elsif v_other is not null and v_order.return_address <> (
    select o.return_address from public.grading_orders o where o.id = (v_other ->> 'id')::uuid) then
    return jsonb_build_object('outcome', 'number_of_other_address', 'other', v_other);
  elsif v_other is not null and not coalesce(p_is_same_box, false) then
    return jsonb_build_object('outcome', 'same_box', 'other', v_other);
  end if;
  v_before := private.order_snapshot(p_order_id);
  v_carrier := v_order.return_carrier;
  update public.grading_orders o set tracking_number = v_number, return_carrier = p_carrier,
    submission_status = 'completed', fulfillment_status = 'complete', updated_at = clock_timestamp(), change_context = v_context
  where o.id = p_order_id returning * into v_order;
  perform private.add_order_event(p_order_id, 'return_carrier', v_carrier, p_carrier, false, v_context)
  where p_carrier is distinct from v_carrier;
  perform private.end_set_aside(p_actor, p_order_id, v_context);
  perform private.note_action(v_action_id, 'return', p_actor, p_order_id, v_before, p_is_quiet);
  return jsonb_build_object('outcome', 'returned', 'action_id', v_action_id, 'order', private.staff_order_rows(array[p_order_id]) -> 0);
end $$;
comment on function public.staff_return_order(uuid, uuid, integer, text, text, boolean, boolean) is
  'Records the return shipment, also of a package on hold. Its email waits for the undo time (p_is_quiet: none). Returns {outcome:
   returned, action_id, order}, or an error: order_not_found | order_changed (order, changes) | return_refused (refusal) |
   number_of_other_owner | number_of_other_address (same owner) | same_box (same owner; repeat with p_is_same_box), with other: {id,
   batch_id, is_same_owner}.';
