-- What a customer hears without asking: each step of a batch that is here and, when nothing has happened for a week, where it is and
-- what comes next.

-- Private functions

create function private.enqueue_step(p_order public.grading_orders, p_kind text, p_facts jsonb) returns void
language sql set search_path = ''
as $$
  insert into public.outbox (dedupe_key, kind, payload, next_attempt_at)
  select p_kind || ':' || p_order.id || ':' || p_order.version, p_kind, jsonb_build_object(
    'order_id', p_order.id, 'facts', p_facts),
    now() + private.undo_time()
  where p_order.payment_status = case p_kind when 'canceled_arrived' then 'canceled' else 'paid' end
    and private.mail_address_of(p_order) is not null
    and not private.is_told(p_order.id, p_kind, p_facts)
  on conflict (dedupe_key) do nothing
$$;
comment on function private.enqueue_step(public.grading_orders, text, jsonb) is
  'One mail for a step of a paid batch, or that the package of a canceled one is here. It waits for ten minutes, or for the next step.';

create function private.forget_steps(p_order_id uuid, p_kinds text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.outbox o
  where o.payload ->> 'order_id' = p_order_id::text and o.kind = any (p_kinds) and o.sent_at is null
    and (o.locked_until is null or o.locked_until <= now());
end $$;
comment on function private.forget_steps(uuid, text[]) is 'Deletes mails of these kinds about an order that have not left yet and would say what is no longer so.';

create function private.enqueue_part(p_order public.grading_orders) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.enqueue_step(p_order, 'order_arrived', jsonb_build_object('expected', private.cards_expected(p_order, a),
    'counted', (select sum(u.cards) from unnest(a.box_counts) as u (cards))))
  from public.order_admin a
  where a.order_id = p_order.id and a.box_counts is not null and p_order.arrived_at is not null
    and p_order.submission_status = 'pending'
    -- Of the other boxes the customer hears with the last one.
    and not exists (select from public.outbox m
      where m.payload ->> 'order_id' = p_order.id::text and m.kind = 'order_arrived' and m.payload -> 'facts' ? 'counted'
        and (m.sent_at is not null or m.locked_until > now()));
end $$;
comment on function private.enqueue_part(public.grading_orders) is
  'One mail that some boxes of a batch are counted, and the rest is awaited, for one of which its page says so, too: staff have not taken it further by hand.';

create function private.tell_step_again(p_order public.grading_orders) returns void
language plpgsql set search_path = ''
as $$
declare
  v_steps text[] := case when p_order.submission_status in ('shipped', 'grading') then array['shipped', 'grading']
    when p_order.submission_status = 'graded' then array['graded'] end;
  v_kind text := case when 'graded' = any (v_steps) then 'order_graded' when v_steps is not null then 'order_sent'
    when p_order.submission_status in ('pending', 'received') and p_order.arrived_at is not null and p_order.received_count is null
      -- It says that nothing was opened; of one that is counted in part the desk's mail says how much is.
      and not exists (select from public.order_admin a where a.order_id = p_order.id and a.box_counts is not null)
      then 'order_arrived' end;
  v_facts jsonb := case v_kind when 'order_sent' then jsonb_build_object('number', p_order.grading_submission_number) else '{}' end;
  v_is_untold boolean;
begin
  if v_kind is null then
    perform private.enqueue_part(p_order);
    return;
  end if;
  -- What was sent 90 days ago is deleted, and would be sent again.
  select e.occurred_at > now() - interval '90 days'
    and not exists (select from public.outbox o where o.payload ->> 'order_id' = p_order.id::text and o.kind = v_kind
      and (o.payload -> 'facts') - 'is_added' = v_facts) into v_is_untold
  from public.order_events e
  where e.order_id = p_order.id and case when v_kind = 'order_arrived' then e.type = 'arrived'
    else e.type = 'submission_status' and e.to_value = any (v_steps) and e.from_value <> all (v_steps) end
  order by e.id desc limit 1;
  if v_is_untold then
    perform private.enqueue_step(p_order, v_kind, v_facts);
  end if;
end $$;
comment on function private.tell_step_again(public.grading_orders) is
  'The mail of the step at which a batch is, if none was sent, for one that is paid again: what waited was deleted when it was not.';

create function private.renumber_sent(p_order public.grading_orders) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if p_order.grading_submission_number is null then
    delete from public.outbox o
    where o.payload ->> 'order_id' = p_order.id::text and o.kind = 'order_sent' and o.payload -> 'facts' ? 'is_added'
      and o.sent_at is null and (o.locked_until is null or o.locked_until <= now());
  end if;
  update public.outbox o
  set payload = jsonb_set(o.payload, '{facts,number}', coalesce(to_jsonb(p_order.grading_submission_number), 'null'))
  where o.payload ->> 'order_id' = p_order.id::text and o.kind = 'order_sent'
    and o.sent_at is null and o.failed_at is null and (o.locked_until is null or o.locked_until <= now());
  return found;
end $$;
comment on function private.renumber_sent(public.grading_orders) is
  'The mail that the cards left for the grader, which waits, will say the number as the order has it now (null: none); one about that
   number alone goes with it. Whether one waits.';

create function private.tell_steps() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_old integer := private.submission_rank(old.submission_status);
  v_new integer := private.submission_rank(new.submission_status);
  v_shipped constant integer := private.submission_rank('shipped');
  v_graded constant integer := private.submission_rank('graded');
  v_completed constant integer := private.submission_rank('completed');
  v_delivered constant integer := private.submission_rank('delivered');
  v_is_numbered boolean := false;
  v_untrue text[] := array_remove(array[
    case when new.arrived_at is null or new.received_count is not null then 'order_arrived' end,
    case when new.arrived_at is null or new.payment_status <> 'canceled' or v_new >= v_completed then 'canceled_arrived' end,
    case when v_new < v_shipped then 'order_sent' end,
    case when v_new < v_graded then 'order_graded' end,
    case when v_new < v_completed then 'order_returned' end,
    case when v_new < v_delivered then 'order_delivered' end,
    case when new.received_count is null then 'check_in_receipt' end], null)
    -- Those that are of a paid order alone could never be sent; what was told wrongly is corrected all the same.
    || case when new.payment_status <> 'paid' then array['order_confirmation', 'order_arrived', 'order_sent', 'order_graded',
      'check_in_receipt', 'late', 'no_news'] else '{}' end
    || case when new.payment_status <> 'pending' then array['payment_pending'] else '{}' end
    || case when new.payment_status = 'canceled' then array['cancel_declined'] else '{}' end;
begin
  if v_new < v_old or v_old < v_completed and v_new >= v_completed or new.payment_status <> old.payment_status
    or new.arrived_at is null and old.arrived_at is not null or new.received_count is distinct from old.received_count then
    -- What has not left yet and is no longer so, or is said by the mail about the count.
    perform private.forget_steps(new.id, v_untrue);
  end if;
  if old.submission_status = 'pending' and new.submission_status <> 'pending' then
    -- Its page says no more that a part is here.
    delete from public.outbox o
    where o.payload ->> 'order_id' = new.id::text and o.kind = 'order_arrived' and o.payload -> 'facts' ? 'counted'
      and o.sent_at is null and (o.locked_until is null or o.locked_until <= now());
  end if;
  if new.grading_submission_number is distinct from old.grading_submission_number then
    v_is_numbered := private.renumber_sent(new);
  end if;
  -- History is no news.
  if coalesce(current_setting('app.event_at', true), '') <> '' then
    return null;
  end if;
  if new.payment_status = 'paid' and old.payment_status <> 'paid' and old.paid_at is not null then
    perform private.tell_step_again(new);
  end if;
  if old.arrived_at is null and new.arrived_at is not null and new.received_count is null
    and new.submission_status in ('pending', 'received') then
    perform private.enqueue_step(new, 'order_arrived', '{}');
  end if;
  -- What nobody has paid may be paid yet, and go on.
  if old.arrived_at is null and new.arrived_at is not null and new.payment_status = 'canceled' and new.paid_at is not null then
    perform private.enqueue_step(new, 'canceled_arrived', '{}');
  end if;
  if v_old < v_shipped and new.submission_status in ('shipped', 'grading') then
    perform private.enqueue_step(new, 'order_sent', jsonb_build_object('number', new.grading_submission_number));
  end if;
  if v_old < v_graded and new.submission_status = 'graded' then
    perform private.enqueue_step(new, 'order_graded', '{}');
  end if;
  -- Customers who confirm the delivery themselves know it.
  if v_old < v_delivered and v_new = v_delivered and coalesce(current_setting('app.actor_type', true), '') <> 'customer' then
    perform private.enqueue_step(new, 'order_delivered', '{}');
  end if;
  if old.grading_submission_number is null and new.grading_submission_number is not null and not v_is_numbered
    and least(v_old, v_new) >= v_shipped and v_new < v_completed
    -- The mail about the grades says it by itself.
    and not exists (select from public.outbox o where o.payload ->> 'order_id' = new.id::text and o.kind = 'order_graded'
      and o.sent_at is null and o.failed_at is null) then
    perform private.enqueue_step(new, 'order_sent',
      jsonb_build_object('number', new.grading_submission_number, 'is_added', true));
  end if;
  return null;
end $$;

create trigger tell_steps
  after update of submission_status, arrived_at, received_count, payment_status, grading_submission_number on public.grading_orders
  for each row when (
    (new.submission_status, new.arrived_at, new.received_count, new.payment_status, new.grading_submission_number)
    is distinct from (old.submission_status, old.arrived_at, old.received_count, old.payment_status, old.grading_submission_number))
  execute function private.tell_steps();

-- Public functions

create function public.queue_no_news(p_limit integer default 200, p_now timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_week constant interval := interval '7 days';
  v_order public.grading_orders;
  v_news timestamptz;
  v_done integer := 0;
begin
  -- Nobody gets an email at night.
  if extract(hour from p_now at time zone private.business_time_zone()) < 9 then
    return jsonb_build_object('done', 0);
  end if;
  for v_order in
    select o.* from public.grading_orders o
    where o.due_on is not null and o.note_due_at <= p_now and o.payment_status = 'paid' and o.submission_status <> 'delivered'
      and (o.arrived_at is not null or o.inbound_shipped_at is not null)
    order by o.note_due_at limit greatest(p_limit, 0) for update skip locked
  loop
    select coalesce(max(e.occurred_at), v_order.submitted_at) into v_news
    from public.order_events e where e.order_id = v_order.id and e.public;
    insert into public.outbox (dedupe_key, kind, payload, created_at, next_attempt_at)
    select 'no_news:' || v_order.id || ':' || private.business_date(p_now), 'no_news',
      jsonb_build_object('order_id', v_order.id), p_now, p_now
    where v_news <= p_now - v_week
      -- The carrier knows more than we do, so a package on its way is mentioned once.
      and (v_news > p_now - 2 * v_week or v_order.arrived_at is not null and v_order.submission_status <> 'completed')
      and v_order.cancel_requested_at is null and private.mail_address_of(v_order) is not null
      and not exists (select from public.order_admin a where a.order_id = v_order.id
        and a.blockers && array['dispute', 'problem', 'upcharge', 'proposal', 'set_aside', 'set_aside_asked'])
    on conflict (dedupe_key) do nothing;
    update public.grading_orders o set note_due_at = case when v_news > p_now - v_week then v_news else p_now end + v_week
    where o.id = v_order.id;
    v_done := v_done + 1;
  end loop;
  return jsonb_build_object('done', v_done);
end $$;
comment on function public.queue_no_news(integer, timestamptz) is
  'Queues the weekly email about each paid batch that is here or on its way and has no public event for a week, from nine in the
   morning where the business is. None while it is disputed, reported, set aside, to be canceled or waiting for an answer.
   {done: orders that were looked at}; below p_limit there are no more due.';
