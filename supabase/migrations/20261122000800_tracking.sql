-- Tracking page without an account. The links are in the orders migration, because every paid order gets one.

create function private.without_addresses(p_text text) returns text
language sql immutable set search_path = ''
as $$ select regexp_replace(p_text, '[^\s@<>]+@[^\s@<>]+', '…', 'g') $$;
comment on function private.without_addresses(text) is 'Returns a text without email addresses, for holders of a tracking link.';

create function public.replace_tracking_link(
  p_order_id uuid, p_user_id uuid, p_guest_key text, p_generation integer, p_token_hash text, p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_link public.tracking_links;
begin
  perform from public.grading_orders o
  where o.id = p_order_id and o.paid_at is not null
    and case when o.user_id is null then o.guest_key = p_guest_key else o.user_id = p_user_id end;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  if p_generation = 0 and p_token_hash is not null then
    -- An imported order gets its first link here. Of two tabs the second gets a conflict below.
    insert into public.tracking_links (order_id, token_hash) values (p_order_id, p_token_hash)
    on conflict do nothing
    returning * into v_link;
    if found then
      return jsonb_build_object('outcome', 'replaced', 'link', private.tracking_link_as_json(v_link));
    end if;
  end if;
  select * into v_link from public.tracking_links l where l.order_id = p_order_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  elsif v_link.generation <> p_generation then
    return jsonb_build_object('outcome', 'stale', 'link', private.tracking_link_as_json(v_link));
  end if;
  update public.tracking_links l set
    revoked_at = case when p_token_hash is null then coalesce(l.revoked_at, p_now) end,
    token_hash = coalesce(p_token_hash, l.token_hash),
    generation = l.generation + case when p_token_hash is null then 0 else 1 end
  where l.order_id = p_order_id
  returning * into v_link;
  return jsonb_build_object('outcome', 'replaced', 'link', private.tracking_link_as_json(v_link));
end $$;
comment on function public.replace_tracking_link(uuid, uuid, text, integer, text, timestamptz) is
  'Replaces an owner''s tracking link, or revokes it if p_token_hash is null. p_generation: the one that the owner saw, 0 for none.
   Returns {outcome: replaced | stale | not_found, link}.';

create function private.tracked_order_id(p_token_hash text, p_now timestamptz) returns uuid
language sql stable set search_path = ''
as $$
  select o.id
  from public.tracking_links l
  join public.grading_orders o on o.id = l.order_id
  where l.token_hash = p_token_hash and l.revoked_at is null
    and not (o.submission_status = 'delivered' and not exists (
      select 1 from public.order_events e
      where e.order_id = o.id and e.type = 'submission_status' and e.to_value = 'delivered'
        and e.occurred_at > p_now - interval '180 days')
      and not exists (select from public.order_admin a where a.order_id = o.id and a.problem_since is not null))
$$;
comment on function private.tracked_order_id(text, timestamptz) is
  'Returns the order that a tracking link opens. Null if unknown, revoked, or 180 days after delivery without an open problem.';

create function public.enqueue_tracking_link(
  p_batch text, p_email text, p_order_id uuid default null, p_token_hash text default null, p_now timestamptz default now()
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  -- An imported order without a batch ID uses the start of its ID.
  v_first text := lower(substring(p_batch from '^ORDER([0-9A-F]{8})$'));
  v_email text := lower(btrim(p_email));
  v_order_id uuid;
  v_link public.tracking_links;
begin
  select o.id into v_order_id
  from (
    -- Compares without dashes, O as 0 and I as 1.
    select * from public.grading_orders b
    where (lower(coalesce(b.user_email, b.guest_email) collate "C") = v_email
        or b.user_id = (select u.id from auth.users u where u.email = v_email and not u.is_sso_user))
      and translate(b.batch_id, 'OI-', '01') = p_batch
    union all
    select * from public.grading_orders i
    where i.batch_id is null and i.id between (v_first || '-0000-0000-0000-000000000000')::uuid
      and (v_first || '-ffff-ffff-ffff-ffffffffffff')::uuid
  ) o
  where o.paid_at is not null and lower(btrim(private.mail_address_of(o))) = v_email
  order by o.submitted_at desc, o.id desc limit 1;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  if not exists (select from public.tracking_links l where l.order_id = v_order_id) then
    -- Only the server creates tokens, and it needs the order's ID.
    if p_token_hash is null or p_order_id is distinct from v_order_id then
      return jsonb_build_object('outcome', 'link_needed', 'order_id', v_order_id);
    end if;
    insert into public.tracking_links (order_id, token_hash) values (v_order_id, p_token_hash) on conflict do nothing;
  end if;
  update public.tracking_links l set mailed_at = p_now
  where l.order_id = v_order_id and (l.mailed_at is null or l.mailed_at <= p_now - interval '10 minutes')
  returning * into v_link;
  if not found then
    return jsonb_build_object('outcome', 'mailed_before');
  end if;
  insert into public.outbox (dedupe_key, kind, payload, created_at, next_attempt_at)
  values ('tracking_link:' || v_order_id || ':' || floor(extract(epoch from p_now)), 'tracking_link', jsonb_build_object(
    'order_id', v_order_id,
    'is_over', v_link.revoked_at is null and private.tracked_order_id(v_link.token_hash, p_now) is null), p_now, p_now);
  return jsonb_build_object('outcome', 'queued');
end $$;
comment on function public.enqueue_tracking_link(text, text, uuid, text, timestamptz) is
  'Emails the tracking link of a paid order, at most every ten minutes, if p_email is the order''s address. p_batch: without dashes,
   O as 0 and I as 1 (BATCH…), or ORDER and the first eight digits of the ID. Returns {outcome: queued | mailed_before | link_needed
   (call again with p_order_id and p_token_hash) | not_found, order_id?}.';

create function public.get_order_to_print(p_order_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('order', private.order_for_person(o))
  from public.grading_orders o where o.id = p_order_id
$$;
comment on function public.get_order_to_print(uuid) is
  '@callers authenticated
   Returns {order} for its owner and staff (RLS), null for anyone else. The server calls it only for a signed link.';

create function public.get_guest_order_to_print(p_order_id uuid, p_guest_key text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('order', private.order_for_person(o))
  from public.grading_orders o
  where o.id = p_order_id and o.user_id is null and o.guest_key = p_guest_key
$$;
comment on function public.get_guest_order_to_print(uuid, text) is
  'Returns {order} for the guest''s browser, null for anyone else and once the order is in an account.';
