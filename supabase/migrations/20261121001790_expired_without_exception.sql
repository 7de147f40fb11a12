-- An order whose money waits for staff would be asked about every minute, and a hundred of them would hide all others.
create or replace function public.list_expired_reservations(p_limit integer default 100, p_now timestamptz default now())
returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('order_id', o.id, 'batch_id', o.batch_id,
    'stripe_session_id', o.stripe_session_id) order by o.reservation_expires_at), '[]')
  from (
    select * from public.grading_orders g
    where g.payment_status = 'unpaid' and g.paid_at is null and g.reservation_expires_at <= p_now
      and not exists (select 1 from public.payment_exceptions e where e.order_id = g.id and e.resolved_at is null)
    order by g.reservation_expires_at
    limit greatest(p_limit, 0)
  ) o
$$;

select private.apply_grants();
