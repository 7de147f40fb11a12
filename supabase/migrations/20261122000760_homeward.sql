-- The way home as the customer has it: that the cards arrived, and what is wrong with them. One problem an order, with what its
-- customer and staff write to each other; who closes and opens it again, and until when, is decided here.

-- Tables

create table public.order_problems (
  order_id uuid primary key references public.grading_orders (id),
  opened_at timestamptz not null default clock_timestamp(),
  waiting_since timestamptz,
  answered_at timestamptz,
  closed_at timestamptz,
  constraint closed_waits_for_nobody check (closed_at is null or waiting_since is null),
  constraint open_waits_or_is_answered check (closed_at is not null or num_nonnulls(waiting_since, answered_at) >= 1)
);
comment on table public.order_problems is
  'What a customer says is wrong with the cards on or after their way home, one an order. It stays as long as the order.';
comment on column public.order_problems.waiting_since is 'Since when the customer waits for an answer; null: it was given, or it is closed.';
comment on column public.order_problems.answered_at is 'When staff last wrote.';
comment on column public.order_problems.closed_at is 'When staff closed it; null: it is open.';

create table public.problem_messages (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.order_problems (order_id),
  author text not null check (author in ('customer', 'staff')),
  author_id uuid,
  act_id uuid,
  body text not null check (char_length(body) between 1 and 2000),
  created_at timestamptz not null default clock_timestamp(),
  removed_at timestamptz,
  removed_by uuid,
  constraint staff_write_by_acts check ((author = 'staff') = (act_id is not null)),
  check ((removed_at is null) = (removed_by is null))
);
comment on table public.problem_messages is
  'What a problem''s customer and staff wrote, never changed; what staff wrote by mistake is taken back with its act.';
comment on column public.problem_messages.author_id is 'Null for a guest. No foreign key: the record outlives the account.';
create index problem_messages_of_order on public.problem_messages (order_id, id);

-- Row-level security: read by functions alone, as the events of an order are.

alter table public.order_problems enable row level security;
alter table public.problem_messages enable row level security;

-- Private functions

create function private.delivered_at(p_order_id uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(e.occurred_at) from public.order_events e
  where e.order_id = p_order_id and e.type = 'submission_status' and e.to_value = 'delivered'
$$;
comment on function private.delivered_at(uuid) is 'When an order was last set delivered; null where no event says so.';

create function private.problem_until(p_order_id uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select coalesce(b.closed_at + interval '30 days', 'infinity') from public.order_problems b where b.order_id = p_order_id
$$;
comment on function private.problem_until(uuid) is
  'Until when a problem may be opened again, 30 days after it was closed; infinity while it is open, null where there is none. What
   runs by itself takes no order as done before.';

create function private.may_report(p_order public.grading_orders, p_now timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(private.problem_until(p_order.id) > p_now, p_order.submission_status = 'completed'
    or p_order.submission_status = 'delivered' and private.delivered_at(p_order.id) > p_now - interval '30 days', false)
$$;
comment on function private.may_report(public.grading_orders, timestamptz) is
  'Whether a customer may say that something is wrong: from the parcel on until 30 days after delivery, in a problem that is open,
   and 30 days after it was closed.';


create function private.homeward_as_json(p_order public.grading_orders, p_hides_addresses boolean, p_now timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('order_id', p_order.id, 'can_arrive', p_order.submission_status = 'completed',
    'can_write', private.may_report(p_order, p_now),
    'address', case when not p_hides_addresses then private.return_address_as_json(p_order) end,
    'problem', (
      select jsonb_build_object('is_open', b.closed_at is null, 'is_answered', b.waiting_since is null,
        'until', b.closed_at + interval '30 days', 'messages', (
          select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'author', m.author, 'at', m.created_at,
            'body', case when p_hides_addresses then regexp_replace(m.body, '[^\s@<>]+@[^\s@<>]+', '…', 'g') else m.body end)
            order by m.id), '[]')
          from public.problem_messages m where m.order_id = b.order_id and m.removed_at is null))
      from public.order_problems b where b.order_id = p_order.id))
$$;
comment on function private.homeward_as_json(public.grading_orders, boolean, timestamptz) is
  'The end of an order''s way as its customer has it: {order_id, can_arrive, can_write, address (see
   private.return_address_as_json), problem (null: none): {is_open, is_answered,
   until (when it is closed: it may be opened again), messages: [{id, author, at, body}]}}. p_hides_addresses: for who has only a
   link, without any address.';

create function private.my_homeward(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.homeward_as_json(o, false, now()) from public.grading_orders o
  where o.id = p_order_id and o.user_id = (select private.me())
$$;
comment on function private.my_homeward(uuid) is
  '@callers authenticated
   What private.homeward_as_json says of an order of the caller''s own; of any other null.';

create function private.staff_problem(p_order_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('is_open', b.closed_at is null, 'waiting_since', b.waiting_since, 'closed_at', b.closed_at, 'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'author', m.author, 'at', m.created_at, 'body', m.body,
        'author_email', private.email_of(m.author_id)) order by m.id), '[]')
      from public.problem_messages m where m.order_id = b.order_id and m.removed_at is null))
  from public.order_problems b where b.order_id = p_order_id
$$;
comment on function private.staff_problem(uuid) is
  'A problem as staff read it: {is_open, waiting_since, closed_at, messages: [{id, author, at, body, author_email}]}; null where there
   is none.';

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
  v_problem public.order_problems;
  v_last public.problem_messages;
  v_body text := btrim(p_body, E' \t\r\n');
  v_outcome text;
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found or not private.may_decide(v_order, p_user_id, p_guest_key, p_token_hash) then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  select * into v_problem from public.order_problems b where b.order_id = p_order_id;
  select * into v_last from public.problem_messages m where m.order_id = p_order_id and m.removed_at is null order by m.id desc limit 1;
  if v_last.author = 'customer' and v_last.body = v_body then
    return jsonb_build_object('outcome', 'written_before');
  elsif not private.may_report(v_order, p_now) then
    return jsonb_build_object('outcome', 'not_now');
  elsif (select count(*) from public.problem_messages m
      where m.order_id = p_order_id and m.author = 'customer' and m.created_at > p_now - interval '1 day') >= 20 then
    return jsonb_build_object('outcome', 'too_many');
  end if;
  v_outcome := case when v_problem.order_id is null then 'reported' when v_problem.closed_at is null then 'written' else 'reopened' end;
  insert into public.order_problems as b (order_id, opened_at, waiting_since) values (p_order_id, p_now, p_now)
  on conflict (order_id) do update set waiting_since = coalesce(b.waiting_since, p_now), closed_at = null;
  insert into public.problem_messages (order_id, author, author_id, body, created_at)
  values (p_order_id, 'customer', p_user_id, v_body, p_now);
  perform private.set_actor('customer', p_user_id);
  -- Whoever has a form of the order open must notice.
  update public.grading_orders o set updated_at = clock_timestamp() where o.id = p_order_id;
  perform private.add_order_event(p_order_id, 'problem', null, v_outcome, v_outcome <> 'written');
  return jsonb_build_object('outcome', v_outcome);
end $$;
comment on function public.report_problem(uuid, uuid, text, text, text, timestamptz) is
  'What the customer (private.may_decide) says is wrong, 1 to 2,000 characters. {outcome}: reported (the first) | written (to an open
   problem) | reopened (a closed one) | written_before (the same words just now) | not_now (see private.may_report) | too_many (20
   within 24 hours) | not_found.';

create function public.staff_answer_problem(
  p_actor uuid, p_order_id uuid, p_version integer, p_body text, p_closes boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_body text := btrim(p_body, E' \t\r\n');
  v_outcome text := case when p_closes then 'closed' else 'answered' end;
  v_act_id uuid := gen_random_uuid();
  v_message_id bigint;
begin
  perform private.require_actor(p_actor);
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  elsif v_order.version <> p_version then
    return jsonb_build_object('outcome', 'conflict', 'order', private.staff_order_rows(array[p_order_id]) -> 0,
      'changes', private.events_as_json(p_order_id, p_version));
  elsif not exists (select from public.order_problems b where b.order_id = p_order_id and b.closed_at is null) then
    return jsonb_build_object('outcome', 'nothing_open');
  end if;
  -- Why it is closed stands on the timeline, which whoever has the link reads, too.
  perform private.set_actor('staff', p_actor, case when p_closes then v_body end);
  insert into public.problem_messages (order_id, author, author_id, act_id, body)
  values (p_order_id, 'staff', p_actor, v_act_id, v_body) returning id into v_message_id;
  update public.order_problems b set waiting_since = null, answered_at = clock_timestamp(),
    closed_at = case when p_closes then clock_timestamp() end
  where b.order_id = p_order_id;
  update public.grading_orders o set updated_at = clock_timestamp() where o.id = p_order_id returning * into v_order;
  perform private.add_order_event(p_order_id, 'problem', null, v_outcome, true);
  insert into public.outbox (dedupe_key, kind, payload, next_attempt_at)
  select 'problem_answer:' || v_message_id, 'problem_answer', jsonb_build_object('order_id', p_order_id, 'body', v_body,
    'is_closed', p_closes), now() + private.undo_time()
  where private.mail_address_of(v_order) is not null;
  return jsonb_build_object('outcome', v_outcome, 'order', private.staff_order_rows(array[p_order_id]) -> 0);
end $$;
comment on function public.staff_answer_problem(uuid, uuid, integer, text, boolean) is
  'Answers an open problem, or closes it with a word; the customer reads it at once and has it by email in ten minutes. {outcome,
   order?, changes?}; outcome: answered | closed | conflict | nothing_open | not_found.';
