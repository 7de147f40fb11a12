-- For paid orders that no payment has put into the outbox: imported ones, and those marked paid by hand.

create function public.enqueue_order_confirmation(p_order_id uuid, p_now timestamptz default now()) returns jsonb
language sql set search_path = ''
as $$
  with queued as (
    insert into public.outbox (dedupe_key, kind, payload, created_at, next_attempt_at)
    select 'order_confirmation:' || o.id, 'order_confirmation', jsonb_build_object('order_id', o.id), p_now, p_now
    from public.grading_orders o
    where o.id = p_order_id and o.payment_status = 'paid'
    on conflict (dedupe_key) do nothing
    returning 1
  )
  select jsonb_build_object('queued', exists (select 1 from queued))
$$;
comment on function public.enqueue_order_confirmation(uuid, timestamptz) is
  '{queued}: false when the confirmation is in the outbox already or was sent, and for what is not a paid order.';

select private.apply_grants();
