-- Who sent a package hears by mail what was counted, in the transaction that records the count.

create function private.enqueue_check_in_receipt(p_order public.grading_orders) returns void
language plpgsql set search_path = ''
as $$
declare
  v_told jsonb;
begin
  -- Without a payment staff write themselves; an order without an address has nobody to write to.
  if p_order.payment_status <> 'paid'
    or coalesce(private.email_of(p_order.user_id), nullif(p_order.user_email, ''), nullif(p_order.guest_email, '')) is null
  then
    return;
  end if;
  -- What has not left yet would say a number that may be no longer so.
  delete from public.outbox o
  where o.kind = 'check_in_receipt' and o.payload ->> 'order_id' = p_order.id::text and o.sent_at is null
    and (o.locked_until is null or o.locked_until <= now());
  select o.payload -> 'count' into v_told from public.outbox o
  where o.kind = 'check_in_receipt' and o.payload ->> 'order_id' = p_order.id::text
  order by o.id desc limit 1;
  if v_told is not distinct from to_jsonb(p_order.received_count) then
    return;
  end if;
  insert into public.outbox (dedupe_key, kind, payload)
  values ('check_in_receipt:' || p_order.id || ':' || p_order.version, 'check_in_receipt', jsonb_build_object(
    'order_id', p_order.id, 'count', p_order.received_count, 'told_before', v_told))
  on conflict (dedupe_key) do nothing;
end $$;
comment on function private.enqueue_check_in_receipt(public.grading_orders) is
  'One mail for a count, and another one only when a recount gives another number than the customer was told
   (told_before in its payload, else null); one that has not left yet is replaced. Paid orders only.';

create index outbox_check_in_receipts on public.outbox ((payload ->> 'order_id')) where kind = 'check_in_receipt';

create or replace function public.staff_check_in(
  p_actor uuid, p_order_id uuid, p_version integer, p_count integer, p_condition text, p_shelf text default null,
  p_is_recount boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_old public.grading_orders;
  v_new public.grading_orders;
  v_is_received boolean;
begin
  perform private.require_actor(p_actor);
  select * into v_old from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  elsif v_old.received_at is not null and not coalesce(p_is_recount, false) then
    return jsonb_build_object('outcome', 'already_received', 'order', private.staff_order_rows(array[p_order_id]) -> 0);
  elsif v_old.version is distinct from p_version then
    return jsonb_build_object('outcome', 'conflict', 'order', private.staff_order_rows(array[p_order_id]) -> 0,
      'changes', private.events_as_json(p_order_id, coalesce(p_version, 0)));
  end if;
  v_is_received := v_old.submission_status = 'pending' or v_old.received_at is null and v_old.submission_status = 'processing';
  perform private.set_actor('staff', p_actor);
  update public.grading_orders o set
    arrived_at = coalesce(o.arrived_at, now()), received_at = coalesce(o.received_at, now()),
    received_count = p_count, package_condition = p_condition,
    fulfillment_status = case when o.fulfillment_status = 'not_received' then 'grading' else o.fulfillment_status end,
    submission_status = case when v_is_received then 'received' else o.submission_status end,
    updated_at = clock_timestamp()
  where o.id = p_order_id returning * into v_new;
  insert into public.order_admin as a (order_id, received_by, shelf_location)
  values (p_order_id, p_actor, nullif(btrim(p_shelf), ''))
  on conflict (order_id) do update set received_by = excluded.received_by,
    shelf_location = coalesce(excluded.shelf_location, a.shelf_location), updated_at = now();

  if v_old.arrived_at is null then
    perform private.add_order_event(p_order_id, 'arrived', null, null, true);
  end if;
  perform private.set_actor('staff', p_actor, format('We counted %s of %s.', p_count, v_new.num_cards));
  perform private.add_order_event(p_order_id, case when v_old.received_at is null then 'counted' else 'recounted' end,
    v_old.received_count::text, p_count::text, true);
  if p_count <> v_new.num_cards then
    perform private.add_order_event(p_order_id, 'count_mismatch', v_new.num_cards::text, p_count::text, true);
  end if;
  perform private.set_actor('staff', p_actor);
  if p_condition <> 'ok' then
    perform private.add_order_event(p_order_id, 'package_condition', v_old.package_condition, p_condition, true);
  end if;
  perform private.enqueue_check_in_receipt(v_new);
  return jsonb_build_object('outcome', case when v_old.received_at is null then 'received' else 'recounted' end,
    'is_mismatch', p_count <> v_new.num_cards, 'order', private.staff_order_rows(array[p_order_id]) -> 0);
end $$;
comment on function public.staff_check_in(uuid, uuid, integer, integer, text, text, boolean) is
  'Opened and counted; implies arrival. {outcome, is_mismatch?, order?, changes?}; outcome: received | recounted |
   already_received (say p_is_recount to count again) | conflict | not_found. Sets fulfillment to grading and the
   submission to received where those are behind, and writes the customer a receipt.';

select private.apply_grants();
