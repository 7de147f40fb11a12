-- Two tabs at once bring the same row: whatever they bring is made from the person or the order. `on conflict (column)`
-- looks at one unique index only and is refused by the other; without a column it looks at both.

create or replace function public.ensure_stripe_customer(p_user_id uuid, p_stripe_customer_id text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_stored text;
begin
  insert into public.stripe_customers (user_id, stripe_customer_id)
  values (p_user_id, p_stripe_customer_id)
  on conflict do nothing;
  select c.stripe_customer_id into v_stored from public.stripe_customers c where c.user_id = p_user_id;
  if not found then
    raise unique_violation using message = format('%s is the customer of another account', p_stripe_customer_id);
  end if;
  return jsonb_build_object('stripe_customer_id', v_stored);
end $$;
comment on function public.ensure_stripe_customer(uuid, text) is
  'First writer wins; {stripe_customer_id} is the one to use, whoever stored it. unique_violation when the customer is
   another account''s.';

create or replace function public.ensure_tracking_link(p_order_id uuid, p_token_hash text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_link public.tracking_links;
begin
  insert into public.tracking_links (order_id, token_hash)
  select o.id, p_token_hash from public.grading_orders o where o.id = p_order_id and o.paid_at is not null
  on conflict do nothing;
  select * into v_link from public.tracking_links l where l.order_id = p_order_id;
  return case when found then private.tracking_link_as_json(v_link) end;
end $$;

select private.apply_grants();
