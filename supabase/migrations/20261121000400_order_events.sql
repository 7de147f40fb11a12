-- The timeline of an order: append-only, written by the database itself, so that no status can change silently.

create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.grading_orders (id) on delete cascade,
  type text not null check (type ~ '^[a-z_]{1,40}$'),
  from_value text,
  to_value text,
  actor_type text not null default 'system' check (actor_type in ('system', 'customer', 'staff', 'stripe')),
  actor_id uuid,
  public boolean not null default false,
  message text check (char_length(message) <= 2000),
  data jsonb,
  occurred_at timestamptz not null default now()
);
comment on column public.order_events.type is
  'created, linked, the name of the column that changed, or a word of the function that wrote it.';
comment on column public.order_events.actor_id is 'No foreign key: the record outlives the account.';
comment on column public.order_events.public is 'Shown to the customer.';
create index order_events_of_order on public.order_events (order_id, id);

alter table public.order_events enable row level security;

create policy "Collectors read the public events of their orders, staff all" on public.order_events
  for select to authenticated
  using (
    (public and exists (
      select 1 from public.grading_orders o where o.id = order_id and o.user_id = (select auth.uid())))
    or (select private.is_staff())
  );

create function private.refuse_rewriting_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Events leave only together with their order.
  if tg_op = 'DELETE' and not exists (select 1 from public.grading_orders o where o.id = old.order_id) then
    return old;
  end if;
  raise exception 'order events are append-only' using errcode = 'restrict_violation';
end $$;

create trigger refuse_rewriting_history before update or delete on public.order_events
  for each row execute function private.refuse_rewriting_history();

-- ---------------------------------------------------------------------------------------------
-- Who acts: said by the writing function, for the length of its transaction
-- ---------------------------------------------------------------------------------------------

create function private.set_actor(
  p_type text, p_id uuid default null, p_message text default null, p_data jsonb default null
) returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('app.actor_type', p_type, true);
  perform set_config('app.actor_id', coalesce(p_id::text, ''), true);
  perform set_config('app.event_message', coalesce(p_message, ''), true);
  perform set_config('app.event_data', coalesce(p_data::text, ''), true);
end $$;
comment on function private.set_actor(text, uuid, text, jsonb) is
  'Who and why, for the events of this transaction. p_message is shown wherever the event is, so to the customer too
   when the event is public. app.event_at may be set besides, to write history.';

create function private.add_order_event(
  p_order_id uuid, p_type text, p_from text, p_to text, p_public boolean
) returns void
language sql set search_path = ''
as $$
  insert into public.order_events
    (order_id, type, from_value, to_value, public, actor_type, actor_id, message, data, occurred_at)
  values (
    p_order_id, p_type, p_from, p_to, p_public,
    coalesce(nullif(current_setting('app.actor_type', true), ''), 'system'),
    nullif(current_setting('app.actor_id', true), '')::uuid,
    nullif(current_setting('app.event_message', true), ''),
    nullif(current_setting('app.event_data', true), '')::jsonb,
    coalesce(nullif(current_setting('app.event_at', true), '')::timestamptz, now()))
$$;

create function private.record_order_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.add_order_event(new.id, 'created', null, new.payment_status, false);
    return null;
  end if;
  if new.payment_status <> old.payment_status then
    -- Back to unpaid is a correction by hand, not news for the customer.
    perform private.add_order_event(
      new.id, 'payment_status', old.payment_status, new.payment_status, new.payment_status <> 'unpaid');
  end if;
  if new.fulfillment_status <> old.fulfillment_status then
    -- The customer follows submission_status, of which this is the coarse form.
    perform private.add_order_event(
      new.id, 'fulfillment_status', old.fulfillment_status, new.fulfillment_status, false);
  end if;
  if new.submission_status <> old.submission_status then
    perform private.add_order_event(
      new.id, 'submission_status', old.submission_status, new.submission_status, true);
  end if;
  if new.tracking_number is distinct from old.tracking_number then
    perform private.add_order_event(
      new.id, 'tracking_number', old.tracking_number, new.tracking_number, new.tracking_number is not null);
  end if;
  if new.user_id is distinct from old.user_id then
    perform private.add_order_event(new.id, 'linked', old.user_id::text, new.user_id::text, false);
  end if;
  return null;
end $$;

create trigger record_order_change
  after insert or update of payment_status, fulfillment_status, submission_status, tracking_number, user_id
  on public.grading_orders
  for each row execute function private.record_order_change();
