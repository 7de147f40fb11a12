-- Delayed payments whose outcome we were never told: the reconcile job asks for each.

create function public.list_pending_payments(p_limit integer default 100) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('order_id', o.id, 'batch_id', o.batch_id,
    'stripe_session_id', o.stripe_session_id) order by o.submitted_at), '[]')
  from (
    select * from public.grading_orders g
    where g.payment_status = 'pending' and g.paid_at is null and g.stripe_session_id is not null
    order by g.submitted_at
    limit greatest(p_limit, 0)
  ) o
$$;
comment on function public.list_pending_payments(integer) is
  'Orders whose payment is under way, oldest first: [{order_id, batch_id, stripe_session_id}].';
create index grading_orders_pending on public.grading_orders (submitted_at) where payment_status = 'pending';

select private.apply_grants();
