-- Step emails: each status change of a batch, and an update after a week without news.

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
