-- Counts: the proposals and refunds that follow when we count another number of cards than were paid for.

create function private.cards_given_up(p_order_id uuid) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(sum(a.qty), 0)::integer from public.order_adjustments a
    where a.order_id = p_order_id and a.kind = 'short'
      and (a.status = 'refunded' or a.status = 'accepted' and a.chosen_option = 'refund'));
end $$;
comment on function private.cards_given_up(uuid) is
  'Returns how many missing cards of an order are refunded or being refunded. If they arrive anyway, they are extra cards.';

create function private.settle_count(
  p_order_id uuid, p_now timestamptz default now(), p_context jsonb default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_open public.order_adjustments;
  v_stale public.order_adjustments;
  v_given_up integer;
  v_differs integer;
  v_asked integer;
  v_unit integer;
  v_is_asked boolean;
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  -- Less what is settled: refunded cards aren't expected, and decided extra cards are known.
  if v_order.payment_status = 'paid' and v_order.received_count is not null then
    v_given_up := private.cards_given_up(p_order_id);
    select v_order.received_count - v_order.num_cards + v_given_up - coalesce(sum(a.qty), 0) into v_differs
    from public.order_adjustments a
    where a.order_id = p_order_id and a.kind = 'extra' and (a.status in ('paid', 'refunded', 'declined', 'expired')
      or a.status = 'accepted' and (a.is_pending or a.reservation_expires_at > p_now));
    if v_differs < 0 then
      -- Money that went back for another reason isn't owed again, and doesn't make a card an extra one.
      v_differs := least(v_differs + greatest(v_order.refunded_cents / v_order.rate_cents - v_given_up, 0), 0);
    end if;
  end if;
  v_asked := case
    -- The order's own payment limits the offer. Missing cards that were paid as extras are refunded by staff from their own
    -- payments, so the count still differs.
    when v_differs < 0 then greatest(v_differs,
      least(greatest(v_given_up, v_order.refunded_cents / v_order.rate_cents) - v_order.num_cards, 0))
    -- Supplemental cards after the shipment left aren't graded or charged.
    when v_differs > 0 and private.was_sent(v_order) then 0
    else v_differs end;
  -- Several may be open if an older one's Checkout page was abandoned. The one that fits stays.
  for v_stale in
    select * from public.order_adjustments a
    where a.order_id = p_order_id and a.kind in ('short', 'extra') and a.paid_at is null and not a.is_pending
      and (a.reservation_expires_at is null or a.reservation_expires_at <= p_now)
      and (a.status = 'proposed' or a.status = 'accepted' and a.chosen_option in ('send_rest', 'pay'))
    order by a.created_at
  loop
    if v_open.id is null and v_asked is not distinct from (v_stale.qty * case v_stale.kind when 'short' then -1 else 1 end) then
      v_open := v_stale;
    else
      perform private.withdraw_adjustment(v_stale, null, null, p_context);
    end if;
  end loop;
  if v_open.id is not null then
    update public.order_adjustments a set counted = v_order.received_count
    where a.id = v_open.id and a.counted is distinct from v_order.received_count;
  else
    if v_asked <> 0 and not exists (select from public.order_adjustments a where a.order_id = p_order_id
        and a.status = 'withdrawn' and a.closed_by is not null and a.counted = v_order.received_count
        and a.kind in ('short', 'extra')) then
      v_unit := case when v_asked < 0 then v_order.rate_cents
        else (private.extra_price(v_order, v_asked, p_now, null)).unit_cents end;
      insert into public.order_adjustments
        (order_id, kind, qty, unit_cents, amount_cents, counted, deadline_at, next_look_at)
      values (p_order_id, case when v_asked < 0 then 'short' else 'extra' end, abs(v_asked), v_unit, v_asked * v_unit,
        v_order.received_count, p_now + private.time_to_decide(), p_now + private.time_to_decide())
      returning * into v_open;
      perform private.note_adjustment(v_open, null, p_context, 'adjustment_proposed');
    end if;
  end if;
  v_is_asked := v_order.received_count <> v_order.num_cards and (v_differs = 0 or v_open.id is not null);
  if v_order.payment_status <> 'paid' then
    v_is_asked := false;
    for v_open in
      select * from public.order_adjustments a
      where a.order_id = p_order_id and a.status = 'proposed' order by a.created_at
    loop
      perform private.withdraw_adjustment(v_open, null, null, p_context);
    end loop;
  end if;
  update public.grading_orders o set proposed_count = c.proposed
  from (select case when v_is_asked then v_order.received_count end as proposed) c
  where o.id = p_order_id and o.proposed_count is distinct from c.proposed;
end $$;
comment on function private.settle_count(uuid, timestamptz, jsonb) is
  'Proposes what to do about the difference between paid and counted cards, less what is decided. Withdraws proposals that no longer
   fit and keeps one that does. Doesn''t propose for supplemental cards after the shipment to the grader, or again for a count whose
   proposal staff withdrew. Called after each change of a count or payment.';

create function private.settle_shorts(p_order_id uuid, p_before integer, p_now_refunded integer) returns void
language plpgsql set search_path = ''
as $$
declare
  v_short public.order_adjustments;
  v_from text;
  v_returned integer;
begin
  select coalesce(-sum(a.amount_cents), 0) into v_returned from public.order_adjustments a
  where a.order_id = p_order_id and a.kind = 'short' and a.status = 'refunded' and a.closed_at is null;
  if p_now_refunded > p_before then
    for v_short in
      select * from public.order_adjustments a
      where a.order_id = p_order_id and a.kind = 'short' and a.status in ('proposed', 'accepted') order by a.created_at
    loop
      exit when p_now_refunded - v_returned < -v_short.amount_cents or p_now_refunded - p_before < -v_short.amount_cents;
      v_from := v_short.status;
      update public.order_adjustments a set status = 'refunded', chosen_option = 'refund', next_look_at = null,
        decided_at = coalesce(a.decided_at, now())
      where a.id = v_short.id returning * into v_short;
      perform private.note_adjustment(v_short, v_from, private.change_context('stripe'));
      v_returned := v_returned - v_short.amount_cents;
    end loop;
  else
    -- The refund failed later, so the money is owed again.
    for v_short in
      select * from public.order_adjustments a
      where a.order_id = p_order_id and a.kind = 'short' and a.status = 'refunded' and a.closed_at is null
      order by a.created_at desc
    loop
      exit when v_returned <= p_now_refunded;
      update public.order_adjustments a set status = 'accepted' where a.id = v_short.id returning * into v_short;
      perform private.note_adjustment(v_short, 'refunded', private.change_context('stripe'));
      v_returned := v_returned + v_short.amount_cents;
    end loop;
  end if;
end $$;
comment on function private.settle_shorts(uuid, integer, integer) is
  'Updates missing-card proposals after an order''s refunded total changed: refunded while it covers them, else accepted again. The
   caller has locked the order.';

create function private.finish_short(p_request_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_short public.order_adjustments := private.locked_adjustment(p_request_id);
  v_from text := v_short.status;
begin
  if v_short.kind = 'short' and v_short.status in ('proposed', 'accepted') then
    update public.order_adjustments a set status = 'refunded', next_look_at = null where a.id = v_short.id
    returning * into v_short;
    perform private.note_adjustment(v_short, v_from, private.change_context('stripe'));
  end if;
end $$;
comment on function private.finish_short(uuid) is 'Marks a missing-card proposal as refunded, by the refund with its ID.';
