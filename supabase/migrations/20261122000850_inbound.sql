-- What a customer says of the way to us: shipped, by whom and under which number; delivered; or not yet. And who hears nothing
-- of a package is reminded, twice.

-- Private functions

create function private.noon_of(p_day date) returns timestamptz
language sql immutable set search_path = ''
as $$ select (p_day + time '12:00') at time zone 'utc' $$;
comment on function private.noon_of(date) is
  'A day that somebody named, as a moment: noon in UTC, which reads as that day in nearly every time zone.';

create function private.is_day_between(p_day date, p_from timestamptz, p_now timestamptz) returns boolean
language sql immutable set search_path = ''
as $$
  -- The calendar of whoever names a day may be a day behind UTC, or ahead of it.
  select p_day between ((p_from - interval '12 hours') at time zone 'utc')::date and ((p_now + interval '14 hours') at time zone 'utc')::date
$$;
comment on function private.is_day_between(date, timestamptz, timestamptz) is
  'Whether a day that somebody named lies between two moments, in any time zone of theirs.';

create function private.way_here_refusal(p_order public.grading_orders, p_user_id uuid, p_guest_key text, p_token_hash text) returns text
language sql stable set search_path = ''
as $$
  select case
    when p_order.id is null or not private.may_decide(p_order, p_user_id, p_guest_key, p_token_hash) then 'not_found'
    when p_order.arrived_at is not null or p_order.received_at is not null then 'arrived'
    when p_order.payment_status = 'canceled' then 'canceled'
    when p_order.payment_status <> 'paid' then 'not_paid'
    when p_order.cancel_requested_at is not null and p_order.inbound_shipped_at is null then 'canceling' end
$$;
comment on function private.way_here_refusal(public.grading_orders, uuid, text, text) is
  'Why whoever asks cannot say anything of an order''s way to us: not_found (also: not theirs) | arrived | canceled |
   not_paid | canceling (they want canceled what they have not shipped); null: they can.';

create function private.forget_ship_reminders() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.outbox o
  where o.dedupe_key in ('ship_reminder:' || new.id || ':1', 'ship_reminder:' || new.id || ':2') and o.sent_at is null
    and (o.locked_until is null or o.locked_until <= now());
  return null;
end $$;

create trigger forget_ship_reminders after update of inbound_shipped_at, arrived_at, payment_status on public.grading_orders
  for each row when (new.ship_reminders > 0
    and (new.inbound_shipped_at is not null or new.arrived_at is not null or new.payment_status <> 'paid'))
  execute function private.forget_ship_reminders();

-- Public functions

create function public.say_shipped(
  p_order_id uuid, p_user_id uuid, p_guest_key text, p_token_hash text, p_carrier text, p_tracking text, p_shipped_on date,
  p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_tracking text := private.plain_number(p_tracking);
  v_at timestamptz := private.noon_of(p_shipped_on);
  v_order public.grading_orders;
  v_outcome text;
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  v_outcome := private.way_here_refusal(v_order, p_user_id, p_guest_key, p_token_hash);
  if v_outcome is null and not coalesce(private.is_day_between(p_shipped_on, v_order.paid_at, p_now), false) then
    v_outcome := 'bad_date';
  end if;
  if v_outcome is not null then
    return jsonb_build_object('outcome', v_outcome);
  elsif (v_order.inbound_carrier, v_order.inbound_tracking, v_order.inbound_shipped_at)
    is not distinct from (p_carrier, v_tracking, v_at) then
    return jsonb_build_object('outcome', 'unchanged');
  end if;
  update public.grading_orders o set inbound_carrier = p_carrier, inbound_tracking = v_tracking, inbound_shipped_at = v_at,
    -- It cannot have come before it left.
    inbound_delivered_at = case when o.inbound_delivered_at >= v_at then o.inbound_delivered_at end
  where o.id = p_order_id;
  perform private.set_actor('customer', p_user_id);
  perform private.add_order_event(p_order_id, 'inbound_shipped',
    case when v_order.inbound_shipped_at is not null then concat_ws(':', v_order.inbound_carrier,
      (v_order.inbound_shipped_at at time zone 'utc')::date, v_order.inbound_tracking) end,
    concat_ws(':', p_carrier, p_shipped_on, v_tracking), true);
  return jsonb_build_object('outcome', 'noted');
end $$;
comment on function public.say_shipped is
  'The customer has shipped, or corrects what they said of it; until the package is here. Its event says "carrier:day:number", the
   number where there is one. {outcome: noted | unchanged | bad_date (before the payment, or to come) | arrived | canceled |
   not_paid | canceling | not_found (also: not theirs)}.';

create function public.say_delivered(
  p_order_id uuid, p_user_id uuid, p_guest_key text, p_token_hash text, p_delivered_on date, p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_at timestamptz := private.noon_of(p_delivered_on);
  v_order public.grading_orders;
  v_outcome text;
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  v_outcome := private.way_here_refusal(v_order, p_user_id, p_guest_key, p_token_hash);
  if v_outcome is null then
    v_outcome := case when v_order.inbound_shipped_at is null then 'not_shipped'
      when v_at < v_order.inbound_shipped_at or not private.is_day_between(p_delivered_on, v_order.paid_at, p_now) then 'bad_date' end;
  end if;
  if v_outcome is not null then
    return jsonb_build_object('outcome', v_outcome);
  elsif v_order.inbound_delivered_at is not distinct from v_at then
    return jsonb_build_object('outcome', 'unchanged');
  end if;
  update public.grading_orders o set inbound_delivered_at = v_at where o.id = p_order_id;
  perform private.set_actor('customer', p_user_id);
  perform private.add_order_event(p_order_id, 'inbound_delivered',
    (v_order.inbound_delivered_at at time zone 'utc')::date::text, p_delivered_on::text, true);
  return jsonb_build_object('outcome', 'noted');
end $$;
comment on function public.say_delivered is
  'The carrier says that the package was delivered to us on a day, the customer tells; null: it was not. {outcome: noted | unchanged |
   bad_date (before it was shipped, or to come) | not_shipped | arrived | canceled | not_paid | canceling |
   not_found (also: not theirs)}.';

create function public.unsay_shipped(p_order_id uuid, p_user_id uuid, p_guest_key text, p_token_hash text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_outcome text;
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  v_outcome := private.way_here_refusal(v_order, p_user_id, p_guest_key, p_token_hash);
  if v_outcome is not null then
    return jsonb_build_object('outcome', v_outcome);
  elsif v_order.inbound_shipped_at is null then
    return jsonb_build_object('outcome', 'unchanged');
  end if;
  update public.grading_orders o set inbound_carrier = null, inbound_tracking = null, inbound_shipped_at = null,
    inbound_delivered_at = null
  where o.id = p_order_id;
  perform private.set_actor('customer', p_user_id);
  perform private.add_order_event(p_order_id, 'inbound_withdrawn', concat_ws(':', v_order.inbound_carrier,
    (v_order.inbound_shipped_at at time zone 'utc')::date, v_order.inbound_tracking), null, true);
  return jsonb_build_object('outcome', 'noted');
end $$;
comment on function public.unsay_shipped is
  'The package has not left after all. {outcome: noted | unchanged | arrived | canceled | not_paid | canceling | not_found (also: not theirs)}.';

create function public.queue_ship_reminders(p_limit integer default 200, p_now timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_left integer := greatest(p_limit, 0);
  v_done integer := 0;
  v_order public.grading_orders;
  v_nth smallint;
begin
  -- The later one first: who is owed both, because nobody ran this for days, gets that one alone.
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
  'Writes the mails to those who have paid and neither said to have shipped nor have a package here: the first from the third day to the
   seventh after the payment, the second from the tenth to the 21st, each once. None for what is refunded, in part too, disputed or
   set aside. {done: orders that were dealt with}; below p_limit there are no more.';
