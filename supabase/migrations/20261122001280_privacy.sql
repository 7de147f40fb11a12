-- Erasure: removes personal data from all tables and keeps what accounting needs (amounts, IDs, dates).

create table public.erasures (
  id bigint generated always as identity primary key,
  address_hash text not null check (address_hash ~ '^[0-9a-f]{64}$'),
  erased_by uuid not null,
  erased_at timestamptz not null default clock_timestamp(),
  counts jsonb not null
);
comment on table public.erasures is
  'Who was erased, when and by whom. Only a hash of the address: a later request names the address itself.';
comment on column public.erasures.erased_by is 'No foreign key: the record outlives the account.';
create index erasures_of_address on public.erasures (address_hash, erased_at desc);

alter table public.erasures enable row level security;

create function private.without_texts(p_facts jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(f.key, f.value) filter (where jsonb_typeof(f.value) in ('number', 'boolean')
    or jsonb_typeof(f.value) = 'string' and f.value #>> '{}' ~ '^[A-Za-z0-9_:.+-]{1,100}$'), '{}')
  from jsonb_each(case jsonb_typeof(p_facts) when 'object' then p_facts else '{}' end) f
$$;
comment on function private.without_texts(jsonb) is
  'Returns facts without free text and nested values; codes, numbers, IDs and dates stay.';

create function private.mentions(p_text text, p_words text[]) returns boolean
language sql immutable set search_path = ''
as $$ select exists (select from unnest(p_words) w where position(lower(w) in lower(p_text)) > 0) $$;

create function private.is_mail_of(p_mail public.outbox, p_users uuid[], p_orders uuid[], p_words text[]) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(p_mail.payload ->> 'order_id' = any (p_orders::text[]), false)
    or coalesce(p_mail.payload ->> 'user_id' = any (p_users::text[]), false)
    or private.mentions(concat_ws(' ', p_mail.payload::text, p_mail.last_error), p_words)
$$;

create function private.erasure_obstacles(p_address text, p_users uuid[], p_orders uuid[], p_words text[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('reason', x.reason, 'about', x.about) order by x.about, x.reason), '[]')
  from (
    select 'staff' as reason, p_address as about from public.staff s where s.user_id = any (p_users)
    union all
    select 'membership', m.plan_type from public.subscriptions m
    where m.user_id = any (p_users) and m.current_period_end > now() and m.status not in ('canceled', 'incomplete_expired')
    union all
    select 'package', coalesce(k.tracking_number, k.id::text) from public.packages k
    where k.order_id is null and k.deleted_at is null and private.mentions(concat_ws(' ', k.sender, k.notes), p_words)
    union all
    select distinct w.reason, coalesce(o.batch_id, 'ORDER-' || upper(left(o.id::text, 8)))
    from public.grading_orders o
    left join public.order_admin a on a.order_id = o.id
    cross join lateral (values
      ('other_account', o.user_id is not null and o.user_id <> all (p_users)),
      ('with_us', o.fulfillment_status <> 'complete' and num_nonnulls(o.arrived_at, o.received_at) > 0),
      ('awaited', o.fulfillment_status = 'not_received' and o.arrived_at is null
        and (o.payment_status = 'paid' or o.inbound_shipped_at > now() - interval '60 days')),
      ('on_its_way', o.fulfillment_status = 'complete' and o.submission_status <> 'delivered'),
      ('payment_open', o.payment_status = 'pending' or o.reservation_expires_at is not null or a.open_exceptions > 0
        or exists (select from public.order_adjustments j where j.order_id = o.id
          and (j.is_pending or j.reservation_expires_at is not null or private.is_open_adjustment(j)))
        or exists (select from public.refund_requests r where r.order_id = o.id and r.status = 'started')),
      ('disputed', private.is_open_dispute(a.dispute_status) or exists (select from public.order_adjustments j
        where j.order_id = o.id and private.is_open_dispute(j.dispute_status))),
      ('problem', a.problem_since is not null)
    ) as w (reason, holds)
    where o.id = any (p_orders) and w.holds
  ) x
$$;
comment on function private.erasure_obstacles(text, uuid[], uuid[], text[]) is
  'Returns why a person can''t be erased yet: [{reason, about}]; reason: staff | membership | package (without a batch, naming them)
   | other_account (their address is on another account''s batch) | awaited | with_us | on_its_way | payment_open | disputed |
   problem.';

create function private.erase_rows(p_users uuid[], p_orders uuid[], p_words text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  v_gone constant text := 'Erased.';
begin
  delete from auth.sessions s where s.user_id = any (p_users);
  delete from auth.refresh_tokens t where t.user_id::text = any (p_users::text[]);
  delete from auth.mfa_factors f where f.user_id = any (p_users);
  delete from auth.identities i where i.user_id = any (p_users);
  delete from auth.flow_state f where f.user_id = any (p_users);
  delete from auth.audit_log_entries l where private.mentions(l.payload::text, p_words || p_users::text[]);
  -- Hosted auth service only.
  if to_regclass('auth.one_time_tokens') is not null then
    execute 'delete from auth.one_time_tokens t where t.user_id = any ($1)' using p_users;
  end if;
  -- Orders and memberships reference the row. The auth service expects empty texts, not null.
  update auth.users u set email = 'erased-' || u.id || '@erased.invalid', encrypted_password = '', phone = null,
    email_change = '', phone_change = '', email_change_token_new = '', email_change_token_current = '', phone_change_token = '',
    confirmation_token = '', recovery_token = '', reauthentication_token = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}',
    banned_until = now() + interval '100 years'
  where u.id = any (p_users);
  delete from public.password_choices c where c.user_id = any (p_users);
  update public.profiles p set full_name = null, phone = null, address_line1 = null, address_line2 = null, city = null,
    state = null, postal_code = null, country = 'US'
  where p.user_id = any (p_users);

  update public.order_events e set erased_at = now(), message = null, from_value = k.kept ->> 'from', to_value = k.kept ->> 'to',
    data = case when e.data is not null then private.without_texts(e.data) end
  from public.order_events v
  cross join lateral (select case when v.type not in ('internal_notes', 'invoice_filename', 'note')
    then private.without_texts(jsonb_build_object('from', v.from_value, 'to', v.to_value)) end as kept) k
  where v.order_id = any (p_orders) and e.id = v.id;
  update public.order_admin a set internal_notes = null, invoice_filename = null where a.order_id = any (p_orders);
  update public.order_notes n set body = v_gone where n.order_id = any (p_orders);
  update public.order_messages m set body = v_gone where m.order_id = any (p_orders);
  update public.refund_requests r set reason = v_gone, failure = null where r.order_id = any (p_orders);
  update public.payment_exceptions x set detail = private.without_texts(x.detail),
    resolution = case when x.resolution is not null then v_gone end
  where x.order_id = any (p_orders);
  update public.order_adjustments j set reason = case when j.reason is not null then v_gone end,
    words = case when j.words is not null then v_gone end,
    closing_note = case when j.closing_note is not null then v_gone end, receipt_url = null
  where j.order_id = any (p_orders);
  update public.set_asides s set note = null, asked_note = null where s.order_id = any (p_orders);
  -- Undo would restore the texts.
  delete from public.staff_actions t where t.order_id = any (p_orders);
  update public.packages k set sender = null, notes = null where k.order_id = any (p_orders);
  -- Package labels show the sender. The job deletes the files.
  update public.order_photos f set removed_at = now() where f.removed_at is null
    and (f.order_id = any (p_orders) or f.package_id in (select k.id from public.packages k where k.order_id = any (p_orders)));
  update public.tracking_links l set revoked_at = now() where l.revoked_at is null and l.order_id = any (p_orders);
  -- Invalidates the guest's cookie.
  update public.grading_orders o set user_email = null, guest_email = null, title = null, notes = null, return_address = null, receipt_url = null,
    delay_reason = case when o.delay_reason is not null then v_gone end,
    guest_key = case when o.user_id is null then encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex') end
  where o.id = any (p_orders);

  -- Last, because emptying an account queues emails.
  delete from public.outbox m where m.sent_at is null and private.is_mail_of(m, p_users, p_orders, p_words);
  -- Sent rows stay without texts, to prevent a second email.
  update public.outbox m set payload = private.without_texts(m.payload), last_error = null
  where private.is_mail_of(m, p_users, p_orders, p_words);
  update public.packages k set sender = null, notes = null
  where k.order_id is null and private.mentions(concat_ws(' ', k.sender, k.notes), p_words);
  update public.staff_log l set about = null, before = private.without_texts(l.before), after = private.without_texts(l.after)
  where private.mentions(concat_ws(' ', l.about, l.before::text, l.after::text), p_words);
  update public.payment_exceptions x set detail = private.without_texts(x.detail), resolution = null
  where private.mentions(concat_ws(' ', x.detail::text, x.resolution), p_words);
  update public.stripe_events e set last_error = null where private.mentions(e.last_error, p_words);
end $$;
comment on function private.erase_rows(uuid[], uuid[], text[]) is
  'Empties and bars accounts with their sign-in methods, removes personal data from orders, which the caller has locked, and removes
   the person from emails, packages, logs and deliveries.';

create function public.erase_person(p_email text, p_by text, p_does boolean default false) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_address text := lower(btrim(p_email) collate "C");
  v_hash text := private.address_hash(p_email);
  v_actor uuid := (select u.id from auth.users u where lower(u.email::text collate "C") = lower(btrim(p_by) collate "C"));
  v_users uuid[];
  v_orders uuid[];
  v_words text[];
  v_found jsonb;
  v_obstacles jsonb;
begin
  if coalesce(v_address, '') !~ '^[^\s@]+@[^\s@]+$' then
    raise exception 'erase_person needs an e-mail address' using errcode = 'invalid_parameter_value';
  end if;
  perform private.require_actor(v_actor, 'owner');
  -- Blocks new orders of the account, which reference the row.
  perform from auth.users u where lower(u.email::text collate "C") = v_address for update;
  v_users := array(select u.id from auth.users u where lower(u.email::text collate "C") = v_address order by u.id);
  v_orders := array(select o.id from public.grading_orders o
    where o.user_id = any (v_users) or lower(o.user_email collate "C") = v_address or lower(o.guest_email collate "C") = v_address
    order by o.id);
  perform from public.grading_orders o where o.id = any (v_orders) order by o.id for update;
  -- Short names match by chance.
  v_words := array(select distinct w.word from (
      select v_address as word
      union all select o.user_email from public.grading_orders o where o.id = any (v_orders)
      union all select o.guest_email from public.grading_orders o where o.id = any (v_orders)
      union all select p.full_name from public.profiles p where p.user_id = any (v_users)
      union all select o.return_address ->> 'full_name' from public.grading_orders o where o.id = any (v_orders)) w
    where char_length(btrim(w.word)) >= 5 order by 1);
  v_found := jsonb_build_object('accounts', cardinality(v_users), 'orders', cardinality(v_orders),
    'mails', (select count(*) from public.outbox m where private.is_mail_of(m, v_users, v_orders, v_words)),
    'photographs', (select count(*) from public.order_photos f where f.order_id = any (v_orders) and f.removed_at is null),
    'messages', (select count(*) from public.order_messages m where m.order_id = any (v_orders)),
    'notes', (select count(*) from public.order_notes n where n.order_id = any (v_orders)),
    'preferences', (select count(*) from public.email_opt_outs p where p.address_hash = v_hash));
  v_obstacles := private.erasure_obstacles(v_address, v_users, v_orders, v_words);
  if p_does and v_obstacles = '[]' then
    delete from public.email_opt_outs p
    where p.address_hash in (select private.address_hash(w) from unnest(v_words || v_address) w);
    perform private.erase_rows(v_users, v_orders, v_words);
    if jsonb_path_exists(v_found, '$.* ? (@ > 0)') then
      insert into public.erasures (address_hash, erased_by, counts) values (v_hash, v_actor, v_found);
    end if;
  end if;
  return jsonb_build_object('done', p_does and v_obstacles = '[]', 'found', v_found, 'obstacles', v_obstacles,
    'erased_at', (select max(e.erased_at) from public.erasures e where e.address_hash = v_hash),
    'stripe_customers', (select coalesce(jsonb_agg(c.stripe_customer_id order by c.stripe_customer_id), '[]')
      from public.stripe_customers c where c.user_id = any (v_users) and c.deleted_at is null));
end $$;
comment on function public.erase_person(text, text, boolean) is
  'Erases everyone with this email address, with or without an account; amounts, IDs, dates and steps stay. p_by: an owner''s
   address. Without p_does it only looks. Returns {done, found: rows by kind, obstacles (private.erasure_obstacles; then nothing is
   done), erased_at (last time or null), stripe_customers (still to delete there)}. Raises insufficient_privilege and
   invalid_parameter_value.';
