-- The end of an order's way as its customer has it: that the cards arrived, and what is wrong with them. A report flags the order until
-- staff have solved it; they answer by email.

-- Tables

create table public.order_messages (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.grading_orders (id),
  author text not null check (author in ('customer', 'staff')),
  kind text not null check (kind in ('problem')),
  body text not null check (char_length(body) between 1 and 2000),
  sent_at timestamptz not null default clock_timestamp()
);
comment on table public.order_messages is
  'What a customer and staff write each other about an order; never changed. It stays as long as the order.';
create index order_messages_of_order on public.order_messages (order_id, id);

-- Row-level security: read by functions alone, as the events of an order are.

alter table public.order_messages enable row level security;

-- Private functions

create function private.delivered_at(p_order_id uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(e.occurred_at) from public.order_events e
  where e.order_id = p_order_id and e.type = 'submission_status' and e.to_value = 'delivered'
$$;
comment on function private.delivered_at(uuid) is 'When an order was last set delivered; null where no event says so.';

create function private.problem_since(p_order_id uuid) returns timestamptz
language sql stable set search_path = ''
as $$ select a.problem_since from public.order_admin a where a.order_id = p_order_id $$;
comment on function private.problem_since(uuid) is
  'Since when an order has an open problem: what runs by itself doesn''t take it as done. Null: there is none.';

create function private.may_report(p_order public.grading_orders, p_now timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select private.problem_since(p_order.id) is not null or p_order.submission_status = 'completed'
    or p_order.submission_status = 'delivered' and coalesce(private.delivered_at(p_order.id) > p_now - interval '30 days', false)
$$;
comment on function private.may_report(public.grading_orders, timestamptz) is
  'Whether a customer may say that something is wrong: from the parcel on until 30 days after delivery, and while a problem is open.';

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
  -- Whoever has a form of the order open must notice.
  update public.grading_orders o set updated_at = clock_timestamp() where o.id = p_order_id;
  perform private.set_actor('customer', p_user_id);
  perform private.add_order_event(p_order_id, 'problem', null, 'reported', true);
  insert into public.outbox (dedupe_key, kind, payload)
  values ('problem_reported:' || v_message, 'problem_reported', jsonb_build_object('order_id', p_order_id, 'body', p_body));
end $$;
comment on function private.open_problem(uuid, uuid, text, timestamptz) is
  'Keeps what a customer says is wrong, flags the order (which the caller has locked), and emails staff, who answer by email.';

create function private.homeward_as_json(p_order public.grading_orders, p_hides_addresses boolean, p_now timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('order_id', p_order.id, 'can_arrive', p_order.submission_status = 'completed',
    'can_write', private.may_report(p_order, p_now), 'problem_since', private.problem_since(p_order.id),
    'address', case when not p_hides_addresses then private.return_address_as_json(p_order) end)
$$;
comment on function private.homeward_as_json(public.grading_orders, boolean, timestamptz) is
  'The end of an order''s way as its customer has it: {order_id, can_arrive, can_write, problem_since, address (see
   private.return_address_as_json)}. p_hides_addresses: for who has only a link, without any address.';

create function private.my_homeward(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.homeward_as_json(o, false, now()) from public.grading_orders o
  where o.id = p_order_id and o.user_id = (select private.me())
$$;
comment on function private.my_homeward(uuid) is
  '@callers authenticated
   What private.homeward_as_json says of an order of the caller''s own; of any other null.';

-- Public functions

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
  perform private.set_actor('customer', p_user_id);
  update public.grading_orders o set submission_status = 'delivered', fulfillment_status = 'complete', updated_at = clock_timestamp()
  where o.id = p_order_id;
  return jsonb_build_object('outcome', 'arrived');
end $$;
comment on function public.confirm_arrival(uuid, uuid, text, text) is
  'The customer (private.may_decide) has the cards: delivered, once. {outcome: arrived | arrived_before | not_on_its_way | not_found}.';

create function public.report_problem(
  p_order_id uuid, p_user_id uuid, p_guest_key text, p_token_hash text, p_body text, p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_body text := btrim(p_body, E' \t\r\n');
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found or not private.may_decide(v_order, p_user_id, p_guest_key, p_token_hash) then
    return jsonb_build_object('outcome', 'not_found');
  elsif not private.may_report(v_order, p_now) then
    return jsonb_build_object('outcome', 'problem_not_now');
  end if;
  -- A form that was sent twice reports once.
  if private.problem_since(p_order_id) is null or v_body is distinct from (select m.body from public.order_messages m
      where m.order_id = p_order_id and m.author = 'customer' order by m.id desc limit 1) then
    perform private.open_problem(p_order_id, p_user_id, v_body, p_now);
  end if;
  return jsonb_build_object('outcome', 'reported');
end $$;
comment on function public.report_problem(uuid, uuid, text, text, text, timestamptz) is
  'What the customer (private.may_decide) says is wrong, 1 to 2,000 characters; the same words again while it is open are kept once.
   {outcome}: reported | problem_not_now (see private.may_report) | not_found.';

create function public.staff_solve_problem(p_actor uuid, p_order_id uuid, p_version integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
begin
  perform private.require_actor(p_actor);
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('outcome', 'order_not_found');
  elsif v_order.version <> p_version then
    return jsonb_build_object('outcome', 'conflict', 'order', private.staff_order_rows(array[p_order_id]) -> 0,
      'changes', private.events_as_json(p_order_id, p_version));
  elsif private.problem_since(p_order_id) is null then
    return jsonb_build_object('outcome', 'problem_not_open');
  end if;
  update public.order_admin a set problem_since = null, updated_at = now() where a.order_id = p_order_id;
  update public.grading_orders o set updated_at = clock_timestamp() where o.id = p_order_id;
  perform private.set_actor('staff', p_actor);
  perform private.add_order_event(p_order_id, 'problem', null, 'solved', true);
  return jsonb_build_object('outcome', 'solved', 'order', private.staff_order_rows(array[p_order_id]) -> 0);
end $$;
comment on function public.staff_solve_problem(uuid, uuid, integer) is
  'Clears the flag of a problem that staff have settled with the customer by email. {outcome, order?, changes?}; outcome: solved |
   conflict | problem_not_open | order_not_found.';
