-- What staff did to orders: each press with what was there before and after, so that it can be taken back.

-- Tables

create table public.staff_acts (
  id uuid not null,
  order_id uuid not null references public.grading_orders (id) on delete cascade,
  place bigint generated always as identity,
  kind text not null check (kind in
    ('arrival', 'box', 'check_in', 'match', 'set_aside', 'set_aside_note', 'set_aside_end', 'change',
    'group_add', 'group_out', 'group_close', 'group_step', 'return', 'problem', 'cancel_declined', 'withdrawal', 'settling')),
  actor_id uuid not null,
  package_id uuid,
  group_id bigint,
  group_step text,
  group_before jsonb,
  before jsonb not null,
  after jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  undone_by uuid,
  primary key (id, order_id),
  check ((undone_at is null) = (undone_by is null))
);
comment on table public.staff_acts is
  'One press of staff and an order it changed; the orders of a bulk have its id in common. Payments are no part of it.';
comment on column public.staff_acts.place is 'Which of two acts on an order was later.';
comment on column public.staff_acts.actor_id is 'No foreign key: the record outlives the account.';
comment on column public.staff_acts.package_id is 'The package that was matched.';
comment on column public.staff_acts.group_id is 'The grader group that it was about.';
comment on column public.staff_acts.group_step is 'Where that group stood after it: an act can be taken back as long as it stands there.';
comment on column public.staff_acts.group_before is 'What it changed of the group itself, as it was.';
comment on column public.staff_acts.before is 'What changed (see private.facts_of), as it was.';
create index staff_acts_of_order on public.staff_acts (order_id, place);
create index staff_acts_by_age on public.staff_acts (created_at);
-- The pages on which something is done show their last ones.
create index staff_acts_by_kind on public.staff_acts (kind, place desc) where undone_at is null;
create index staff_acts_of_group on public.staff_acts (group_id, place desc) where group_id is not null and undone_at is null;

-- Row-level security

alter table public.staff_acts enable row level security;

-- Private functions

create function private.facts_of(p_order_id uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('fulfillment_status', o.fulfillment_status, 'submission_status', o.submission_status,
      'tracking_number', o.tracking_number, 'grading_submission_number', o.grading_submission_number,
      'inbound_tracking', o.inbound_tracking, 'arrived_at', o.arrived_at, 'received_at', o.received_at,
      'received_count', o.received_count, 'package_condition', o.package_condition, 'received_by', a.received_by,
      'shelf_location', a.shelf_location, 'box_counts', a.box_counts, 'internal_notes', a.internal_notes,
      'invoice_filename', a.invoice_filename, 'review_reason', a.review_reason,
      'cancel_requested_at', o.cancel_requested_at, 'return_carrier', o.return_carrier, 'sent_back_at', o.sent_back_at, 'grader_group_id', a.grader_group_id, 'grouped_at', a.grouped_at,
      'settled_count', a.settled_count, 'cards_sent', o.cards_sent, 'cards_back_at', a.cards_back_at,
      'problem', private.problem_facts(o.id),
      'delay_reason', o.delay_reason, 'delayed_until', o.delayed_until,
      'set_aside', (select to_jsonb(s) from public.set_asides s where s.order_id = o.id))
    from public.grading_orders o left join public.order_admin a on a.order_id = o.id
    where o.id = p_order_id);
end $$;
comment on function private.facts_of(uuid) is 'All of an order that a press of staff changes and its undoing restores.';

create function private.without_gone(p_facts jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when p_facts -> 'received_by' <> 'null'
      and not exists (select from auth.users u where u.id = (p_facts ->> 'received_by')::uuid)
    then p_facts || '{"received_by": null}' else p_facts end
$$;
comment on function private.without_gone(jsonb) is
  'Facts of an order as they can still be true: whose account is gone has counted nothing, as the order itself says then. No other
   fact names a person with an account.';

create function private.begin_act(p_is_quiet boolean default false) returns uuid
language sql set search_path = ''
as $$
  select set_config('app.is_quiet', case when p_is_quiet then 'yes' else '' end, true);
  select set_config('app.act_id', gen_random_uuid()::text, true)::uuid
$$;
comment on function private.begin_act(boolean) is
  'A new act: the events of this transaction belong to it from here on. p_is_quiet: the customer is not written to about it.';

create function private.note_act(
  p_act_id uuid, p_kind text, p_actor uuid, p_order_id uuid, p_before jsonb, p_package_id uuid default null,
  p_group jsonb default null, p_own jsonb default '{}'
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_after jsonb := private.facts_of(p_order_id);
  -- A delay is one fact: its reason and its date are taken back together.
  v_is_delay boolean := (v_after -> 'delay_reason', v_after -> 'delayed_until') <> (p_before -> 'delay_reason', p_before -> 'delayed_until');
  v_facts text[] := array(select f.key from jsonb_each(v_after) f where f.value <> p_before -> f.key
    or v_is_delay and f.key in ('delay_reason', 'delayed_until'));
begin
  if v_facts = '{}' and p_package_id is null and p_group is null and p_own = '{}' then
    return false;
  end if;
  insert into public.staff_acts (id, order_id, kind, actor_id, package_id, group_id, group_step, group_before, before, after)
  values (p_act_id, p_order_id, p_kind, p_actor, p_package_id,
    (p_group ->> 'id')::bigint, p_group ->> 'step', p_group -> 'before',
    (select coalesce(jsonb_object_agg(u.fact, p_before -> u.fact), '{}') from unnest(v_facts) as u (fact)),
    (select coalesce(jsonb_object_agg(u.fact, v_after -> u.fact), '{}') from unnest(v_facts) as u (fact)) || p_own);
  if 'submission_status' = any (v_facts) then
    -- Who goes on does not take back what was before: its mail need not wait any longer.
    update public.outbox o set next_attempt_at = now()
    where o.kind in ('check_in_receipt', 'order_sent', 'order_graded', 'order_returned', 'adjustment_proposed', 'cancel_declined') and o.payload ->> 'order_id' = p_order_id::text
      and o.payload ->> 'act_id' <> p_act_id::text
      and o.sent_at is null and o.failed_at is null and o.attempts = 0 and o.next_attempt_at > now();
  end if;
  return true;
end $$;
comment on function private.note_act(uuid, text, uuid, uuid, jsonb, uuid, jsonb, jsonb) is
  'Keeps what an act has changed of an order (which the caller has locked) since p_before, private.facts_of as it was,
   with the package that it matched; whether there was anything. p_group: {id, step (after it), before (what it changed of the group)} for an act about a
   grader group. p_own: what no other act changes, {note: the id of one that it made}, {question: one that it withdrew}
   or {settled_question: one that it settled}.';

create function private.acts_as_json(
  p_order_id uuid default null,
  p_kinds text[] default array['arrival', 'box', 'check_in', 'match', 'set_aside', 'set_aside_note', 'set_aside_end',
    'cancel_declined']
) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'order_id', a.order_id, 'batch_id', o.batch_id, 'kind', a.kind,
    'facts', (select coalesce(jsonb_agg(k order by k), '[]') from jsonb_object_keys(a.after) k),
    'count', coalesce(nullif(a.after -> 'received_count', 'null'), nullif(a.after -> 'box_counts', 'null') -> -1),
    'group_id', a.group_id, 'group_step', a.group_step, 'actor_email', private.email_of(a.actor_id), 'created_at', a.created_at)
    order by a.place desc), '[]')
  from (
    (select * from public.staff_acts x where x.order_id = p_order_id and x.undone_at is null
      and (x.after <> '{}' or x.package_id is not null) order by x.place desc limit 10)
    union all
    (select y.* from unnest(p_kinds) as u (kind) cross join lateral (
      select * from public.staff_acts x where p_order_id is null and x.kind = u.kind and x.undone_at is null
      order by x.place desc limit 10) y
      order by y.place desc limit 10)
  ) a
  join public.grading_orders o on o.id = a.order_id
$$;
comment on function private.acts_as_json(uuid, text[]) is
  'The last ten acts of an order that were not taken back, or with null the last ten of some kinds (those of the receiving
   desk); newest first: [{id, order_id, batch_id, kind, facts (names of what changed), count, group_id, group_step,
   actor_email, created_at}].';

-- Public functions

create function public.purge_staff_acts(p_now timestamptz default now(), p_limit integer default 5000) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_until timestamptz := p_now - interval '90 days';
  v_deleted integer;
  v_more integer;
begin
  delete from public.staff_acts a
  where a.ctid = any (array(
    select d.ctid from public.staff_acts d
    where d.created_at < v_until
    order by d.created_at
    limit greatest(p_limit, 0)
    for update skip locked));
  get diagnostics v_deleted = row_count;
  delete from public.package_changes c
  where c.id = any (array(
    select d.id from public.package_changes d where d.created_at < v_until order by d.created_at
    limit greatest(p_limit - v_deleted, 0)
    for update skip locked));
  get diagnostics v_more = row_count;
  v_deleted := v_deleted + v_more;
  -- A package that was deleted stays as long as that can be taken back.
  delete from public.packages k
  where k.id = any (array(
    select d.id from public.packages d where d.deleted_at < v_until order by d.deleted_at
    limit greatest(p_limit - v_deleted, 0)
    for update skip locked));
  get diagnostics v_more = row_count;
  return jsonb_build_object('deleted', v_deleted + v_more);
end $$;
comment on function public.purge_staff_acts(timestamptz, integer) is
  'Deletes what could be taken back, 90 days after it was done: acts, changes of packages, and packages that were deleted.
   {deleted}. The events stay.';
