-- Emails to a customer about an order: its confirmation, one for each step, the check-in receipt, overdue estimates, and an update
-- after a week without news. Those about payments, proposals, addresses, problems and reminders to ship are in their domains.

create function public.enqueue_order_confirmation(p_order_id uuid, p_now timestamptz default now()) returns jsonb
language sql set search_path = ''
as $$
  with queued as (
    insert into public.outbox (dedupe_key, kind, payload, created_at, next_attempt_at)
    select 'order_confirmation:' || o.id, 'order_confirmation', jsonb_build_object('order_id', o.id), p_now, p_now
    from public.grading_orders o
    where o.id = p_order_id and o.payment_status = 'paid'
      -- Older rows were purged and would be sent again.
      and o.paid_at > p_now - interval '90 days'
    on conflict (dedupe_key) do nothing
    returning 1
  )
  select jsonb_build_object('queued', exists (select 1 from queued))
$$;
comment on function public.enqueue_order_confirmation(uuid, timestamptz) is
  'Queues the confirmation of a paid order without one (imported, or set to paid by staff). Returns {queued}: false if it was queued
   before, the order isn''t paid, or the payment is 90 days old.';

create function private.drop_emails(p_order_id uuid, p_kinds text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.outbox o
  where o.payload ->> 'order_id' = p_order_id::text and o.kind = any (p_kinds) and o.sent_at is null
    and (o.locked_until is null or o.locked_until <= now());
end $$;

create function private.queue_step_email(
  p_order public.grading_orders, p_kind text, p_facts jsonb default '{}', p_is_again boolean default false
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_facts jsonb := p_facts;
  v_boxes integer[];
begin
  if p_kind = 'order_arrived' then
    select a.box_counts into v_boxes from public.order_admin a where a.order_id = p_order.id;
  end if;
  if v_boxes is not null then
    -- One email for the first box, the receipt for the last, and none after a later step set by hand.
    if p_order.submission_status <> 'pending' or exists (select from public.outbox o
      where o.payload ->> 'order_id' = p_order.id::text and o.kind = p_kind and o.payload -> 'facts' ? 'counted'
        and (o.sent_at is not null or o.locked_until > now())) then
      return;
    end if;
    select jsonb_build_object('expected', private.cards_expected(p_order, a), 'counted', (select sum(u.cards) from unnest(v_boxes) as u (cards)))
    into v_facts from public.order_admin a where a.order_id = p_order.id;
  end if;
  insert into public.outbox (dedupe_key, kind, payload, next_attempt_at)
  select p_kind || ':' || p_order.id || ':' || p_order.version, p_kind,
    jsonb_build_object('order_id', p_order.id, 'facts', v_facts), now() + private.undo_time()
  where private.mail_address_of(p_order) is not null
    and case p_kind when 'canceled_arrived' then p_order.payment_status = 'canceled'
      -- Refunded and unpaid orders are returned too.
      when 'order_returned' then p_order.payment_status <> 'pending' else p_order.payment_status = 'paid' end
    -- Not repeated within a day, unless it was corrected.
    and not exists (
      select from public.outbox o
      where o.payload ->> 'order_id' = p_order.id::text and o.kind = p_kind
        and (o.payload -> 'facts') - 'is_added' = v_facts - 'is_added'
        and (p_is_again or o.created_at > now() - interval '24 hours' and not exists (select from public.outbox c
          where c.payload ->> 'order_id' = p_order.id::text and c.kind = 'correction' and c.id > o.id)))
    -- Steps that are old or have no event aren't announced again.
    and (not p_is_again or exists (
      select from public.order_events e
      where e.order_id = p_order.id and e.occurred_at > now() - interval '90 days' and case p_kind
        when 'order_arrived' then e.type = 'arrived'
        when 'order_graded' then e.type = 'submission_status' and e.to_value = 'graded'
        else e.type = 'submission_status' and e.to_value in ('shipped', 'grading') end))
  on conflict (dedupe_key) do nothing;
end $$;
comment on function private.queue_step_email(public.grading_orders, text, jsonb, boolean) is
  'Queues a step''s email, after the undo time or at the next step, for a paid order, for the package of a canceled one, or for a
   return shipment. p_is_again: the order is paid again, so what was sent before isn''t repeated.';

create function private.notify_customer() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_shipped constant integer := private.submission_rank('shipped');
  v_graded constant integer := private.submission_rank('graded');
  v_completed constant integer := private.submission_rank('completed');
  v_delivered constant integer := private.submission_rank('delivered');
  v_old integer := private.submission_rank(old.submission_status);
  v_new integer := private.submission_rank(new.submission_status);
  v_is_paid constant boolean := new.payment_status = 'paid';
  -- Queued emails were deleted when it was no longer paid.
  v_is_again constant boolean := v_is_paid and old.payment_status <> 'paid' and old.paid_at is not null;
  v_number text := new.grading_submission_number;
  v_waiting text[];
begin
  -- Deletes queued emails that no longer apply, paid or not.
  delete from public.outbox o
  where o.payload ->> 'order_id' = new.id::text and o.sent_at is null and (o.locked_until is null or o.locked_until <= now())
    and case o.kind
      when 'order_confirmation' then not v_is_paid
      when 'payment_pending' then new.payment_status <> 'pending'
      when 'ship_reminder' then not v_is_paid or new.inbound_shipped_at is not null or new.arrived_at is not null
      when 'order_arrived' then not v_is_paid or new.arrived_at is null or new.received_count is not null
        or o.payload -> 'facts' ? 'counted' and new.submission_status <> 'pending'
      when 'canceled_arrived' then new.arrived_at is null or new.payment_status <> 'canceled' or v_new >= v_completed
      when 'check_in_receipt' then not v_is_paid or new.received_count is null
      when 'order_sent' then not v_is_paid or v_new < v_shipped or o.payload -> 'facts' ? 'is_added' and v_number is null
      when 'order_graded' then not v_is_paid or v_new < v_graded
      when 'order_returned' then v_new < v_completed or o.payload -> 'facts' ? 'is_added' and new.tracking_number is null
      when 'order_delivered' then v_new < v_delivered
      when 'late' then not v_is_paid or new.fulfillment_status = 'complete'
      when 'no_news' then not v_is_paid
      when 'cancel_declined' then new.payment_status = 'canceled'
      else false end;
  -- Updates a tracking or submission number in queued emails, and restarts their undo time.
  update public.outbox o set next_attempt_at = now() + private.undo_time(),
    payload = jsonb_set(o.payload, '{facts,number}', coalesce(to_jsonb(n.number), 'null'))
  from (values ('order_sent', old.grading_submission_number, v_number), ('order_returned', old.tracking_number, new.tracking_number))
    as n (kind, before, number)
  where o.payload ->> 'order_id' = new.id::text and o.kind = n.kind and n.number is distinct from n.before
    and o.sent_at is null and o.failed_at is null and (o.locked_until is null or o.locked_until <= now());
  if new.change_context ->> 'at' is not null then
    return new;
  end if;
  if (old.arrived_at is null or v_is_again) and new.arrived_at is not null and new.received_count is null
    and new.submission_status in ('pending', 'received') then
    perform private.queue_step_email(new, 'order_arrived', '{}', v_is_again);
  end if;
  -- A batch that was never paid may still be paid.
  if old.arrived_at is null and new.arrived_at is not null and new.payment_status = 'canceled' and new.paid_at is not null then
    perform private.queue_step_email(new, 'canceled_arrived');
  end if;
  if (v_old < v_graded or v_is_again) and new.submission_status = 'graded' then
    perform private.queue_step_email(new, 'order_graded', '{}', v_is_again);
  end if;
  v_waiting := array(select o.kind from public.outbox o
    where o.payload ->> 'order_id' = new.id::text and o.sent_at is null and o.failed_at is null
      -- One being sent may not have the number.
      and (o.kind = 'order_graded' or o.locked_until is null or o.locked_until <= now()));
  if (v_old < v_shipped or v_is_again) and new.submission_status in ('shipped', 'grading') then
    perform private.queue_step_email(new, 'order_sent', jsonb_build_object('number', v_number), v_is_again);
  -- The email about the grades has the number, too.
  elsif old.grading_submission_number is null and v_number is not null and least(v_old, v_new) >= v_shipped and v_new < v_completed
    and not v_waiting && array['order_sent', 'order_graded'] then
    perform private.queue_step_email(new, 'order_sent', jsonb_build_object('number', v_number, 'is_added', true));
  end if;
  if v_old < v_completed and v_new = v_completed then
    perform private.queue_step_email(new, 'order_returned', jsonb_build_object('number', new.tracking_number));
  -- Sends the number to a customer who was emailed without it.
  elsif old.tracking_number is null and new.tracking_number is not null and v_new = v_completed and not 'order_returned' = any (v_waiting) then
    perform private.queue_step_email(new, 'order_returned', jsonb_build_object('number', new.tracking_number, 'is_added', true));
  end if;
  -- Not if the customer confirmed the delivery.
  if v_old < v_delivered and v_new = v_delivered and new.change_context ->> 'type' is distinct from 'customer' then
    perform private.queue_step_email(new, 'order_delivered');
  end if;
  return new;
end $$;

-- Must run, by name, after maintain_order (derived columns) and before record_order_change (clears the context).
create trigger notify_customer before update of submission_status, fulfillment_status, payment_status, arrived_at, received_count,
  inbound_shipped_at, grading_submission_number, tracking_number on public.grading_orders
  for each row execute function private.notify_customer();

create function private.enqueue_check_in_receipt(p_order public.grading_orders) returns void
language plpgsql set search_path = ''
as $$
declare
  v_emailed jsonb;
begin
  -- Staff email customers of unpaid orders themselves.
  if p_order.payment_status <> 'paid' or private.mail_address_of(p_order) is null then
    return;
  end if;
  perform private.drop_emails(p_order.id, array['check_in_receipt']);
  -- A correction has no count, so an earlier count may be sent again.
  select o.payload -> 'count' into v_emailed from public.outbox o
  where o.kind in ('check_in_receipt', 'correction') and o.payload ->> 'order_id' = p_order.id::text
  order by o.id desc limit 1;
  if v_emailed is not distinct from to_jsonb(p_order.received_count) then
    return;
  end if;
  insert into public.outbox (dedupe_key, kind, payload, next_attempt_at)
  values ('check_in_receipt:' || p_order.id || ':' || p_order.version, 'check_in_receipt', jsonb_build_object(
    'order_id', p_order.id, 'count', p_order.received_count, 'told_before', v_emailed,
    'expected', (select private.cards_expected(p_order, a, p_order.received_count)
      from (select 1) one left join public.order_admin a on a.order_id = p_order.id)), now() + private.undo_time())
  on conflict (dedupe_key) do nothing;
end $$;
comment on function private.enqueue_check_in_receipt(public.grading_orders) is
  'Queues the receipt for a count of a paid order, after the undo time or at the next step. Replaces one that hasn''t left, and
   queues another only if a recount differs from what the customer was told. Payload: count, told_before (or null) and expected
   (paid for and not refunded).';

create function private.enqueue_overdue_notice(
  p_order public.grading_orders, p_now timestamptz default now(), p_wait interval default '0'
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_emailed jsonb;
  v_today date := private.business_date(p_now);
  v_day date := case
    when p_order.delayed_until between p_order.promised_to + 1 and v_today - 1 then p_order.delayed_until
    when p_order.promised_to < v_today or p_order.delay_reason is not null and p_order.delayed_until > p_order.promised_to
      then p_order.promised_to end;
  v_facts jsonb := jsonb_build_object('promised_to', p_order.promised_to, 'delayed_until', p_order.delayed_until,
    'delay_reason', p_order.delay_reason, 'broken_day', v_day);
  v_due timestamptz;
begin
  with replaced as (
    delete from public.outbox o
    where o.kind = 'late' and o.payload ->> 'order_id' = p_order.id::text and o.sent_at is null
      and (o.locked_until is null or o.locked_until <= p_now)
    returning o.next_attempt_at
  )
  select greatest(p_now + p_wait, max(r.next_attempt_at)) into v_due from replaced r;
  if p_order.payment_status <> 'paid' or p_order.fulfillment_status = 'complete' or private.mail_address_of(p_order) is null
    or v_day is null
    or private.is_open_dispute((select a.dispute_status from public.order_admin a where a.order_id = p_order.id)) then
    return;
  end if;
  select jsonb_build_object('promised_to', o.payload -> 'promised_to', 'delayed_until', o.payload -> 'delayed_until',
      'delay_reason', o.payload -> 'delay_reason', 'broken_day', o.payload -> 'broken_day') into v_emailed
  from public.outbox o
  where o.kind = 'late' and o.payload ->> 'order_id' = p_order.id::text
  order by o.id desc limit 1;
  if v_emailed is not distinct from v_facts then
    return;
  end if;
  insert into public.outbox (dedupe_key, kind, payload, created_at, next_attempt_at)
  values ('late:' || p_order.id || ':' || p_order.version || ':' || v_day, 'late',
    v_facts || jsonb_build_object('order_id', p_order.id), p_now, v_due)
  on conflict (dedupe_key) do nothing;
end $$;
comment on function private.enqueue_overdue_notice(public.grading_orders, timestamptz, interval) is
  'Queues the email that a paid, open, undisputed order is late or delayed. Sends another only for a new missed day, reason or date.
   Replaces one that hasn''t left. It waits for p_wait, and as long as the one that it replaces.';

create function public.queue_overdue_notices(p_limit integer default 200, p_now timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_today date := private.business_date(p_now);
  v_order public.grading_orders;
  v_done integer := 0;
  v_failed integer := 0;
begin
  -- No emails at night.
  if extract(hour from p_now at time zone private.business_time_zone()) < 9 then
    return jsonb_build_object('done', 0);
  end if;
  for v_order in
    select o.* from public.grading_orders o
    where o.due_on is not null and o.promised_to < v_today and o.fulfillment_status <> 'complete' and o.payment_status = 'paid'
      and (o.overdue_notice_day is null or o.overdue_notice_day < o.promised_to
        or o.overdue_notice_day < o.delayed_until and o.delayed_until < v_today)
      and not exists (select from public.order_admin a where a.order_id = o.id and private.is_open_dispute(a.dispute_status))
    order by o.promised_to, o.id limit greatest(p_limit, 0) for update of o skip locked
  loop
    begin
      perform private.enqueue_overdue_notice(v_order, p_now);
      update public.grading_orders o set overdue_notice_day = case when o.delayed_until < v_today then greatest(o.promised_to, o.delayed_until)
        else o.promised_to end
      where o.id = v_order.id;
    exception when others then
      raise warning 'late notice of order %: %', v_order.id, sqlerrm;
      v_failed := v_failed + 1;
    end;
    v_done := v_done + 1;
  end loop;
  return jsonb_build_object('done', v_done, 'failed', v_failed);
end $$;
comment on function public.queue_overdue_notices(integer, timestamptz) is
  'Queues an email for each order whose estimate or delay has passed, oldest first, from 9 a.m. business time: once per missed day,
   unless the customer knows already. Skips disputed orders. Returns {done, failed (retried later)}; done below p_limit means that
   none are left.';

create function public.queue_no_update_emails(p_limit integer default 200, p_now timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_week constant interval := interval '7 days';
  v_order public.grading_orders;
  v_news timestamptz;
  v_done integer := 0;
begin
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
      -- A package on its way is mentioned once: the carrier knows more.
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
comment on function public.queue_no_update_emails(integer, timestamptz) is
  'Queues the weekly email about paid orders that are here or on their way without a public event, from 9 a.m. business time. Skips
   orders that are disputed, reported, set aside, to be canceled or awaiting an answer. Returns {done}; below p_limit none are
   left.';
