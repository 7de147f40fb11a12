-- Email outbox: delivery by several workers with leases, optional emails, and emails about accounts. The domain that causes an
-- email queues it; most of an order's are in the order_emails migration.

create table public.outbox (
  id bigint generated always as identity primary key,
  dedupe_key text not null unique,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  attempts integer not null default 0,
  locked_until timestamptz,
  sent_at timestamptz,
  is_unwanted boolean not null default false,
  failed_at timestamptz,
  notified_at timestamptz,
  message_id text,
  last_error text
);
comment on table public.outbox is
  'Emails to send, written in the transaction of their cause. Delivered at least once, with a deterministic Message-ID.';
comment on column public.outbox.failed_at is 'When the app gave up on it: staff must act.';
comment on column public.outbox.is_unwanted is 'Dropped at sent_at because its recipient has turned optional emails off.';
create index outbox_due on public.outbox (next_attempt_at, id) where sent_at is null and failed_at is null;
create index outbox_failed on public.outbox (failed_at desc) where failed_at is not null;
create index outbox_sent on public.outbox (sent_at) where sent_at is not null;
create index outbox_about_orders on public.outbox ((payload ->> 'order_id')) where payload ->> 'order_id' is not null;

create table public.email_opt_outs (
  address_hash text primary key check (address_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
comment on table public.email_opt_outs is
  'Addresses of accounts and guests that get no optional emails. Only hashes, so the list reveals no one.';

alter table public.outbox enable row level security;
alter table public.email_opt_outs enable row level security;

create function private.mail_address_of(p_order public.grading_orders) returns text
language sql stable set search_path = ''
as $$
  select coalesce(private.email_of(p_order.user_id), nullif(p_order.user_email, ''), nullif(p_order.guest_email, ''))
$$;
comment on function private.mail_address_of(public.grading_orders) is
  'Returns the address for emails about an order: the account''s current one, else the one that submitted or paid it, or null.';

-- Lowercases only A to Z, regardless of the database's collation, like the server.
create function private.address_hash(p_address text) returns text
language sql immutable set search_path = ''
as $$ select encode(sha256(convert_to(lower(btrim(p_address) collate "C"), 'UTF8')), 'hex') $$;
comment on function private.address_hash(text) is
  'Returns the hash of an email address in email_opt_outs, regardless of case and surrounding spaces.';

create function private.my_optional_emails() returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from public.email_opt_outs o where o.address_hash = private.address_hash(private.email_of((select private.me()))))
$$;
comment on function private.my_optional_emails() is
  '@callers authenticated
   Returns whether the caller gets optional emails.';

-- A sign-in method that an intruder adds outlives a new password, so the owner is emailed at the current address.
create function private.email_sign_in_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_old jsonb := to_jsonb(old);
  v_new jsonb := to_jsonb(new);
  v_row jsonb := coalesce(v_new, v_old);
  v_user_id uuid := (v_row ->> 'user_id')::uuid;
  v_change text;
begin
  v_change := case
    when tg_table_name = 'mfa_factors' and tg_op = 'DELETE' then
      case when v_old ->> 'status' = 'verified' then 'authenticator_off' end
    when tg_table_name = 'mfa_factors' then
      case when v_new ->> 'status' = 'verified' and v_old ->> 'status' <> 'verified' then 'authenticator_on' end
    when v_row ->> 'provider' in ('email', 'phone') then null
    when tg_op = 'DELETE' then 'identity_removed'
    -- The first identity is the account itself.
    when exists (select from auth.identities i where i.user_id = v_user_id and i.id::text <> v_row ->> 'id') then 'identity_linked' end;
  insert into public.outbox (dedupe_key, kind, payload)
  select 'account_notice:' || v_change || ':' || (v_row ->> 'id'), 'account_notice', jsonb_strip_nulls(jsonb_build_object(
    'change', v_change, 'email', private.email_of(v_user_id), 'provider', v_row -> 'provider'))
  where v_change is not null and coalesce(private.email_of(v_user_id), '') <> ''
  on conflict (dedupe_key) do nothing;
  return null;
exception when others then
  -- A failed email must not fail the auth service.
  raise warning 'no email about a sign-in method: %', sqlerrm;
  return null;
end $$;
comment on function private.email_sign_in_change() is
  'Queues an email about a changed sign-in method (authenticator_on | authenticator_off | identity_linked | identity_removed),
   unless the account is gone or has no address.';

create trigger email_factor_change after update or delete on auth.mfa_factors
  for each row execute function private.email_sign_in_change();
create trigger email_identity_change after insert or delete on auth.identities
  for each row execute function private.email_sign_in_change();

create function private.notify_owners(p_key text, p_kind text, p_payload jsonb, p_due timestamptz default now()) returns void
language sql set search_path = ''
as $$
  insert into public.outbox (dedupe_key, kind, payload, next_attempt_at)
  select p_key || ':' || s.user_id, p_kind, p_payload || jsonb_build_object('to', private.email_of(s.user_id)), p_due
  from public.staff s where s.role = 'owner' and coalesce(private.email_of(s.user_id), '') <> ''
  on conflict (dedupe_key) do nothing
$$;
comment on function private.notify_owners(text, text, jsonb, timestamptz) is 'Queues an email to each owner, once per p_key.';

create function public.get_optional_emails(p_address_hash text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('wanted', not exists (select from public.email_opt_outs o where o.address_hash = p_address_hash))
$$;
comment on function public.get_optional_emails(text) is 'Returns {wanted}: whether an address, by its hash, gets optional emails.';

create function public.set_optional_emails(p_address_hash text, p_wanted boolean) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  if p_wanted then
    delete from public.email_opt_outs o where o.address_hash = p_address_hash;
  else
    insert into public.email_opt_outs (address_hash) values (p_address_hash) on conflict do nothing;
  end if;
  return jsonb_build_object('wanted', p_wanted);
end $$;
comment on function public.set_optional_emails(text, boolean) is
  'Turns optional emails on or off for an address, including queued ones. Returns {wanted}. Idempotent.';

create function public.claim_outbox(
  p_limit integer default 10, p_lease_seconds integer default 60, p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_due bigint[];
  v_claimed jsonb;
begin
  -- Obsolete emails must not block the queue.
  for v_round in 1 .. 50 loop
    select array_agg(d.id) into v_due from (
      select o.id from public.outbox o
      where o.sent_at is null and o.failed_at is null and o.next_attempt_at <= p_now
        and (o.locked_until is null or o.locked_until <= p_now)
      order by o.next_attempt_at, o.id
      limit greatest(p_limit, 0)
      for update skip locked
    ) d;
    if v_due is null then
      return '[]';
    end if;
    update public.outbox o
    set failed_at = p_now, locked_until = null, last_error = coalesce(o.last_error, 'The send never finished.')
    where o.id = any (v_due) and o.attempts >= 50;
    update public.outbox m set sent_at = p_now, is_unwanted = true, locked_until = null
    where m.id = any (v_due) and m.attempts < 50
      and m.kind in ('no_news', 'ship_reminder', 'order_delivered')
      and exists (
        select from public.grading_orders o
        join public.email_opt_outs x on x.address_hash = private.address_hash(private.mail_address_of(o))
        where o.id = (substring(m.payload ->> 'order_id' from '^[0-9a-f-]{36}$'))::uuid);
    with claimed as (
      update public.outbox o
      set locked_until = p_now + make_interval(secs => p_lease_seconds), attempts = o.attempts + 1
      where o.id = any (v_due) and o.sent_at is null and o.failed_at is null
      returning o.*
    )
    select jsonb_agg(to_jsonb(c) order by c.id) into v_claimed from claimed c;
    if v_claimed is not null then
      return v_claimed;
    end if;
  end loop;
  return '[]';
end $$;
comment on function public.claim_outbox(integer, integer, timestamptz) is
  'Returns the emails to send now, leased to this caller. An expired lease makes an email due again. After 50 claims it fails, since
   it may crash the workers. Emails that the recipient has turned off are dropped.';

create function public.finish_outbox(
  p_id bigint, p_message_id text default null, p_error text default null, p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_row public.outbox;
begin
  select * into v_row from public.outbox o where o.id = p_id for update;
  if not found then
    return jsonb_build_object('state', 'missing');
  elsif v_row.sent_at is not null then
    return jsonb_build_object('state', 'sent');
  elsif p_error is null then
    update public.outbox o
    set sent_at = p_now, message_id = p_message_id, locked_until = null, failed_at = null, last_error = null
    where o.id = p_id;
    return jsonb_build_object('state', 'sent');
  elsif v_row.failed_at is not null or (p_now >= v_row.created_at + interval '20 hours' and v_row.attempts >= 5) then
    update public.outbox o
    set failed_at = coalesce(o.failed_at, p_now), locked_until = null, last_error = left(p_error, 2000)
    where o.id = p_id;
    return jsonb_build_object('state', 'failed');
  end if;
  update public.outbox o
  set next_attempt_at = p_now + interval '1 minute' * least(power(2, least(greatest(o.attempts, 1) - 1, 10)), 60),
      locked_until = null, last_error = left(p_error, 2000)
  where o.id = p_id
  returning * into v_row;
  return jsonb_build_object('state', 'retry', 'next_attempt_at', v_row.next_attempt_at);
end $$;
comment on function public.finish_outbox(bigint, text, text, timestamptz) is
  'Records the outcome of a send; without p_error it succeeded. Gives up 20 hours after the cause and after at least five attempts,
   so that an outage fails nothing. Returns {state: sent | retry | failed | missing, next_attempt_at?}.';

create function public.staff_retry_mail(p_actor uuid, p_mail_id bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_actor(p_actor);
  update public.outbox m
  set failed_at = null, notified_at = null, attempts = 0, locked_until = null, created_at = now(), next_attempt_at = now()
  where (p_mail_id is null or m.id = p_mail_id) and m.failed_at is not null;
  get diagnostics v_count = row_count;
  if v_count > 0 then
    perform private.add_staff_log_entry(p_actor, 'mail_retried', p_mail_id::text, null, jsonb_build_object('count', v_count));
  end if;
  return jsonb_build_object('outcome', case when v_count > 0 then 'queued'
    when p_mail_id is not null and not exists (select from public.outbox m where m.id = p_mail_id) then 'mail_not_found'
    else 'mail_in_progress' end, 'count', v_count);
end $$;
comment on function public.staff_retry_mail(uuid, bigint) is
  'Queues a failed email again, or all of them if p_mail_id is null. Returns {outcome: queued | mail_in_progress | mail_not_found,
   count}.';

create function public.purge_sent_emails(p_now timestamptz default now(), p_limit integer default 5000) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_deleted integer;
begin
  -- An array is evaluated once. PostgreSQL may run a subquery with a limit again for each row, and then exceeds the limit.
  delete from public.outbox o
  where o.id = any (array(
    select m.id from public.outbox m
    where m.sent_at < p_now - interval '90 days'
      -- The row prevents a second email, so it stays as long as its cause can recur.
      and not exists (select from public.subscriptions u where u.stripe_subscription_id = m.payload ->> 'subscription_id'
        and u.status not in ('canceled', 'incomplete_expired'))
      and not (m.kind in ('check_in_receipt', 'late', 'order_arrived', 'order_sent', 'order_graded')
        and exists (select from public.grading_orders o
          where o.id = (substring(m.payload ->> 'order_id' from '^[0-9a-f-]{36}$'))::uuid and o.fulfillment_status <> 'complete'))
    order by m.sent_at
    limit greatest(p_limit, 0)
    for update skip locked));
  get diagnostics v_deleted = row_count;
  return jsonb_build_object('deleted', v_deleted);
end $$;
comment on function public.purge_sent_emails(timestamptz, integer) is
  'Deletes emails 90 days after they were sent, unless their cause could queue them again. Failed ones stay for staff. Returns
   {deleted}.';
