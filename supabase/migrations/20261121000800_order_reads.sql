-- What the server looks up about one order, and what the scheduled jobs sweep up.

create function public.get_order_by_session(p_session_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('order',
    (select private.order_as_json(o) from public.grading_orders o where o.stripe_session_id = p_session_id))
$$;

create function public.get_order_by_batch(p_batch_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('order',
    (select private.order_as_json(o) from public.grading_orders o where o.batch_id = p_batch_id))
$$;

create function public.get_order_for_email(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'order', private.order_as_json(o),
    -- Where the person reads mail today, not where they did when they paid.
    'email', coalesce(u.email::text, o.user_email, o.guest_email),
    'full_name', coalesce(o.return_address ->> 'full_name', p.full_name),
    'is_guest', o.user_id is null)
  from (select 1) as one
  left join public.grading_orders o on o.id = p_order_id
  left join auth.users u on u.id = o.user_id
  left join public.profiles p on p.user_id = o.user_id
$$;

-- ---------------------------------------------------------------------------------------------
-- Sweeping up
-- ---------------------------------------------------------------------------------------------

create function public.list_expired_reservations(p_limit integer default 100, p_now timestamptz default now())
returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('order_id', o.id, 'batch_id', o.batch_id,
    'stripe_session_id', o.stripe_session_id) order by o.reservation_expires_at), '[]')
  from (
    select * from public.grading_orders g
    where g.payment_status = 'unpaid' and g.paid_at is null and g.reservation_expires_at <= p_now
    order by g.reservation_expires_at
    limit greatest(p_limit, 0)
  ) o
$$;
comment on function public.list_expired_reservations(integer, timestamptz) is
  'Unpaid orders past their reservation: with a session, ask Stripe and apply_checkout; without, cancel_reservation.';

create function public.purge_abandoned_orders(p_now timestamptz default now(), p_limit integer default 1000)
returns jsonb
language sql set search_path = ''
as $$
  with gone as (
    delete from public.grading_orders o
    where o.id in (
      select g.id from public.grading_orders g
      where g.user_id is null and g.paid_at is null and g.payment_status in ('unpaid', 'canceled')
        and g.stripe_payment_intent_id is null
        and coalesce(g.reservation_expires_at, g.created_at) < p_now - interval '30 days'
        and g.created_at < p_now - interval '30 days'
        and not exists (select 1 from public.payment_exceptions e where e.order_id = g.id)
      limit greatest(p_limit, 0)
      for update skip locked)
    returning 1
  )
  select jsonb_build_object('deleted', (select count(*) from gone))
$$;
comment on function public.purge_abandoned_orders(timestamptz, integer) is
  'Deletes guests'' orders that never saw money, 30 days on. Whatever was paid or disputed stays for ever.';
