-- What a customer hears without asking: each step of a batch that is here and, when nothing has happened for a week, where it is and
-- what comes next.

-- Tables

create table public.order_silences (
  order_id uuid primary key references public.grading_orders (id) on delete cascade,
  last_news_at timestamptz not null,
  told_at timestamptz
);
comment on table public.order_silences is
  'Paid batches of which news are awaited (private.silence_stage): since when their owners have read nothing new of them, and when
   they were told so. Kept by trigger.';
comment on column public.order_silences.told_at is 'When its owner was written to about this silence; null again with the next news.';
create index order_silences_untold on public.order_silences (last_news_at, order_id) where told_at is null;

-- Row-level security

alter table public.order_silences enable row level security;

-- Private functions

create function private.enqueue_step(p_order public.grading_orders, p_kind text, p_facts jsonb) returns void
language sql set search_path = ''
as $$
  insert into public.outbox (dedupe_key, kind, payload, next_attempt_at)
  select p_kind || ':' || p_order.id || ':' || p_order.version, p_kind, jsonb_build_object(
    'order_id', p_order.id, 'facts', p_facts, 'act_id', nullif(current_setting('app.act_id', true), '')),
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
    and not exists (select from private.mails_told(p_order.id) t where t.kind = 'order_arrived' and t.payload -> 'facts' ? 'counted');
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
  -- Staff may have asked for no mail about it; what was sent 90 days ago is deleted, and would be sent again.
  select not coalesce(e.data ? 'not_told', false) and e.occurred_at > now() - interval '90 days'
    and not exists (select from public.outbox o where o.payload ->> 'order_id' = p_order.id::text and o.kind = v_kind
      and (o.payload -> 'facts') - 'is_added' = v_facts and not o.payload ? 'is_undone') into v_is_untold
  from public.order_events e
  where e.order_id = p_order.id and case when v_kind = 'order_arrived' then e.type = 'arrived'
    else e.type = 'submission_status' and e.to_value = any (v_steps) and e.from_value <> all (v_steps) end
  order by e.id desc limit 1;
  if v_is_untold then
    perform private.enqueue_step(p_order, v_kind, v_facts);
  end if;
end $$;
comment on function private.tell_step_again(public.grading_orders) is
  'The mail of the step at which a batch is, if none was sent, for one that is paid again, or of which what came later is taken back:
   what waited was deleted when it was so no more, or had made way.';

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
  where o.payload ->> 'order_id' = p_order.id::text and o.kind = 'order_sent' and not o.payload -> 'facts' ? 'cards'
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
  v_is_numbered boolean := false;
  v_untrue text[] := array_remove(array[
    case when new.arrived_at is null or new.received_count is not null then 'order_arrived' end,
    case when new.arrived_at is null or new.payment_status <> 'canceled' or v_new >= v_completed then 'canceled_arrived' end,
    case when v_new < v_shipped then 'order_sent' end,
    case when v_new < v_graded then 'order_graded' end,
    case when v_new < v_completed then 'order_returned' end,
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
  -- Neither what is taken back nor history is news.
  if coalesce(current_setting('app.events_are_internal', true), '') <> ''
    or coalesce(current_setting('app.event_at', true), '') <> '' or private.is_quiet() then
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
  if old.grading_submission_number is null and new.grading_submission_number is not null and not v_is_numbered
    and least(v_old, v_new) >= v_shipped and v_new < v_completed
    -- The mail about the grades says it by itself.
    and not exists (select from public.outbox o where o.payload ->> 'order_id' = new.id::text and o.kind = 'order_graded'
      and not o.payload -> 'facts' ? 'cards' and o.sent_at is null and o.failed_at is null) then
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

create function private.silence_stage(p_order public.grading_orders) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when p_order.payment_status <> 'paid' then null
    when p_order.fulfillment_status = 'complete' then case when p_order.submission_status = 'completed' then 'way_back' end
    when p_order.fulfillment_status = 'grading' then 'here'
    when p_order.arrived_at is not null then 'unopened'
    when p_order.inbound_shipped_at is not null then 'way_here' end;
end $$;
comment on function private.silence_stage(public.grading_orders) is
  'Where a batch is of which its owner waits to hear: way_here (said to be shipped, or delivered) | unopened (its package is here, and
   not checked in) | here (checked in) | way_back. Null: not paid, still to be shipped, or back. lib/email/silence-words.ts says the
   same; a test compares them.';

create function private.keep_silence() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.order_silences as s (order_id, last_news_at)
  select o.id, new.occurred_at from public.grading_orders o
  where o.id = new.order_id and private.silence_stage(o) is not null
  on conflict (order_id) do update set last_news_at = greatest(s.last_news_at, excluded.last_news_at), told_at = null;
  if found then
    perform private.forget_steps(new.order_id, array['no_news']);
  end if;
  return null;
end $$;

create trigger keep_silence after insert on public.order_events
  for each row when (new.public) execute function private.keep_silence();

create function private.end_silence() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.order_silences s where s.order_id = new.id;
  if found then
    perform private.forget_steps(new.id, array['no_news']);
  end if;
  return null;
end $$;

create trigger end_silence
  after update of fulfillment_status, payment_status, submission_status, arrived_at, inbound_shipped_at
  on public.grading_orders
  for each row when (private.silence_stage(new) is null) execute function private.end_silence();

create function private.is_silence_told(p_order public.grading_orders, p_admin public.order_admin, p_now timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select private.silence_stage(p_order) is not null and p_order.cancel_requested_at is null
    -- Of what is not counted no day is promised, and what has left is not late any more. A package that is late to be opened is told
    -- so by this mail: no other does.
    and (private.silence_stage(p_order) <> 'here' or p_order.promised_to is null
      or p_order.promised_to >= private.business_date(p_now))
    and private.is_open_dispute(p_admin.dispute_status) is not true and p_admin.problem_place is null
    and num_nonnulls(p_admin.waiting_since, p_admin.upcharge_since) = 0 and p_admin.address_asked_until is null and p_admin.is_set_aside is not true
$$;
comment on function private.is_silence_told(public.grading_orders, public.order_admin, timestamptz) is
  'Whether its owner is to hear that nothing is new: of a batch on its way or here whose promised day is not over, and that is not disputed, reported, set aside,
   to be canceled or waiting for an answer.';

-- Public functions

create function public.list_silent_orders(
  p_after_at timestamptz default null, p_after_id uuid default null, p_limit integer default 200, p_now timestamptz default now()
) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.order_id, 'last_news_at', l.last_news_at)
    order by l.last_news_at, l.order_id), '[]')
  from (
    select s.order_id, s.last_news_at
    from public.order_silences s
    where s.told_at is null and s.last_news_at <= p_now - interval '7 days'
      -- Nobody is written to at night.
      and extract(hour from p_now at time zone private.business_time_zone()) >= 9
      and (p_after_at is null or (s.last_news_at, s.order_id) > (p_after_at, p_after_id))
      -- Asked of each in turn: a join would read all orders when few are silent.
      and (select private.is_silence_told(o, a, p_now) from public.grading_orders o
        left join public.order_admin a on a.order_id = o.id where o.id = s.order_id)
    order by s.last_news_at, s.order_id limit greatest(p_limit, 0)
  ) l
$$;
comment on function public.list_silent_orders(timestamptz, uuid, integer, timestamptz) is
  'Batches of which their owners wait to hear, have read nothing new for a week and were not told so, the longest silent first, from
   nine in the morning where the business is: [{id, last_news_at}]. p_after_…: the last one of the page before.';

create function public.tell_silent_order(p_order_id uuid, p_now timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_admin public.order_admin;
  v_silence public.order_silences;
  v_stage text;
  v_key text;
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  select * into v_admin from public.order_admin a where a.order_id = p_order_id;
  select * into v_silence from public.order_silences s where s.order_id = p_order_id;
  if v_silence.told_at is not null then
    return jsonb_build_object('outcome', 'told_before');
  elsif v_silence.order_id is null or v_silence.last_news_at > p_now - interval '7 days'
    or private.is_silence_told(v_order, v_admin, p_now) is not true then
    return jsonb_build_object('outcome', 'not_silent');
  end if;
  v_stage := private.silence_stage(v_order);
  -- Of a package that the carrier has we know no more than its owner: that is said once, and not of each silence.
  v_key := 'no_news:' || v_order.id || ':' || case when v_stage in ('way_here', 'way_back') then v_stage
    else to_char(v_silence.last_news_at at time zone 'utc', 'YYYYMMDDHH24MISSUS') end;
  update public.order_silences s set told_at = p_now where s.order_id = p_order_id;
  if exists (select from public.outbox o where o.dedupe_key = v_key) then
    return jsonb_build_object('outcome', 'told_before');
  end if;
  insert into public.outbox (dedupe_key, kind, payload, created_at, next_attempt_at)
  select v_key, 'no_news', jsonb_build_object('order_id', v_order.id, 'last_news_at', v_silence.last_news_at), p_now, p_now
  where private.mail_address_of(v_order) is not null;
  return jsonb_build_object('outcome', 'told');
end $$;
comment on function public.tell_silent_order(uuid, timestamptz) is
  'Writes the mail that nothing is new, once for a silence, and of a batch on its way to us or back once in all: {outcome: told |
   told_before | not_silent}.';
