-- Inbound shipment as the customer reports it: shipped (carrier, number), delivered, or withdrawn. Two reminders to ship.

create function public.change_inbound(
  p_order_id uuid, p_user_id uuid, p_guest_key text, p_token_hash text, p_action text, p_day date default null,
  p_carrier text default null, p_tracking text default null, p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_is_delivery constant boolean := p_action in ('delivered', 'not_delivered');
  -- Noon in UTC reads as that day in nearly every time zone.
  v_at constant timestamptz := case when p_action in ('shipped', 'delivered') then (p_day + time '12:00') at time zone 'utc' end;
  v_old public.grading_orders;
  v_new public.grading_orders;
  v_outcome text;
  v_from text;
  v_to text;
begin
  select * into v_old from public.grading_orders o where o.id = p_order_id for update;
  v_outcome := case
    when v_old.id is null or not private.may_decide(v_old, p_user_id, p_guest_key, p_token_hash) then 'not_found'
    when v_old.arrived_at is not null or v_old.received_at is not null then 'inbound_arrived'
    when v_old.payment_status = 'canceled' then 'inbound_canceled'
    when v_old.payment_status <> 'paid' then 'inbound_not_paid'
    when v_old.inbound_shipped_at is null and v_old.cancel_requested_at is not null then 'inbound_canceling'
    when v_old.inbound_shipped_at is null and v_is_delivery then 'inbound_not_shipped'
    when p_action in ('not_shipped', 'not_delivered') then null
    -- The customer's calendar may be a day behind UTC, or ahead of it.
    when (p_day between ((v_old.paid_at - interval '12 hours') at time zone 'utc')::date
        and ((p_now + interval '14 hours') at time zone 'utc')::date) is not true
      or v_is_delivery and v_at < v_old.inbound_shipped_at then 'bad_date' end;
  if v_outcome is not null then
    return jsonb_build_object('outcome', v_outcome);
  end if;
  v_new := v_old;
  if not v_is_delivery then
    v_new.inbound_carrier := p_carrier;
    v_new.inbound_tracking := private.plain_number(p_tracking);
    v_new.inbound_shipped_at := v_at;
  end if;
  -- It can't have arrived before it left.
  v_new.inbound_delivered_at := case when v_is_delivery then v_at when v_old.inbound_delivered_at >= v_at then v_old.inbound_delivered_at end;
  if v_new is not distinct from v_old then
    return jsonb_build_object('outcome', 'unchanged');
  end if;
  update public.grading_orders o set inbound_carrier = v_new.inbound_carrier, inbound_tracking = v_new.inbound_tracking,
    inbound_shipped_at = v_new.inbound_shipped_at, inbound_delivered_at = v_new.inbound_delivered_at
  where o.id = p_order_id;
  if v_is_delivery then
    v_from := (v_old.inbound_delivered_at at time zone 'utc')::date;
    v_to := (v_new.inbound_delivered_at at time zone 'utc')::date;
  else
    v_from := nullif(concat_ws(':', v_old.inbound_carrier, (v_old.inbound_shipped_at at time zone 'utc')::date, v_old.inbound_tracking), '');
    v_to := nullif(concat_ws(':', v_new.inbound_carrier, (v_new.inbound_shipped_at at time zone 'utc')::date, v_new.inbound_tracking), '');
  end if;
  perform private.add_order_event(p_order_id, case when v_is_delivery then 'inbound_delivered' when p_action = 'shipped' then 'inbound_shipped'
    else 'inbound_withdrawn' end, v_from, v_to, true, private.change_context('customer', p_user_id));
  return jsonb_build_object('outcome', 'noted');
end $$;
comment on function public.change_inbound is
  'Saves what a customer reports about an inbound shipment. p_action: shipped | not_shipped | delivered | not_delivered. Events have
   "carrier:day:number", or the day of delivery. Returns {outcome: noted | unchanged | bad_date (before payment or shipping, or in
   the future) | not_found (also: not theirs) | inbound_arrived | inbound_canceled | inbound_not_paid | inbound_canceling (asked to
   cancel) | inbound_not_shipped}.';

create function public.queue_ship_reminders(p_limit integer default 200, p_now timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_left integer := greatest(p_limit, 0);
  v_done integer := 0;
  v_order public.grading_orders;
  v_nth smallint;
begin
  -- The second reminder first: after an outage, a customer gets only that one.
  foreach v_nth in array array[2, 1]::smallint[] loop
    for v_order in
      select o.* from public.grading_orders o left join public.order_admin a on a.order_id = o.id
      where o.payment_status = 'paid' and o.fulfillment_status = 'not_received' and o.arrived_at is null
        and o.received_count is null and o.submission_status = 'pending' and o.inbound_shipped_at is null
        and o.ship_reminders = any (case v_nth when 1 then array[0]::smallint[] else array[0, 1]::smallint[] end)
        and o.paid_at <= p_now - case v_nth when 1 then interval '3 days' else interval '10 days' end
        and o.paid_at > p_now - case v_nth when 1 then interval '7 days' else interval '21 days' end
        and o.refunded_cents = 0 and o.cancel_requested_at is null and a.is_set_aside is not true
        and private.set_aside_reason(o.payment_status, o.refunded_cents, a.dispute_status) is null
        and not exists (select from public.refund_requests r where r.order_id = o.id and r.status = 'started')
      order by o.paid_at limit v_left - v_done for update of o skip locked
    loop
      update public.grading_orders o set ship_reminders = v_nth where o.id = v_order.id;
      if private.mail_address_of(v_order) is not null then
        insert into public.outbox (dedupe_key, kind, payload)
        values ('ship_reminder:' || v_order.id || ':' || v_nth, 'ship_reminder',
          jsonb_build_object('order_id', v_order.id, 'nth', v_nth))
        on conflict (dedupe_key) do nothing;
      end if;
      v_done := v_done + 1;
    end loop;
  end loop;
  return jsonb_build_object('done', v_done);
end $$;
comment on function public.queue_ship_reminders(integer, timestamptz) is
  'Queues reminders for paid orders that aren''t shipped: from day 3 to 7 and from day 10 to 21 after payment, each once. Skips
   refunded, disputed and set-aside orders. Returns {done}; below p_limit none are left.';
