-- Return address of an order. Its owner can change it until the return shipment is packed. A change after check-in holds the
-- cards for 24 hours, a disputed one until staff release them. A profile change affects no order.

create function private.return_address_as_json(p_order public.grading_orders) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('current', p_order.return_address,
    'is_here', num_nonnulls(p_order.arrived_at, p_order.received_at) > 0,
    'held_until', (select a.address_held_until from public.order_admin a
      where a.order_id = p_order.id and a.address_held_until > now()))
  where p_order.submission_status not in ('completed', 'delivered')
    and (p_order.payment_status = 'paid'
      or p_order.payment_status = 'canceled' and num_nonnulls(p_order.arrived_at, p_order.received_at) > 0)
$$;
comment on function private.return_address_as_json(public.grading_orders) is
  'Returns what the owner needs to change an order''s return address: {current, is_here (a change needs proof), held_until (null:
   now, infinity: until staff release it)}. Null if no cards will be sent back, or once the return shipment is packed.';

create function public.change_return_address(p_order_id uuid, p_user_id uuid, p_address jsonb, p_is_proven boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_address jsonb;
  v_event bigint;
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id and o.user_id = p_user_id for update;
  v_address := jsonb_strip_nulls(jsonb_build_object('phone', v_order.return_address -> 'phone')) || private.unwrapped(p_address);
  if v_order.id is null then
    return jsonb_build_object('outcome', 'not_found');
  elsif private.return_address_as_json(v_order) is null then
    return jsonb_build_object('outcome', 'address_fixed');
  elsif num_nonnulls(v_order.arrived_at, v_order.received_at) > 0 and not p_is_proven then
    return jsonb_build_object('outcome', 'proof_needed');
  elsif v_order.return_address = v_address then
    return jsonb_build_object('outcome', 'changed');
  end if;
  update public.grading_orders o set return_address = v_address, updated_at = clock_timestamp() where o.id = p_order_id;
  if v_order.received_at is not null then
    insert into public.order_admin as a (order_id, address_held_until) values (p_order_id, now() + interval '24 hours')
    on conflict (order_id) do update set updated_at = now(),
      address_held_until = greatest(a.address_held_until, excluded.address_held_until);
  end if;
  perform private.add_order_event(p_order_id, 'return_address', null, 'changed', true, private.change_context('customer', p_user_id, null,
    jsonb_build_object('before', v_order.return_address, 'after', v_address)));
  select max(e.id) into v_event from public.order_events e where e.order_id = p_order_id;
  insert into public.outbox (dedupe_key, kind, payload)
  select 'return_address_changed:' || v_event || ':' || row_number() over (order by w.email), 'return_address_changed',
    jsonb_build_object('order_id', p_order_id, 'to', w.email, 'before', v_order.return_address, 'after', v_address)
  from (select distinct lower(u.email) as email
    from unnest(array[private.email_of(p_user_id), v_order.user_email, v_order.guest_email]) as u (email) where u.email <> '') w;
  return jsonb_build_object('outcome', 'changed');
end $$;
comment on function public.change_return_address(uuid, uuid, jsonb, boolean) is
  'Changes the name and address of an account''s order, and emails all addresses on order and account. After check-in it holds the
   cards for 24 hours. p_is_proven: the account just gave its password or an emailed code. Returns {outcome: changed | proof_needed
   (the cards are here) | address_fixed | not_found}.';

create function public.send_address_code(p_order_id uuid, p_user_id uuid, p_step bigint) returns void
language sql set search_path = ''
as $$
  insert into public.outbox (dedupe_key, kind, payload)
  select 'address_code:' || o.id || ':' || p_step, 'address_code', jsonb_build_object('order_id', o.id, 'step', p_step)
  from public.grading_orders o where o.id = p_order_id and o.user_id = p_user_id
  on conflict (dedupe_key) do nothing
$$;
comment on function public.send_address_code(uuid, uuid, bigint) is
  'Emails the order''s address the code of a step (lib/orders/signed-links.ts), once per step.';

create function public.dispute_address_change(p_order_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  elsif private.return_address_as_json(v_order) is null then
    return jsonb_build_object('outcome', 'address_fixed');
  end if;
  perform private.open_problem(p_order_id, null, 'I didn''t change the return address of this batch.', now());
  update public.order_admin a set address_held_until = 'infinity' where a.order_id = p_order_id;
  perform private.add_order_event(p_order_id, 'return_address', null, 'disputed', true, private.change_context('customer'));
  return jsonb_build_object('outcome', 'disputed');
end $$;
comment on function public.dispute_address_change(uuid) is
  'Blocks packing until staff release it, and opens a problem, for someone who was emailed about a change that wasn''t theirs.
   Returns {outcome: disputed | address_fixed | not_found}.';
