-- Delivery as the customer reports it: confirmed, or with a problem. A problem flags the order until staff settle it.

create table public.order_messages (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.grading_orders (id),
  author text not null check (author in ('customer', 'staff')),
  kind text not null check (kind in ('problem')),
  body text not null check (char_length(body) between 1 and 2000),
  sent_at timestamptz not null default clock_timestamp()
);
comment on table public.order_messages is
  'Messages between customer and staff about an order. Never changed, kept as long as the order.';
create index order_messages_of_order on public.order_messages (order_id, id);

-- No policy: read by functions only.

alter table public.order_messages enable row level security;

create function private.return_shipment_as_json(p_order public.grading_orders, p_hides_addresses boolean, p_now timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('order_id', p_order.id, 'can_arrive', p_order.submission_status = 'completed',
    'can_write', a.problem_since is not null or p_order.submission_status = 'completed'
      or p_order.submission_status = 'delivered' and exists (
        select from public.order_events e where e.order_id = p_order.id and e.type = 'submission_status'
          and e.to_value = 'delivered' and e.occurred_at > p_now - interval '30 days'),
    'problem_since', a.problem_since,
    'address', case when not p_hides_addresses then private.return_address_as_json(p_order) end)
  from (select 1) as one left join public.order_admin a on a.order_id = p_order.id
$$;
comment on function private.return_shipment_as_json(public.grading_orders, boolean, timestamptz) is
  'Returns the delivery facts that a customer sees: {order_id, can_arrive, can_write (report a problem: until 30 days after
   delivery, and while one is open), problem_since, address (private.return_address_as_json)}. p_hides_addresses: for holders of a
   tracking link.';

create function private.open_problem(p_order_id uuid, p_user_id uuid, p_body text, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  v_message bigint;
begin
  insert into public.order_messages (order_id, author, kind, body, sent_at) values (p_order_id, 'customer', 'problem', p_body, p_now)
  returning id into v_message;
  insert into public.order_admin as a (order_id, problem_since) values (p_order_id, p_now)
  on conflict (order_id) do update set problem_since = coalesce(a.problem_since, p_now), updated_at = now();
  -- Raises the version, so that open staff forms notice.
  update public.grading_orders o set updated_at = clock_timestamp() where o.id = p_order_id;
  perform private.add_order_event(p_order_id, 'problem', null, 'reported', true, private.change_context('customer', p_user_id));
  insert into public.outbox (dedupe_key, kind, payload)
  values ('problem_reported:' || v_message, 'problem_reported', jsonb_build_object('order_id', p_order_id, 'body', p_body));
end $$;
comment on function private.open_problem(uuid, uuid, text, timestamptz) is
  'Stores a reported problem, flags the order, which the caller has locked, and emails staff.';

create function public.confirm_arrival(p_order_id uuid, p_user_id uuid, p_guest_key text, p_token_hash text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found or not private.may_decide(v_order, p_user_id, p_guest_key, p_token_hash) then
    return jsonb_build_object('outcome', 'not_found');
  elsif v_order.submission_status = 'delivered' then
    return jsonb_build_object('outcome', 'arrived_before');
  elsif v_order.submission_status <> 'completed' then
    return jsonb_build_object('outcome', 'not_on_its_way');
  end if;
  update public.grading_orders o set submission_status = 'delivered', fulfillment_status = 'complete', updated_at = clock_timestamp(),
    change_context = private.change_context('customer', p_user_id)
  where o.id = p_order_id;
  return jsonb_build_object('outcome', 'arrived');
end $$;
comment on function public.confirm_arrival(uuid, uuid, text, text) is
  'Sets an order to delivered for its customer (private.may_decide). Returns {outcome: arrived | arrived_before | not_on_its_way |
   not_found}.';

create function public.report_problem(
  p_order_id uuid, p_user_id uuid, p_guest_key text, p_token_hash text, p_body text, p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_body text := btrim(p_body, E' \t\r\n');
  v_facts jsonb;
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found or not private.may_decide(v_order, p_user_id, p_guest_key, p_token_hash) then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  v_facts := private.return_shipment_as_json(v_order, true, p_now);
  if not (v_facts -> 'can_write')::boolean then
    return jsonb_build_object('outcome', 'problem_not_now');
  end if;
  if v_facts ->> 'problem_since' is null or v_body is distinct from (select m.body from public.order_messages m
      where m.order_id = p_order_id and m.author = 'customer' order by m.id desc limit 1) then
    perform private.open_problem(p_order_id, p_user_id, v_body, p_now);
  end if;
  return jsonb_build_object('outcome', 'reported');
end $$;
comment on function public.report_problem(uuid, uuid, text, text, text, timestamptz) is
  'Stores a customer''s problem (private.may_decide) of 1 to 2,000 characters, the same text only once while it is open. Returns
   {outcome: reported | problem_not_now | not_found}.';

create function public.staff_settle_order(
  p_actor uuid, p_order_id uuid, p_version integer, p_what text, p_reason text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
begin
  perform private.require_actor(p_actor);
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('outcome', 'order_not_found');
  elsif v_order.version is distinct from p_version then
    return jsonb_build_object('outcome', 'order_changed', 'order', private.staff_order_rows(array[p_order_id]) -> 0,
      'changes', private.events_as_json(p_order_id, coalesce(p_version, 0)));
  end if;
  update public.order_admin a set updated_at = now(),
    problem_since = case when p_what <> 'problem' then a.problem_since end,
    address_held_until = case when p_what <> 'address' then a.address_held_until end
  where a.order_id = p_order_id
    and (p_what = 'problem' and a.problem_since is not null or p_what = 'address' and a.address_held_until > now());
  if not found then
    return jsonb_build_object('outcome', case p_what when 'problem' then 'problem_not_open' else 'address_not_held' end);
  end if;
  update public.grading_orders o set updated_at = clock_timestamp() where o.id = p_order_id;
  if p_what = 'problem' then
    perform private.add_order_event(p_order_id, 'problem', null, 'solved', true, private.change_context('staff', p_actor, p_reason));
  else
    perform private.add_order_event(p_order_id, 'return_address', null, 'released', false, private.change_context('staff', p_actor, p_reason));
  end if;
  return jsonb_build_object('outcome', 'settled', 'order', private.staff_order_rows(array[p_order_id]) -> 0);
end $$;
comment on function public.staff_settle_order(uuid, uuid, integer, text, text) is
  'Settles a problem, or releases a held return address (p_what: problem | address). Returns {outcome, order?, changes?}; outcome:
   settled | order_changed | problem_not_open | address_not_held | order_not_found.';
