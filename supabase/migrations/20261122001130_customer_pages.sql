-- Customer pages, one call each. Account pages use the person's own token and RLS, and still filter by owner, because staff see
-- every row. All others are server only.

create function private.my_order_details(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'graders', private.graders_of(o),
    'events', private.public_events(o.id),
    'tracking_link', (select private.tracking_link_as_json(l) from public.tracking_links l where l.order_id = o.id),
    'adjustments', (select coalesce(jsonb_agg(private.adjustment_as_json(a) order by a.created_at), '[]')
      from public.order_adjustments a where a.order_id = o.id and a.status <> 'withdrawn'),
    'return_shipment', private.return_shipment_as_json(o, false, now()),
    'photos', private.shown_photos(o.id)) || private.cancel_facts(o)
  from public.grading_orders o where o.id = p_order_id and o.user_id = (select private.me())
$$;
comment on function private.my_order_details(uuid) is
  '@callers authenticated
   Returns what belongs to the caller''s order but is in tables without a policy: {graders, events (public, oldest first),
   tracking_link, adjustments, return_shipment, photos, cancel_mode, cancel_refund}; null for another''s order.';

create function public.get_session_context(p_now timestamptz default now()) returns jsonb
language sql stable set search_path = ''
as $$
  with me as materialized (select private.require_user(p_allow_without_second_factor => true) as id)
  select jsonb_build_object(
    'staff_role', private.staff_role(),
    'profile_complete', coalesce((select p.is_complete from public.profiles p where p.user_id = me.id), false),
    'subscription', private.active_subscription(me.id, p_now),
    'renewing_customer', (select s.stripe_customer_id from public.subscriptions s
      where s.user_id = me.id and s.status = 'active'
        and s.current_period_end <= p_now and s.current_period_end > p_now - interval '2 hours'))
  from me
$$;
comment on function public.get_session_context(timestamptz) is
  '@callers authenticated
   Returns {staff_role, profile_complete, subscription (active, or null), renewing_customer (its period ended less than two hours
   ago, so a renewal is likely; or null)}. Nothing is known for a caller who needs the second factor.';

create function public.get_profile_page() returns jsonb
language sql stable set search_path = ''
as $$
  with me as materialized (select private.require_user() as id)
  select jsonb_build_object(
    'profile', (select to_jsonb(p) from public.profiles p where p.user_id = me.id),
    'last_address', (
      select to_jsonb(jsonb_populate_record(p, '{"address_line2": null}' || o.return_address))
      from public.profiles p cross join lateral (
        select g.return_address from public.grading_orders g
        where g.user_id = p.user_id and g.return_address is not null
        order by g.submitted_at desc, g.id desc limit 1
      ) o
      where p.user_id = me.id and p.address_line1 is null),
    'staff_role', private.staff_role(),
    'optional_emails', private.my_optional_emails(),
    'memberships', coalesce((
      select jsonb_agg(to_jsonb(s) - 'fence' order by s.created_at desc)
      from (
        select * from public.subscriptions u where u.user_id = me.id
        order by u.created_at desc limit 20
      ) s), '[]'))
  from me
$$;
comment on function public.get_profile_page() is
  '@callers authenticated
   Returns {profile, last_address (the profile with the latest return address, if it has none itself), staff_role,
   optional_emails, memberships (last 20, newest first, any status)}.';

-- The policy makes the planner expect few rows, so it would collect and sort all of a person's orders. Without bitmap and
-- sequential scans it walks the index.
create function public.get_submit_page(p_now timestamptz default now()) returns jsonb
language plpgsql stable set search_path = '' set enable_bitmapscan = off set enable_seqscan = off set jit = off
as $$
declare
  v_me uuid := private.require_user();
  v_start date := date_trunc('month', p_now at time zone 'utc')::date;
  v_used integer;
  v_held integer;
  v_open jsonb;
  v_recent jsonb;
begin
  select m.used, m.held into v_used, v_held from private.my_month_use(v_start, p_now) m;

  select private.order_for_person(o) into v_open
  from public.grading_orders o
  where o.user_id = v_me and o.reservation_expires_at > p_now
  order by o.submitted_at desc limit 1;

  select coalesce(jsonb_agg(private.order_for_person(o) order by o.submitted_at desc, o.id desc), '[]') into v_recent
  from (
    select * from public.grading_orders g where g.user_id = v_me
    order by g.submitted_at desc, g.id desc limit 11
  ) o;

  return jsonb_build_object(
    'profile', (select to_jsonb(p) || jsonb_build_object('email', auth.jwt() ->> 'email')
                from public.profiles p where p.user_id = v_me),
    'staff_role', private.staff_role(),
    'subscription', private.active_subscription(v_me, p_now),
    'month', jsonb_build_object('start', v_start, 'end', (v_start + interval '1 month' - interval '1 day')::date,
      'used_cards', v_used, 'held_cards', v_held),
    'open_checkout', v_open,
    'recent_orders', jsonb_path_query_array(v_recent, '$[0 to 9]'),
    'is_more', jsonb_array_length(v_recent) > 10);
end $$;
comment on function public.get_submit_page(timestamptz) is
  '@callers authenticated
   Returns {profile, staff_role, subscription, month: {start, end, used_cards, held_cards} (private.month_use), open_checkout,
   recent_orders (10, any payment status), is_more}.';

create function public.get_dashboard(
  p_limit integer default 50, p_cursor_submitted_at timestamptz default null, p_cursor_id uuid default null,
  p_before boolean default false, p_batch text default null
) returns jsonb
language plpgsql stable set search_path = '' set enable_bitmapscan = off set enable_seqscan = off set jit = off
as $$
declare
  v_me uuid := private.require_user();
  v_limit integer := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_before boolean := coalesce(p_before, false) and p_cursor_submitted_at is not null;
  v_page jsonb;
  v_is_more boolean;
  v_is_first boolean;
  v_recent jsonb;
  v_canceled jsonb;
  v_tiles jsonb;
  v_batch jsonb;
begin
  if v_before then
    select coalesce(jsonb_agg(private.order_for_person(o) order by o.submitted_at, o.id), '[]') into v_page
    from (
      select * from public.grading_orders g
      where g.user_id = v_me and g.payment_status = 'paid'
        and (g.submitted_at, g.id) > (p_cursor_submitted_at, coalesce(p_cursor_id, '00000000-0000-0000-0000-000000000000'))
      order by g.submitted_at, g.id limit v_limit + 1
    ) o;
  else
    select coalesce(jsonb_agg(private.order_for_person(o) order by o.submitted_at desc, o.id desc), '[]') into v_page
    from (
      select * from public.grading_orders g
      where g.user_id = v_me and g.payment_status = 'paid'
        and (g.submitted_at, g.id) < (coalesce(p_cursor_submitted_at, 'infinity'),
          coalesce(p_cursor_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      order by g.submitted_at desc, g.id desc limit v_limit + 1
    ) o;
  end if;

  v_is_more := jsonb_array_length(v_page) > v_limit;
  v_page := case when v_is_more then v_page - v_limit else v_page end;
  if v_before then
    select coalesce(jsonb_agg(o.value order by o.ordinality desc), '[]') into v_page
    from jsonb_array_elements(v_page) with ordinality o;
  end if;
  v_is_first := case when v_before then not v_is_more else p_cursor_submitted_at is null end;

  if v_is_first and jsonb_array_length(v_page) >= 5 or p_cursor_submitted_at is null and v_limit >= 5 then
    v_recent := jsonb_path_query_array(v_page, '$[0 to 4]');
  else
    select coalesce(jsonb_agg(private.order_for_person(o) order by o.submitted_at desc, o.id desc), '[]') into v_recent
    from (
      select * from public.grading_orders g where g.user_id = v_me and g.payment_status = 'paid'
      order by g.submitted_at desc, g.id desc limit 5
    ) o;
  end if;

  -- One read for both: the index on payment status has everyone's canceled orders.
  select jsonb_build_object(
      'total', count(*) filter (where o.payment_status = 'paid'),
      'awaiting', count(*) filter (where o.payment_status = 'paid' and o.submission_status in ('pending', 'received')),
      'currently_grading', count(*) filter (
        where o.payment_status = 'paid' and o.submission_status in ('grading', 'processing', 'shipped')),
      'graded', count(*) filter (where o.payment_status = 'paid' and o.submission_status in ('completed', 'delivered', 'graded')),
      'graded_cards_sum', coalesce(sum(o.num_cards) filter (
        where o.payment_status = 'paid' and o.submission_status in ('completed', 'delivered', 'graded')), 0)),
    coalesce(jsonb_agg(private.order_for_person(o) order by o.submitted_at desc, o.id desc) filter (
      where o.payment_status = 'canceled' and o.paid_at is not null), '[]')
    into v_tiles, v_canceled
  from public.grading_orders o
  where o.user_id = v_me;

  if p_batch is not null then
    select jsonb_build_object('order', private.order_for_person(o)) || private.my_order_details(o.id) into v_batch
    from (
      -- Two index look-ups. Imported orders without a batch ID use their own ID.
      select * from public.grading_orders b where b.batch_id = p_batch and b.user_id = v_me
      union all
      select * from public.grading_orders i
      where p_batch ~ '^ORDER-[0-9A-F]{8}$' and i.user_id = v_me and i.batch_id is null
        and upper(left(i.id::text, 8)) = substr(p_batch, 7)
    ) o
    limit 1;
  end if;
  return (select jsonb_build_object(
      'profile_complete', coalesce((select p.is_complete from public.profiles p where p.user_id = v_me), false),
      'staff_role', private.staff_role(),
      'tiles', v_tiles,
      'recent', v_recent,
      'orders', v_page,
      'canceled', case when v_is_first then jsonb_path_query_array(v_canceled, '$[0 to 19]') else '[]' end,
      'proposals', private.my_proposals(array(
        select (o.value ->> 'id')::uuid from jsonb_array_elements(v_recent || v_page) o)),
      'batch', v_batch,
      -- There is always a page in the direction that the cursor came from.
      'prev_cursor', case when not v_is_first and e.first is not null
        then jsonb_build_object('submitted_at', e.first -> 'submitted_at', 'id', e.first -> 'id') end,
      'next_cursor', case when (v_is_more or v_before) and e.last is not null
        then jsonb_build_object('submitted_at', e.last -> 'submitted_at', 'id', e.last -> 'id') end)
    from (select v_page -> 0 as first, v_page -> -1 as last) e);
end $$;
comment on function public.get_dashboard(integer, timestamptz, uuid, boolean, text) is
  '@callers authenticated
   Returns {profile_complete, staff_role, tiles: {total, awaiting, currently_grading, graded, graded_cards_sum}, recent (5),
   orders (paid, newest first, up to 200), canceled (newest 20 that were paid, first page only), proposals (private.my_proposals),
   prev_cursor and next_cursor ({submitted_at, id} or null), batch}. The page after the cursor, or with p_before the one before
   it. batch: the caller''s order named by p_batch (BATCH-… or ORDER-…), {order, …private.my_order_details}, or null.';

create function public.get_order_by_session(p_session_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('order', private.order_as_json(o), 'tracking_link', private.tracking_link_as_json(l),
    'photos', private.shown_photos(o.id)) || private.cancel_facts(o)
  from (select 1) as one
  left join public.grading_orders o on o.stripe_session_id = p_session_id
  left join public.tracking_links l on l.order_id = o.id
$$;
comment on function public.get_order_by_session(text) is
  'Returns {order, tracking_link, photos, cancel_mode, cancel_refund} of a Checkout Session, without checking its owner. Nulls if unknown.';

create function public.get_tracked_order(p_token_hash text, p_now timestamptz default now()) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', o.id,
    'batch', coalesce(o.batch_id, 'ORDER-' || upper(left(o.id::text, 8))),
    'title', o.title,
    'num_cards', o.num_cards,
    'payment_status', o.payment_status,
    'fulfillment_status', o.fulfillment_status,
    'submission_status', o.submission_status,
    'tracking_number', o.tracking_number,
    'return_carrier', o.return_carrier,
    'grading_submission_number', o.grading_submission_number,
    'graders', private.graders_of(o),
    'submitted_at', o.submitted_at,
    'paid_at', o.paid_at,
    'arrived_at', o.arrived_at,
    'open_by', o.open_by, 'is_counted_in_part', o.is_counted_in_part, 'is_lost', o.is_lost,
    'received_count', o.received_count, 'cards_sent', o.cards_sent,
    'cancel_requested_at', o.cancel_requested_at,
    'cancel_cents', case when o.user_id is null and o.payment_status = 'paid' then (o.total_paid * 100)::integer - o.refunded_cents end,
    'cancel_mode', c.facts -> 'cancel_mode',
    -- A tracking link of an account's order shows no amounts.
    'cancel_refund', case when o.user_id is null or c.facts -> 'cancel_refund' = 'null' then c.facts -> 'cancel_refund'
      else c.facts -> 'cancel_refund' || '{"cents": null}' end,
    'inbound_carrier', o.inbound_carrier,
    'inbound_tracking', o.inbound_tracking,
    'inbound_shipped_at', o.inbound_shipped_at,
    'inbound_delivered_at', o.inbound_delivered_at,
    'look_from', o.look_from,
    'promised_from', o.promised_from, 'promised_to', o.promised_to, 'delayed_until', o.delayed_until,
    'delay_reason', private.without_addresses(o.delay_reason),
    'events', (
      select coalesce(jsonb_agg(e || jsonb_build_object('message',
        private.without_addresses(e ->> 'message')) order by n), '[]')
      from jsonb_array_elements(private.public_events(o.id)) with ordinality as t (e, n)
      where e ->> 'type' <> 'refunded'),
    'adjustments', (select coalesce(jsonb_agg(private.adjustment_as_json(a) - 'words' order by a.created_at), '[]')
      from public.order_adjustments a where a.order_id = o.id and a.status <> 'withdrawn'),
    'return_shipment', private.return_shipment_as_json(o, true, p_now),
    'is_received', o.received_count is not null and o.paid_at is not null and o.payment_status in ('paid', 'canceled'),
    'photos', private.shown_photos(o.id))
  from public.grading_orders o
  cross join lateral (select private.cancel_facts(o) as facts) c
  where o.id = private.tracked_order_id(p_token_hash, p_now)
$$;
comment on function public.get_tracked_order(text, timestamptz) is
  'Returns what the holder of a tracking link may see and decide, without personal data. Amounts only of proposals and, for an order
   in no account, of a cancellation (cancel_cents, cancel_refund). is_received: a custody receipt exists, also after a refund. Null
   if private.tracked_order_id is.';
