-- What staff look up: one order, one person, the people, and where our books and the payment service's differ.

create function private.email_of(p_user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$ select u.email::text from auth.users u where u.id = p_user_id $$;

create function private.events_as_json(p_order_id uuid, p_after_version integer default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(e) - 'order_id' || jsonb_build_object('actor_email', private.email_of(e.actor_id))
    order by e.id), '[]')
  from (
    select * from public.order_events v
    where v.order_id = p_order_id and (p_after_version is null or v.order_version > p_after_version)
    order by v.id desc limit 500
  ) e
$$;

create function public.staff_get_order(p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.require_staff();
begin
  return (
    select jsonb_build_object(
      'staff_role', v_role,
      'order', private.staff_order_rows(array[o.id]) -> 0,
      'details', private.order_for_person(o),
      'profile', to_jsonb(p),
      'account_email', private.email_of(o.user_id),
      'received_by', private.email_of(a.received_by),
      'events', private.events_as_json(o.id),
      'exceptions', (select coalesce(jsonb_agg(to_jsonb(e) order by e.id), '[]')
        from public.payment_exceptions e where e.order_id = o.id))
    from public.grading_orders o
    left join public.profiles p on p.user_id = o.user_id
    left join public.order_admin a on a.order_id = o.id
    where o.id = p_order_id);
end $$;
comment on function public.staff_get_order(uuid) is
  '@callers authenticated
   {staff_role, order (as in the list), details (all columns), profile, account_email, received_by, events (oldest first,
   the last 500, each with actor_email), exceptions}, or null.';

create function public.staff_user_profile(p_user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.require_staff();
begin
  return jsonb_build_object(
    'staff_role', v_role,
    'profile', (
      select jsonb_build_object('user_id', u.id, 'email', u.email, 'created_at', u.created_at,
          'full_name', p.full_name, 'phone', p.phone, 'address_line1', p.address_line1,
          'address_line2', p.address_line2, 'city', p.city, 'state', p.state, 'postal_code', p.postal_code,
          'country', p.country, 'is_complete', coalesce(p.is_complete, false),
          'subscription', private.active_subscription(u.id, now()))
      from auth.users u left join public.profiles p on p.user_id = u.id
      where u.id = p_user_id),
    'orders', private.staff_order_rows(array(
      select o.id from public.grading_orders o where o.user_id = p_user_id
      order by o.submitted_at desc, o.id desc limit 10)));
end $$;
comment on function public.staff_user_profile(uuid) is
  '@callers authenticated
   {staff_role, profile (null: no such account), orders (the last 10, as in the list)}.';

create function public.staff_list_people() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.require_staff() <> 'owner' then
    raise exception 'only the owner may do this' using errcode = 'insufficient_privilege';
  end if;
  return jsonb_build_object(
    'people', (select coalesce(jsonb_agg(jsonb_build_object('user_id', s.user_id, 'role', s.role,
        'email', private.email_of(s.user_id), 'created_at', s.created_at) order by s.role, s.created_at), '[]')
      from public.staff s),
    'events', (select coalesce(jsonb_agg(to_jsonb(e) || jsonb_build_object('actor_email', private.email_of(e.actor_id))
        order by e.id desc), '[]')
      from (select * from public.staff_events v order by v.id desc limit 50) e));
end $$;
comment on function public.staff_list_people() is
  '@callers authenticated
   For the owner: {people: [{user_id, email, role, created_at}], events (the last 50 of staff_events, newest first)}.';

-- ---------------------------------------------------------------------------------------------
-- Our books and the payment service's
-- ---------------------------------------------------------------------------------------------

create function private.bounded_list(p_items jsonb, p_limit integer) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('is_more', jsonb_array_length(p_items) > p_limit, 'items', coalesce(
    (select jsonb_agg(i.item order by i.nth) from jsonb_array_elements(p_items) with ordinality i (item, nth)
     where i.nth <= p_limit), '[]'))
$$;

create function private.exceptions_of(p_reasons text[], p_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('exception_id', e.id, 'reason', e.reason, 'at', e.created_at,
    'stripe_session_id', e.stripe_session_id, 'there', e.detail, 'order_id', e.order_id, 'batch_id', o.batch_id,
    'here', case when o.id is not null then jsonb_build_object('payment_status', o.payment_status,
      'grading_fee', o.grading_fee, 'total_paid', o.total_paid, 'refunded_cents', o.refunded_cents) end)
    order by e.created_at), '[]')
  from (
    select * from public.payment_exceptions x
    where x.resolved_at is null and x.reason = any (p_reasons)
    order by x.created_at limit p_limit + 1
  ) e
  left join public.grading_orders o on o.id = e.order_id
$$;

create function private.orders_to_reconcile(p_ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('order_id', o.id, 'batch_id', o.batch_id, 'at', o.submitted_at,
    'stripe_session_id', o.stripe_session_id, 'reason', o.review_reason,
    'there', jsonb_build_object('payment_intent_id', o.stripe_payment_intent_id),
    'here', jsonb_build_object('payment_status', o.payment_status, 'grading_fee', o.grading_fee,
      'total_paid', o.total_paid, 'refunded_cents', o.refunded_cents, 'version', o.version))
    order by o.submitted_at desc), '[]')
  from public.grading_orders o where o.id = any (p_ids)
$$;

create function public.staff_reconciliation(p_limit integer default 50, p_now timestamptz default now()) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_role text := private.require_staff();
  v_limit integer := least(greatest(coalesce(p_limit, 50), 1), 200);
  v_amounts text[] := array['amount_mismatch', 'currency_mismatch', 'refund_exceeds_payment', 'livemode_mismatch'];
begin
  return jsonb_build_object('staff_role', v_role,
    'paid_there', private.bounded_list(
      private.exceptions_of(array(select distinct e.reason from public.payment_exceptions e
        where e.resolved_at is null and e.reason <> all (v_amounts)), v_limit)
      || private.orders_to_reconcile(array(
        select o.id from public.grading_orders o
        where o.stripe_payment_intent_id is not null and o.payment_status in ('unpaid', 'pending', 'failed')
        order by o.submitted_at desc, o.id desc limit v_limit + 1)), v_limit),
    'paid_here', private.bounded_list(private.orders_to_reconcile(array(
        select o.id from public.grading_orders o
        where o.payment_status = 'paid' and o.stripe_payment_intent_id is null
        order by o.submitted_at desc, o.id desc limit v_limit + 1)), v_limit),
    'amounts_differ', private.bounded_list(private.exceptions_of(v_amounts, v_limit), v_limit),
    'open_too_long', private.bounded_list(private.orders_to_reconcile(array(
        select o.id from (
          (select g.id from public.grading_orders g where g.payment_status = 'pending'
             and g.submitted_at < p_now - interval '5 days' order by g.submitted_at limit v_limit + 1)
          union all
          (select g.id from public.grading_orders g where g.payment_status = 'unpaid'
             and g.reservation_expires_at < p_now - interval '2 hours' order by g.reservation_expires_at limit v_limit + 1)
        ) o)), v_limit),
    'mails_failed', private.bounded_list((
        select coalesce(jsonb_agg(jsonb_build_object('mail_id', m.id, 'kind', m.kind, 'at', m.failed_at,
          'last_error', m.last_error, 'attempts', m.attempts, 'order_id', o.id, 'batch_id', o.batch_id)
          order by m.failed_at desc), '[]')
        from (select * from public.outbox x where x.failed_at is not null order by x.failed_at desc limit v_limit + 1) m
        left join public.grading_orders o on o.id = (substring(m.payload ->> 'order_id' from '^[0-9a-f-]{36}$'))::uuid), v_limit));
end $$;
comment on function public.staff_reconciliation(integer, timestamptz) is
  '@callers authenticated
   {staff_role, paid_there, paid_here, amounts_differ, open_too_long, mails_failed}, each {items, is_more}. An item has at,
   order_id, batch_id, here (our side), there (the payment service''s), and exception_id or mail_id where there is one.
   Pending is too long after 5 days, an unpaid reservation 2 hours after its end.';

select private.apply_grants();
