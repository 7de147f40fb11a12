-- Grading orders: one row per batch, its staff-only data, timeline, tracking link and payment exceptions.

create table public.grading_orders (
  id uuid primary key default gen_random_uuid(),
  batch_id text unique check (batch_id ~ '^BATCH-[A-Z0-9]{6,16}-[A-Z0-9]{4}$'),
  user_id uuid references auth.users (id),
  user_email text,
  guest_email text,
  guest_key text check (guest_key ~ '^[0-9a-f]{64}$'),
  plan_type text not null check (plan_type in ('payg', 'free', 'starter', 'pro', 'elite')),
  num_cards integer not null check (num_cards between 1 and 9999),
  rate_cents integer not null check (rate_cents between 1 and 100000),
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  grading_fee numeric(10, 2) not null,
  total_paid numeric(10, 2) check (total_paid >= 0),
  refunded_cents integer not null default 0 check (refunded_cents >= 0),
  payment_status text not null default 'unpaid'
    check (payment_status in ('unpaid', 'pending', 'paid', 'failed', 'canceled')),
  fulfillment_status text not null default 'not_received'
    check (fulfillment_status in ('not_received', 'grading', 'complete')),
  submission_status text not null default 'pending' check (submission_status in
    ('pending', 'processing', 'received', 'shipped', 'grading', 'graded', 'completed', 'delivered')),
  title text check (char_length(title) between 1 and 60),
  notes text check (char_length(notes) <= 2000),
  tracking_number text check (char_length(tracking_number) <= 100),
  return_carrier text check (return_carrier in ('usps', 'ups', 'fedex', 'dhl', 'other')),
  grading_submission_number text check (char_length(grading_submission_number) <= 100),
  quota_month date check (extract(day from quota_month) = 1),
  reservation_expires_at timestamptz,
  checkout_attempt integer not null default 1 check (checkout_attempt >= 1),
  stripe_session_id text unique,
  stripe_payment_intent_id text unique,
  receipt_url text,
  paid_at timestamptz,
  return_address jsonb check (jsonb_typeof(return_address) = 'object'),
  inbound_carrier text check (inbound_carrier in ('usps', 'ups', 'fedex', 'dhl', 'other')),
  inbound_tracking text check (char_length(inbound_tracking) <= 100),
  inbound_shipped_at timestamptz,
  inbound_delivered_at timestamptz,
  look_from date,
  ship_reminders smallint not null default 0 check (ship_reminders between 0 and 2),
  cancel_requested_at timestamptz,
  arrived_at timestamptz,
  open_by date,
  is_counted_in_part boolean not null default false,
  received_at timestamptz,
  received_count integer check (received_count between 0 and 9999),
  proposed_count integer,
  cards_sent integer check (cards_sent >= 0),
  package_condition text check (package_condition in ('ok', 'damaged_outside', 'damaged_cards', 'tampered')),
  promised_from date,
  promised_to date,
  delay_reason text check (char_length(delay_reason) between 5 and 300),
  delayed_until date,
  overdue_notice_day date,
  note_due_at timestamptz not null default now() + interval '7 days',
  due_on date,
  sent_back_at timestamptz,
  canceled_at timestamptz,
  is_lost boolean not null default false,
  change_context jsonb,
  version integer not null default 1,
  search_text text not null default '',
  submitted_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint fee_is_rate_times_cards check (grading_fee * 100 = num_cards * rate_cents),
  constraint paid_is_complete check (payment_status <> 'paid' or (paid_at is not null and total_paid is not null)),
  constraint refund_within_payment check (refunded_cents <= coalesce(total_paid, 0) * 100),
  constraint reservation_is_of_unpaid
    check (reservation_expires_at is null or (payment_status = 'unpaid' and paid_at is null)),
  constraint delivered_was_shipped check (inbound_delivered_at is null or inbound_shipped_at is not null),
  constraint received_has_arrived check (received_at is null or arrived_at is not null),
  constraint has_an_owner check (num_nonnulls(user_id, guest_key, guest_email) >= 1),
  constraint delay_is_whole check ((delay_reason is null) = (delayed_until is null)),
  constraint change_context_is_not_stored check (change_context is null)
);
comment on column public.grading_orders.batch_id is
  'Proposed by the browser, unique, and the idempotency key within one owner. Null in imported rows only.';
comment on column public.grading_orders.user_id is
  'Null for a guest. No cascade: orders are accounting records, so an account with orders can''t be deleted.';
comment on column public.grading_orders.guest_key is
  'SHA-256 (hex) of the guest''s order cookie: the owner until an account is linked.';
comment on column public.grading_orders.quota_month is
  'UTC month in which the cards were reserved, also if they are paid in the next one. Null for staff, who have no limit.';
comment on column public.grading_orders.reservation_expires_at is
  'Until then an unpaid order holds quota and its payment page may be open. Null once the outcome is known.';
comment on column public.grading_orders.checkout_attempt is
  'Part of Stripe''s idempotency key. Incremented when Stripe has stored a failure under the previous one.';
comment on column public.grading_orders.paid_at is
  'When a payment, or staff, first settled it. Never cleared: no Stripe event is applied after it.';
comment on column public.grading_orders.proposed_count is
  'The count that the order continues with although another number was paid for: the customer decides, or has decided, about the
   difference.';
comment on column public.grading_orders.cards_sent is
  'How many cards left when the grader shipment was closed. Null before. Supplemental cards stay here.';
comment on column public.grading_orders.return_carrier is
  'The return carrier that staff chose. Null: derived from the tracking number''s format.';
comment on column public.grading_orders.promised_from is
  'Tenth business day after check-in: the start of the return estimate. Null until the cards are counted. Set by trigger.';
comment on column public.grading_orders.promised_to is
  'Fifteenth business day after check-in. The order is late once that day is over in the business''s time zone.';
comment on column public.grading_orders.overdue_notice_day is
  'The last missed day that the customer was emailed about: promised_to, or a later delayed_until.';
comment on column public.grading_orders.note_due_at is 'When to check next whether to send the weekly email.';
comment on column public.grading_orders.due_on is
  'Last day of the current step (private.due_on). Overdue from the next day on, null if nothing is due. Set by trigger.';
comment on column public.grading_orders.sent_back_at is
  'When the return shipment left. Set by trigger. An imported order without it gets its last change.';
comment on column public.grading_orders.canceled_at is
  'When the payment was canceled, null otherwise. Set by trigger. An imported order gets its last change.';
comment on column public.grading_orders.is_lost is
  'The payment was fully refunded after the return shipment left: the package was lost, and no one searches for it. Set by trigger.';
comment on column public.grading_orders.change_context is
  'Write-only: who makes an update and why (private.change_context). Triggers put it in events and emails, then clear it.';
comment on column public.grading_orders.version is
  'Optimistic lock: incremented on every change and sent back by staff forms. Except for inbound details from the customer, which no
   staff form overwrites and which must not block a check-in.';
comment on column public.grading_orders.inbound_tracking is
  'From the customer, or from the desk''s scan once the package is here. In the form of private.plain_number.';
comment on column public.grading_orders.inbound_shipped_at is 'Noon (UTC) of the day on which the customer shipped.';
comment on column public.grading_orders.inbound_delivered_at is
  'Noon (UTC) of the day of delivery to us, as the customer reports it.';
comment on column public.grading_orders.look_from is
  'Second business day after the reported delivery: a package not checked in by then is searched for. Set by trigger.';
comment on column public.grading_orders.cancel_requested_at is
  'When the customer asked to cancel. Stays after the refund, and is cleared when the customer or staff continue the batch.';
comment on column public.grading_orders.ship_reminders is 'How many of the two reminders to ship are done.';
comment on column public.grading_orders.search_text is
  'What staff search, in the form of private.search_form. Set by trigger, never shown.';
comment on column public.grading_orders.arrived_at is
  'When the package arrived, opened or not. Set by trigger if it is checked in without it.';
comment on column public.grading_orders.open_by is
  'Second business day after arrival: the package must be opened and counted by then. If counted in part, the fifth business day
   after the first box. Null if set aside. Set by trigger.';
comment on column public.grading_orders.is_counted_in_part is
  'Some boxes are counted and others awaited (order_admin.box_counts). Set by trigger.';

-- Indexes, one per list or look-up.
create index grading_orders_by_user on public.grading_orders (user_id, submitted_at desc, id desc);
create index grading_orders_newest on public.grading_orders (submitted_at desc, id desc);
create index grading_orders_by_payment on public.grading_orders (payment_status, submitted_at desc, id desc);
create index grading_orders_by_fulfillment on public.grading_orders (fulfillment_status, submitted_at desc, id desc);
create index grading_orders_by_guest on public.grading_orders (guest_key) where guest_key is not null;
create index grading_orders_by_email on public.grading_orders (lower(coalesce(user_email, guest_email) collate "C"));
-- Tracking numbers of inbound and return shipments.
create index grading_orders_by_number on public.grading_orders
  using gin ((array[inbound_tracking, upper(translate(tracking_number, ' -', '') collate "C")])) with (fastupdate = off);
create index grading_orders_paid_at on public.grading_orders (paid_at);
-- One per saved view, in its order.
create index grading_orders_to_check_in on public.grading_orders (paid_at, id)
  where payment_status = 'paid' and received_count is null and submission_status in ('pending', 'received', 'processing');
create index grading_orders_to_send on public.grading_orders (received_at, id)
  where payment_status = 'paid' and received_count is not null and submission_status in ('received', 'processing');
create index grading_orders_at_grader on public.grading_orders (received_at, id) where submission_status in ('shipped', 'grading');
create index grading_orders_to_return on public.grading_orders (arrived_at, id)
  where arrived_at is not null and fulfillment_status <> 'complete' and (submission_status = 'graded' or payment_status = 'canceled');
create index grading_orders_due on public.grading_orders (due_on, id) where due_on is not null;
-- Most orders are complete. Without these statistics the planner expects a fifth to be open.
create statistics public.grading_orders_statuses (mcv)
  on payment_status, fulfillment_status, submission_status from public.grading_orders;

-- Trigrams over one text are half the size of an index per column. A short pending list keeps searches fast after busy hours. The
-- statistics (filled by ANALYZE) tell a search how common each trigram is. The extension may be in another schema.
do $$
declare
  v_schema text := (select n.nspname from pg_catalog.pg_extension e
                    join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm');
begin
  execute format(
    'create index grading_orders_search on public.grading_orders using gin (search_text %I.gin_trgm_ops)
     with (gin_pending_list_limit = 256)', v_schema);
  execute format('create statistics public.grading_orders_word_parts on (%I.show_trgm(search_text)) from public.grading_orders',
    v_schema);
end $$;
-- Trigrams that aren't among the common ones must be rare even among millions of orders.
alter statistics public.grading_orders_word_parts set statistics 200;

create table public.order_admin (
  order_id uuid primary key references public.grading_orders (id) on delete cascade,
  internal_notes text check (char_length(internal_notes) <= 5000),
  invoice_filename text check (char_length(invoice_filename) <= 255),
  received_by uuid references auth.users (id) on delete set null,
  shelf_location text check (char_length(shelf_location) <= 100),
  placed_by_admin boolean not null default false,
  dispute_status text,
  review_reason text check (review_reason in
    ('paid_after_canceled', 'paid_after_failed', 'paid_after_reservation', 'also_paid_by_card', 'debit_failed',
    'refund_failed', 'dispute_lost')),
  alarms_notified text[] not null default '{}',
  has_new_alarm boolean not null generated always as (
    review_reason is not null and review_reason <> all (alarms_notified)
    or coalesce(dispute_status in ('needs_response', 'warning_needs_response', 'appeal_needs_response', 'under_review', 'warning_under_review',
        'appeal_under_review'), false)
      and 'dispute_opened' <> all (alarms_notified)
  ) stored,
  open_exceptions integer not null default 0 check (open_exceptions >= 0),
  grader_shipment_id bigint,
  grouped_at timestamptz,
  settled_count integer,
  cards_back_at timestamptz,
  box_counts integer[],
  is_set_aside boolean not null default false,
  paid_extras integer not null default 0,
  problem_since timestamptz,
  address_held_until timestamptz,
  blockers text[] not null default '{}',
  waiting_on text generated always as (
    case when blockers = '{}' then null when blockers <@ array['proposal', 'set_aside_asked'] then 'customer' else 'us' end
  ) stored,
  needs_money_review boolean not null generated always as (blockers && array['dispute', 'exception', 'review']) stored,
  waiting_since timestamptz,
  updated_at timestamptz not null default now(),
  check (grader_shipment_id is null or grouped_at is not null)
);
comment on table public.order_admin is
  'Data that customers must not see, so that select=* on grading_orders stays safe. Created with its first entry. Writers lock the
   order and raise its version if staff forms must notice.';
comment on column public.order_admin.internal_notes is 'Notes from before order_notes.';
comment on column public.order_admin.review_reason is
  'Why staff must look at the payment: it succeeded for a closed order, failed, or was reversed.';
comment on column public.order_admin.alarms_notified is
  'Review reasons, and dispute_opened, that staff were notified about by log and email. See public.claim_new_alarms.';
comment on column public.order_admin.grader_shipment_id is
  'The shipment that its cards go to the grader in, or last went in. Live while cards_back_at is null.';
comment on column public.order_admin.grouped_at is
  'When it was added to that shipment, or to the last one that it was removed from.';
comment on column public.order_admin.settled_count is
  'The count that staff accepted, with a reason, although another number was paid for. A recount with another number must be settled
   again.';
comment on column public.order_admin.box_counts is
  'Cards per counted box while more boxes are expected. Null after the last box, when received_count has the total.';
comment on column public.order_admin.is_set_aside is 'Has an open row in set_asides. Set by trigger.';
comment on column public.order_admin.problem_since is
  'When the customer reported a problem that staff haven''t settled. Null: none.';
comment on column public.order_admin.address_held_until is
  'Its cards can''t be packed until then because the return address changed. infinity: until staff release them.';
comment on column public.order_admin.blockers is 'Result of private.order_blockers. Set by trigger.';
comment on column public.order_admin.waiting_on is
  'customer: the customer decides about all blockers. us: staff must act on at least one. Null without blockers.';
comment on column public.order_admin.waiting_since is 'When the first blocker began. Null without blockers.';
create index order_admin_grader_shipment on public.order_admin (grader_shipment_id, grouped_at, order_id)
  where grader_shipment_id is not null;
create index order_admin_received_by on public.order_admin (received_by) where received_by is not null;
create index order_admin_waiting on public.order_admin (waiting_on, waiting_since, order_id) where waiting_on is not null;
create index order_admin_money_review on public.order_admin (waiting_since, order_id) where needs_money_review;
create index order_admin_new_alarms on public.order_admin (order_id) where has_new_alarm;

create table public.order_notes (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.grading_orders (id) on delete cascade,
  body text not null check (char_length(body) between 1 and 5000),
  author_id uuid not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.order_notes is
  'Dated staff notes with their author, never changed or shown to the customer. Older notes are in order_admin.internal_notes.';
comment on column public.order_notes.author_id is 'No foreign key: the record outlives the account.';
create index order_notes_of_order on public.order_notes (order_id, id);

-- Append-only timeline. The database writes it, so no status changes silently.
create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.grading_orders (id) on delete cascade,
  type text not null check (type in ('created', 'linked', 'payment_status', 'fulfillment_status', 'submission_status',
    'tracking_number', 'grading_submission_number', 'internal_notes', 'invoice_filename', 'review_reason', 'dispute_status',
    'note', 'reason', 'payment_adopted', 'refunded', 'refund_started', 'refund_failed', 'exception_resolved', 'arrived', 'counted', 'recounted',
    'count_mismatch', 'package_condition', 'package_matched', 'shelf_location', 'undone', 'grader_group',
    'cards_back', 'return_carrier', 'inbound_tracking', 'box_counted', 'set_aside', 'set_aside_asked', 'set_aside_ended',
    'photo', 'photo_shown', 'adjustment', 'inbound_shipped', 'inbound_delivered', 'inbound_withdrawn',
    'cancel_asked', 'cancel_withdrawn', 'cancel_declined', 'delay', 'problem', 'return_address')),
  from_value text,
  to_value text,
  actor_type text not null default 'system' check (actor_type in ('system', 'customer', 'staff', 'stripe')),
  actor_id uuid,
  public boolean not null default false,
  message text check (char_length(message) <= 2000),
  data jsonb,
  order_version integer,
  occurred_at timestamptz not null default now(),
  erased_at timestamptz
);
comment on column public.order_events.type is
  'created, linked, the name of the changed column, or the action. lib/orders/order.ts has the same list.';
comment on column public.order_events.actor_id is 'No foreign key: the record outlives the account.';
comment on column public.order_events.erased_at is
  'When public.erase_person emptied the texts: the only update that is allowed, and service_role has no right to it.';
comment on column public.order_events.order_version is
  'The order''s version after the change. A form shows conflicts with a higher version than its own.';
create index order_events_of_order on public.order_events (order_id, id);
create index order_events_by_staff on public.order_events (occurred_at desc, id desc) where actor_type = 'staff';

create table public.payment_exceptions (
  id bigint generated always as identity primary key,
  stripe_session_id text not null,
  order_id uuid references public.grading_orders (id),
  reason text not null check (reason in ('order_not_found', 'livemode_mismatch', 'payment_of_another_order',
    'second_payment', 'currency_mismatch', 'amount_mismatch', 'refund_exceeds_payment', 'second_subscription', 'unknown_price',
    'membership_disputed', 'customer_not_found', 'account_deleted', 'customer_deleted', 'session_not_found', 'late_adjustment')),
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  notified_at timestamptz,
  resolved_at timestamptz,
  resolved_by uuid references auth.users (id) on delete set null,
  resolution text check (char_length(resolution) <= 2000),
  accepted_cents integer check (accepted_cents > 0),
  constraint accepted_is_an_amount check (accepted_cents is null or reason = 'amount_mismatch'),
  unique (stripe_session_id, reason)
);
comment on table public.payment_exceptions is 'Payments that don''t match an order. Staff settle each by hand.';
comment on column public.payment_exceptions.stripe_session_id is
  'The Checkout Session, or for a membership the subscription or customer.';
comment on column public.payment_exceptions.accepted_cents is
  'Amount that staff accept instead of the order''s. apply_checkout records the payment with it.';
create index payment_exceptions_order on public.payment_exceptions (order_id) where order_id is not null;
create index payment_exceptions_resolved_by on public.payment_exceptions (resolved_by) where resolved_by is not null;
comment on column public.payment_exceptions.notified_at is 'When staff were notified or settled it first. Null: new.';
create index payment_exceptions_payment on public.payment_exceptions ((detail ->> 'payment_intent_id'));
create index payment_exceptions_open on public.payment_exceptions (created_at) where resolved_at is null;

create table public.tracking_links (
  order_id uuid primary key references public.grading_orders (id) on delete cascade,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  generation integer not null default 1 check (generation >= 1),
  revoked_at timestamptz,
  mailed_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table public.tracking_links is
  'One link per order. The server derives the token from order, generation and a secret. Only its SHA-256 is stored, so a copy of
   the database opens no page.';
-- Inserts use `on conflict do nothing` without a column, to respect both unique indexes: an owner's renewed or revoked link
-- stays.
comment on column public.tracking_links.mailed_at is 'When it was last emailed to someone who looked up the batch by its ID.';

alter table public.grading_orders enable row level security;
alter table public.order_admin enable row level security;
alter table public.order_notes enable row level security;
alter table public.order_events enable row level security;
alter table public.payment_exceptions enable row level security;
alter table public.tracking_links enable row level security;

create policy "Collectors read their own orders, staff all" on public.grading_orders
  for select to authenticated
  using (user_id = (select private.me())
    or id between (select '00000000-0000-0000-0000-000000000000'::uuid where private.staff_role() is not null)
        and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
      and submitted_at between (select '-infinity'::timestamptz where private.staff_role() is not null) and 'infinity');

create policy "Staff read what only staff may see" on public.order_admin
  for select to authenticated
  using (order_id between (select '00000000-0000-0000-0000-000000000000'::uuid where private.staff_role() is not null)
      and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    and updated_at between (select '-infinity'::timestamptz where private.staff_role() is not null) and 'infinity');

-- No policies for events and tracking links: functions read them, because a per-row check would scan them all, and events contain
-- staff data.

create function private.is_open_dispute(p_status text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_status in ('needs_response', 'warning_needs_response', 'appeal_needs_response', 'under_review', 'warning_under_review',
    'appeal_under_review')
$$;
comment on function private.is_open_dispute(text) is
  'Returns whether a Stripe dispute status still needs a response or a decision; null for null. The generated column
   order_admin.has_new_alarm repeats the list, and a test compares them.';

create function private.search_form(p_text text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return translate(replace(replace(lower(regexp_replace(normalize(p_text, NFKD), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss'), 'æ', 'ae'),
    'oiøłđı,;-#./:()''’+', '010ld1  ');
end $$;
comment on function private.search_form(text) is
  'Returns a text in the form that search compares, stored and typed alike: lowercase without accents, O as 0, I as 1, commas as
   spaces, and without punctuation that people vary (dashes, dots, #, brackets).';

create function private.plain_number(p_number text) returns text
language sql immutable set search_path = ''
as $$ select nullif(upper(translate(p_number, ' -', '') collate "C"), '') $$;
comment on function private.plain_number(text) is
  'Returns a tracking number without spaces and dashes, in capitals, or null if it is empty.';

create function private.open_by(p_order_id uuid, p_from timestamptz) returns date
language plpgsql stable set search_path = ''
as $$
begin
  return (select case when a.is_set_aside is not true then private.business_date_after(private.business_date(p_from),
    case when a.box_counts is null then 2 else 5 end) end
  from (select 1) as one
  left join public.order_admin a on a.order_id = p_order_id);
end $$;
comment on function private.open_by(uuid, timestamptz) is
  'Returns the day by which an order''s package that arrived at p_from must be opened, or, if counted in part, until which the other
   boxes are awaited. Null if it is set aside.';

create function private.due_on(p_order public.grading_orders) returns date
language sql stable set search_path = ''
as $$
  select case
    when p_order.submission_status = 'completed' and not p_order.is_lost then private.business_date(p_order.sent_back_at) + 14
    when p_order.payment_status <> 'paid' or p_order.fulfillment_status = 'complete' then null
    when p_order.received_count is not null then greatest(p_order.promised_to, p_order.delayed_until)
    when p_order.arrived_at is not null then case when p_order.cancel_requested_at is null then p_order.open_by end
    when p_order.inbound_delivered_at is not null then p_order.look_from
    else (p_order.inbound_shipped_at at time zone 'utc')::date + 10 end
$$;
comment on function private.due_on(public.grading_orders) is
  'Returns the last day of an order''s current step: 14 days for the return shipment; before that the estimate or its delay, the day
   to open the package, two business days after the reported delivery, or ten days after shipping. Null if nothing is due.';

create function private.maintain_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_same_text public.grading_orders;
begin
  new.search_text := (
    select private.search_form(concat_ws(' ', new.batch_id, 'order-' || left(new.id::text, 8), new.title, new.user_email, new.guest_email,
      coalesce(p.full_name, new.return_address ->> 'full_name'), replace(new.tracking_number, ' ', ''),
      new.grading_submission_number, replace(new.inbound_tracking, ' ', ''),
      regexp_replace(coalesce(p.phone, new.return_address ->> 'phone'), '\D', '', 'g'),
      coalesce(new.return_address ->> 'postal_code', p.postal_code)))
    from (select 1) as one
    left join public.profiles p on p.user_id = new.user_id);
  if tg_op = 'INSERT' and new.submission_status in ('completed', 'delivered') then
    new.sent_back_at := coalesce(new.sent_back_at, new.updated_at);
  end if;
  if tg_op = 'UPDATE' then
    if new.submission_status <> old.submission_status then
      if new.submission_status in ('completed', 'delivered') then
        new.sent_back_at := coalesce(new.sent_back_at, (new.change_context ->> 'at')::timestamptz, now());
      else
        new.sent_back_at := null;
      end if;
      -- Check-in time and count never contradict the status.
      if new.submission_status = 'pending' then
        new.received_at := null;
        new.received_count := null;
        new.delay_reason := null;
        new.delayed_until := null;
      elsif new.payment_status = 'paid' or new.submission_status not in ('completed', 'delivered') then
        -- A batch returned unopened was never checked in.
        new.received_at := coalesce(new.received_at, now());
      end if;
    end if;
  end if;
  new.canceled_at := case when new.payment_status = 'canceled' then coalesce(new.canceled_at, case when tg_op = 'INSERT' then new.updated_at end,
    (new.change_context ->> 'at')::timestamptz, now()) end;
  new.is_lost := new.submission_status = 'completed' and coalesce(new.canceled_at >= new.sent_back_at, false);
  new.arrived_at := coalesce(new.arrived_at, new.received_at);
  -- The turnaround estimate starts at check-in, not at a status that staff set without a count.
  if new.received_count is null then
    new.promised_from := null;
    new.promised_to := null;
  elsif tg_op = 'INSERT' or (new.received_at, old.received_count is null) is distinct from (old.received_at, false) then
    new.promised_from := private.business_date_after(private.business_date(new.received_at), 10);
    new.promised_to := private.business_date_after(private.business_date(new.received_at), 15);
  end if;
  if tg_op = 'INSERT' or new.inbound_delivered_at is distinct from old.inbound_delivered_at then
    new.look_from := private.business_date_after((new.inbound_delivered_at at time zone 'utc')::date, 2);
  end if;
  if tg_op = 'INSERT' or new.arrived_at is distinct from old.arrived_at then
    new.open_by := private.open_by(new.id, new.arrived_at);
  elsif new.arrived_at is not null and (new.payment_status = 'paid' and old.payment_status <> 'paid'
    or new.cancel_requested_at is null and old.cancel_requested_at is not null) then
    -- The package couldn't be opened before.
    new.open_by := private.open_by(new.id, now());
  end if;
  new.due_on := private.due_on(new);
  if tg_op = 'UPDATE' then
    v_same_text := new;
    v_same_text.search_text := old.search_text;
    v_same_text.change_context := old.change_context;
    v_same_text.title := old.title;
    v_same_text.ship_reminders := old.ship_reminders;
    v_same_text.overdue_notice_day := old.overdue_notice_day;
    v_same_text.note_due_at := old.note_due_at;
    v_same_text.open_by := old.open_by;
    v_same_text.due_on := old.due_on;
    v_same_text.is_counted_in_part := old.is_counted_in_part;
    if new.arrived_at is null and old.arrived_at is null then
      v_same_text.inbound_carrier := old.inbound_carrier;
      v_same_text.inbound_tracking := old.inbound_tracking;
      v_same_text.inbound_shipped_at := old.inbound_shipped_at;
      v_same_text.inbound_delivered_at := old.inbound_delivered_at;
      v_same_text.look_from := old.look_from;
    end if;
    -- Derived columns, sent emails and the customer's own reports don't raise the version.
    if v_same_text is distinct from old then
      new.version := old.version + 1;
      new.updated_at := now();
    end if;
  end if;
  return new;
end $$;

create trigger maintain_order before insert or update on public.grading_orders
  for each row execute function private.maintain_order();

create function private.refresh_search_of_orders() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Lock order: by ID.
  perform from public.grading_orders o where o.user_id = new.user_id order by o.id for update;
  update public.grading_orders set search_text = '' where user_id = new.user_id;
  return null;
end $$;

create trigger refresh_search_of_orders after update of full_name, phone, postal_code on public.profiles
  for each row when ((new.full_name, new.phone, new.postal_code) is distinct from (old.full_name, old.phone, old.postal_code))
  execute function private.refresh_search_of_orders();

create function private.refuse_rewriting_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_same_texts public.order_events := new;
begin
  -- Events are deleted only together with their order.
  if tg_op = 'DELETE' and not exists (select 1 from public.grading_orders o where o.id = old.order_id) then
    return old;
  end if;
  if tg_op = 'UPDATE' and new.erased_at is not null then
    v_same_texts.erased_at := old.erased_at;
    v_same_texts.message := coalesce(new.message, old.message);
    v_same_texts.data := case when old.data @> new.data or new.data is null then old.data else new.data end;
    v_same_texts.from_value := coalesce(new.from_value, old.from_value);
    v_same_texts.to_value := coalesce(new.to_value, old.to_value);
    if v_same_texts is not distinct from old then
      return new;
    end if;
  end if;
  raise exception 'order events are append-only' using errcode = 'restrict_violation';
end $$;

create trigger refuse_rewriting_history before update or delete on public.order_events
  for each row execute function private.refuse_rewriting_history();

create function private.change_context(
  p_type text, p_id uuid default null, p_message text default null, p_data jsonb default null, p_at timestamptz default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('type', p_type, 'id', p_id, 'message', nullif(p_message, ''), 'data', p_data, 'at', p_at)
$$;
comment on function private.change_context(text, uuid, text, jsonb, timestamptz) is
  'Returns who makes a change and why, for grading_orders.change_context and private.add_order_event. p_type: customer, staff,
   stripe or system. p_message is shown with the event, so to the customer if the event is public. p_at: only for past events.';

create function private.add_order_event(
  p_order_id uuid, p_type text, p_from text, p_to text, p_public boolean, p_context jsonb, p_version integer default null
) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.order_events
    (order_id, type, from_value, to_value, public, actor_type, actor_id, message, data, occurred_at, order_version)
  values (p_order_id, p_type, p_from, p_to, p_public, coalesce(p_context ->> 'type', 'system'), (p_context ->> 'id')::uuid,
    p_context ->> 'message', nullif(p_context -> 'data', 'null'), coalesce((p_context ->> 'at')::timestamptz, now()),
    coalesce(p_version, (select o.version from public.grading_orders o where o.id = p_order_id)));
end $$;
comment on function private.add_order_event(uuid, text, text, text, boolean, jsonb, integer) is
  'Adds an event to an order''s timeline. p_context: see private.change_context; null: the system. p_version: the order''s version
   after the change, if it isn''t stored yet.';

create function private.is_undone(p_event public.order_events) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.order_events u
    where u.order_id = p_event.order_id and u.type = 'undone'
      and (p_event.id > (u.data ->> 'first')::bigint and p_event.id <= (u.data ->> 'last')::bigint
        or p_event.id > (u.data ->> 'since')::bigint and p_event.id < u.id))
$$;
comment on function private.is_undone(public.order_events) is
  'Returns whether an event belongs to an undone action or to its undo.';

create function private.public_events(p_order_id uuid, p_limit integer default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('type', l.type, 'from', l.from_value, 'to', l.to_value,
    'actor', l.actor_type, 'message', l.message, 'at', l.occurred_at) order by l.occurred_at, l.follows_the_desk, l.id), '[]')
  from (
    -- At equal times, check-in events sort before the status change that they cause.
    select e.*, e.type not in ('arrived', 'counted', 'count_mismatch', 'package_condition') as follows_the_desk
    from public.order_events e
    join public.grading_orders o on o.id = e.order_id
    where e.order_id = p_order_id and e.public and not private.is_undone(e)
      and not (o.received_count is null and (e.type in ('counted', 'recounted', 'count_mismatch')
        or e.type = 'box_counted' and not o.is_counted_in_part))
      and not (e.type = 'tracking_number' and e.to_value is distinct from o.tracking_number)
    order by e.occurred_at desc, follows_the_desk desc, e.id desc limit p_limit
  ) l
$$;
comment on function private.public_events(uuid, integer) is
  'Returns what the customer sees of an order''s timeline, without undone and corrected entries: [{type, from, to, actor, message,
   at}], oldest first. p_limit: only the last ones.';

create function private.record_order_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    -- A reservation is the customer's. Any other new order was imported.
    perform private.add_order_event(new.id, 'created', null, new.payment_status, false, case
      when new.reservation_expires_at is null then private.change_context('system', p_at => new.created_at)
      else private.change_context('customer', new.user_id, p_at => new.created_at) end);
    return null;
  end if;
  -- Back to unpaid is a staff correction, so the customer doesn't see it.
  perform private.add_order_event(new.id, 'payment_status', old.payment_status, new.payment_status,
    new.payment_status <> 'unpaid', new.change_context, new.version)
  where new.payment_status <> old.payment_status;
  perform private.add_order_event(new.id, 'fulfillment_status', old.fulfillment_status, new.fulfillment_status,
    false, new.change_context, new.version)
  where new.fulfillment_status <> old.fulfillment_status;
  perform private.add_order_event(new.id, 'submission_status', old.submission_status, new.submission_status,
    true, new.change_context, new.version)
  where new.submission_status <> old.submission_status;
  perform private.add_order_event(new.id, 'tracking_number', old.tracking_number, new.tracking_number,
    new.tracking_number is not null, new.change_context, new.version)
  where new.tracking_number is distinct from old.tracking_number;
  perform private.add_order_event(new.id, 'linked', old.user_id::text, new.user_id::text, false, new.change_context, new.version)
  where new.user_id is distinct from old.user_id;
  new.change_context := null;
  return new;
end $$;

create trigger record_new_order after insert on public.grading_orders
  for each row execute function private.record_order_change();
-- Must be the last BEFORE trigger by name: the others read the context.
create trigger record_order_change
  before update of change_context, payment_status, fulfillment_status, submission_status, tracking_number, user_id
  on public.grading_orders
  for each row execute function private.record_order_change();

create function private.maintain_opening() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_is_freed boolean := tg_op = 'UPDATE' and old.is_set_aside and not new.is_set_aside;
  v_was_in_part boolean := tg_op = 'UPDATE' and old.box_counts is not null;
  v_day date;
begin
  -- Boxes after the first one don't move the date.
  if v_was_in_part and new.box_counts is not null and old.is_set_aside = new.is_set_aside then
    return null;
  end if;
  select private.open_by(o.id, case when o.arrived_at is not null and (v_is_freed or new.box_counts is not null)
    then now() else o.arrived_at end) into v_day
  from public.grading_orders o where o.id = new.order_id;
  update public.grading_orders o set is_counted_in_part = new.box_counts is not null, open_by = v_day
  where o.id = new.order_id and (o.is_counted_in_part, o.open_by) is distinct from (new.box_counts is not null, v_day);
  return null;
end $$;

create trigger maintain_opening after update of box_counts, is_set_aside on public.order_admin
  for each row when (new.box_counts is distinct from old.box_counts or new.is_set_aside <> old.is_set_aside)
  execute function private.maintain_opening();
create trigger begin_opening after insert on public.order_admin
  for each row when (new.box_counts is not null or new.is_set_aside)
  execute function private.maintain_opening();

create function private.mark_for_review(p_order_id uuid, p_reason text) returns void
language sql set search_path = ''
as $$
  insert into public.order_admin as a (order_id, review_reason)
  select p_order_id, p_reason where p_reason is not null
  on conflict (order_id) do update set review_reason = excluded.review_reason, updated_at = now(),
    alarms_notified = case when a.review_reason is not distinct from excluded.review_reason then a.alarms_notified
      else array_remove(a.alarms_notified, excluded.review_reason) end
$$;
comment on function private.mark_for_review(uuid, text) is
  'Flags an order, which the caller has locked, until staff clear it. A null reason does nothing.';

create function private.count_open_exceptions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_ids uuid[] := array[case when tg_op <> 'INSERT' then old.order_id end, case when tg_op <> 'DELETE' then new.order_id end];
begin
  -- Lock order: by ID. Counted under the lock.
  perform from public.grading_orders o where o.id = any (v_ids) order by o.id for no key update;
  with changed as (
    insert into public.order_admin as a (order_id, open_exceptions)
    select o.id, c.open from public.grading_orders o
    cross join lateral (
      select count(*) as open from public.payment_exceptions e where e.order_id = o.id and e.resolved_at is null) c
    left join public.order_admin b on b.order_id = o.id
    where o.id = any (v_ids) and c.open <> coalesce(b.open_exceptions, 0)
    on conflict (order_id) do update set open_exceptions = excluded.open_exceptions, updated_at = now()
    returning a.order_id
  )
  update public.grading_orders o set updated_at = clock_timestamp() from changed c where o.id = c.order_id;
  return null;
end $$;

create trigger count_open_exceptions
  after insert or delete or update of order_id, resolved_at on public.payment_exceptions
  for each row execute function private.count_open_exceptions();

create function private.note_payment_exception(
  p_session_id text, p_order_id uuid, p_reason text, p_detail jsonb
) returns void
language sql set search_path = ''
as $$
  insert into public.payment_exceptions (stripe_session_id, order_id, reason, detail)
  values (p_session_id, (select o.id from public.grading_orders o where o.id = p_order_id), p_reason,
    p_detail || jsonb_build_object('order_id', p_order_id))
  on conflict (stripe_session_id, reason) do nothing
$$;

create function private.order_as_json(p_order public.grading_orders) returns jsonb
language sql stable set search_path = ''
as $$
  select case when p_order.id is null then null else to_jsonb(p_order) - array['search_text', 'change_context', 'overdue_notice_day', 'note_due_at']
    || jsonb_build_object('owner_has_app', private.has_second_factor(p_order.user_id)) end
$$;
comment on function private.order_as_json(public.grading_orders) is
  'Returns an order for the server: all columns but internal ones, and whether its owner has a second factor.';

create function private.order_for_person(p_order public.grading_orders) returns jsonb
language sql immutable set search_path = ''
as $$
  select to_jsonb(p_order) - array['search_text', 'change_context', 'guest_key', 'overdue_notice_day', 'note_due_at']
$$;
comment on function private.order_for_person(public.grading_orders) is
  '@callers authenticated
   Returns an order for its owner, without guest_key and internal columns.';

create function private.graders_of(p_order public.grading_orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('number', p_order.grading_submission_number, 'grader', g.grader)), '[]')
    from public.order_admin a join public.grader_shipments g on g.id = a.grader_shipment_id
    where a.order_id = p_order.id and p_order.grading_submission_number is not null);
end $$;
comment on function private.graders_of(public.grading_orders) is
  'Returns the grading company that an order''s submission number belongs to, from its shipment: [{number, grader}], or [].';

create function private.fulfillment_of(p_submission text) returns text
language sql immutable set search_path = ''
as $$
  select case when p_submission = 'pending' then 'not_received'
    when p_submission in ('completed', 'delivered') then 'complete' else 'grading' end
$$;
comment on function private.fulfillment_of(text) is
  'Returns the fulfillment status that a submission status implies. lib/orders/status.ts has the same. A test compares them.';

create function private.submission_rank(p_submission text) returns integer
language sql immutable set search_path = ''
as $$
  select array_position(array['pending', 'received', 'processing', 'shipped', 'grading', 'graded', 'completed', 'delivered'],
    p_submission)
$$;

create function private.tracking_link_as_json(p_link public.tracking_links) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when p_link.order_id is not null then jsonb_build_object('order_id', p_link.order_id,
    'generation', p_link.generation, 'token_hash', p_link.token_hash, 'is_active', p_link.revoked_at is null) end
$$;

create function public.rename_order(p_order_id uuid, p_user_id uuid, p_title text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  update public.grading_orders o set title = nullif(btrim(p_title), '')
  where o.id = p_order_id and o.user_id = p_user_id;
  return jsonb_build_object('outcome', case when found then 'renamed' else 'order_not_found' end);
end $$;
comment on function public.rename_order(uuid, uuid, text) is
  'Saves the owner''s title of a batch, up to 60 characters; empty clears it. Returns {outcome: renamed | order_not_found}.';
