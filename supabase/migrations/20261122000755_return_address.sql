-- Where graded cards go when their owner has moved: whose profile was changed after the payment is asked which address counts, and
-- the cards stay until the answer, at most 48 hours. Without one they go where the order says.

-- Tables

create table public.address_questions (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.grading_orders (id),
  order_address jsonb not null,
  profile_address jsonb not null,
  asked_at timestamptz not null,
  until_at timestamptz not null,
  choice text check (choice in ('order', 'profile')),
  decided_at timestamptz,
  decided_by uuid,
  is_by_staff boolean,
  withdrawn_at timestamptz,
  unanswered_at timestamptz,
  constraint decided_whole check (num_nonnulls(choice, decided_at, decided_by, is_by_staff) in (0, 4)),
  constraint decided_or_withdrawn check (choice is null or withdrawn_at is null)
);
comment on table public.address_questions is
  'Which address counts: that of the order, or that of its owner''s profile, which was changed after the payment. It lapses by itself.';
comment on column public.address_questions.order_address is 'The order''s as it was when it was asked.';
comment on column public.address_questions.profile_address is 'The profile''s as it was when it was asked, which is what the owner sees and chooses.';
comment on column public.address_questions.withdrawn_at is 'The order is not graded any more, or the profile has another address by now.';
comment on column public.address_questions.unanswered_at is 'When its order''s story was told that nobody answered in time.';
create index address_questions_unanswered on public.address_questions (until_at)
  where choice is null and withdrawn_at is null and unanswered_at is null;
create index address_questions_of_order on public.address_questions (order_id, asked_at);
create unique index address_questions_one_open on public.address_questions (order_id) where choice is null and withdrawn_at is null;

create table public.address_changes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  changed_at timestamptz not null default clock_timestamp()
);
comment on table public.address_changes is 'Whose profile has got another address; the reconcile job looks at their graded orders, and forgets it.';
create index address_changes_by_time on public.address_changes (changed_at);

-- Row-level security: read by functions alone.

alter table public.address_questions enable row level security;
alter table public.address_changes enable row level security;

-- Private functions

create function private.plain_part(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(btrim(regexp_replace(translate(lower(p_text), 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝ', 'àáâãäåæçèéêëìíîïñòóôõöøùúûüý'),
    '[\s.,]+', ' ', 'g')), '')
$$;
comment on function private.plain_part(text) is
  'A part of an address as it is compared: case, spaces, commas and full stops are no difference. lib/staff/returns/address-check.ts
   says the same; a test compares them.';

create function private.differing_parts(p_order jsonb, p_profile jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select u.part
    from unnest(array['full_name', 'address_line1', 'address_line2', 'city', 'state', 'postal_code', 'country']) as u (part)
    where private.plain_part(p_order ->> u.part) <> private.plain_part(p_profile ->> u.part))
$$;
comment on function private.differing_parts(jsonb, jsonb) is
  'Which parts of what is printed on a parcel differ between an order''s address and a profile''s.';

create function private.addresses_differ(p_order jsonb, p_profile jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select private.plain_part(p_order ->> 'address_line1') <> '' and private.plain_part(p_profile ->> 'address_line1') <> ''
    and private.differing_parts(p_order, p_profile) <> '{}'
$$;
comment on function private.addresses_differ(jsonb, jsonb) is
  'Whether an order''s address and a profile''s are two; not where one of them is unknown.';

create function private.keep_address_question() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.order_admin as a (order_id, address_asked_until)
  select new.order_id, (select q.until_at from public.address_questions q
    where q.order_id = new.order_id and q.choice is null and q.withdrawn_at is null)
  on conflict (order_id) do update set address_asked_until = excluded.address_asked_until, updated_at = now();
  return null;
end $$;

create trigger keep_address_question after insert or update on public.address_questions
  for each row execute function private.keep_address_question();

create function private.forget_address_mail(p_order_id uuid) returns void
language sql set search_path = ''
as $$
  delete from public.outbox o
  where o.kind = 'address_question' and o.payload ->> 'order_id' = p_order_id::text and o.sent_at is null
    and (o.locked_until is null or o.locked_until <= now())
$$;
comment on function private.forget_address_mail(uuid) is 'The mail of a question that is not open any more is not sent.';

create function private.last_address_question(p_order_id uuid) returns public.address_questions
language plpgsql stable set search_path = ''
as $$
begin
  return (select q from public.address_questions q where q.order_id = p_order_id and q.withdrawn_at is null
  order by q.asked_at desc limit 1);
end $$;
comment on function private.last_address_question(uuid) is
  'The question that stands about where an order''s cards go: the last one that was not withdrawn; null where there is none.';

create function private.withdraw_address_question(p_order_id uuid, p_now timestamptz) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_is_open boolean;
begin
  perform private.forget_address_mail(p_order_id);
  update public.address_questions q set withdrawn_at = p_now
  where q.order_id = p_order_id and q.choice is null and q.withdrawn_at is null
  returning q.until_at > p_now into v_is_open;
  return coalesce(v_is_open, false);
end $$;
comment on function private.withdraw_address_question(uuid, timestamptz) is
  'A question without an answer is asked no more, and its mail that waits is not sent. Whether there was one that could still be answered.';

create function private.ask_address(p_order_id uuid, p_now timestamptz) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_profile jsonb;
  v_last public.address_questions;
  v_question public.address_questions;
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  select private.address_of_profile(p.user_id) into v_profile from public.profiles p
  where p.user_id = v_order.user_id and p.updated_at > v_order.paid_at;
  if v_order.submission_status <> 'graded' or v_order.payment_status not in ('paid', 'canceled')
    or not coalesce(private.addresses_differ(v_order.return_address, v_profile), false) then
    if private.withdraw_address_question(p_order_id, p_now) then
      perform private.add_order_event(p_order_id, 'return_address', null, 'withdrawn', true);
    end if;
    return false;
  end if;
  v_last := private.last_address_question(p_order_id);
  -- What was decided about this very address, or not answered in time, stands.
  if v_last.id is not null and not private.addresses_differ(v_last.profile_address, v_profile) then
    return false;
  end if;
  perform private.withdraw_address_question(p_order_id, p_now);
  insert into public.address_questions (order_id, order_address, profile_address, asked_at, until_at)
  values (p_order_id, v_order.return_address, v_profile, p_now, p_now + interval '48 hours') returning * into v_question;
  perform private.add_order_event(p_order_id, 'return_address', null, 'asked', true);
  -- With a press of staff it waits as long as that can be taken back.
  insert into public.outbox (dedupe_key, kind, payload, next_attempt_at)
  select 'address_question:' || v_question.id, 'address_question', jsonb_build_object('order_id', p_order_id,
    'until', v_question.until_at, 'of_order', private.place_of(v_order.return_address), 'of_profile', private.place_of(v_profile),
    'differing', private.differing_parts(v_order.return_address, v_profile)),
    p_now + case when nullif(current_setting('app.act_id', true), '') is null then interval '0' else private.undo_time() end
  where private.mail_address_of(v_order) is not null;
  return true;
end $$;
comment on function private.ask_address(uuid, timestamptz) is
  'Asks the owner of a graded order which address counts, where their profile was changed after the payment and differs; once for
   each address of the profile. What is asked no more is withdrawn, and its owner reads that as corrected. Whether it asked.';

create function private.place_of(p_address jsonb) returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_build_object('city', p_address ->> 'city', 'postal_code', p_address ->> 'postal_code') $$;
comment on function private.place_of(jsonb) is 'What a mail may say of an address.';

create function private.seek_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.ask_address(new.id, now());
  return null;
end $$;

-- Its name comes behind that of record_order_change: first the grades, then the question.
create trigger seek_address after update of submission_status on public.grading_orders
  for each row when (old.submission_status <> new.submission_status and 'graded' in (old.submission_status, new.submission_status))
  execute function private.seek_address();

create function private.note_address_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.address_changes as c (user_id) values (new.user_id)
  on conflict (user_id) do update set changed_at = excluded.changed_at;
  return null;
end $$;

create trigger tell_of_address after update of full_name, address_line1, address_line2, city, state, postal_code, country
  on public.profiles
  for each row when ((new.full_name, new.address_line1, new.address_line2, new.city, new.state, new.postal_code, new.country)
    is distinct from (old.full_name, old.address_line1, old.address_line2, old.city, old.state, old.postal_code, old.country))
  execute function private.note_address_change();

create function private.address_choice(p_order_id uuid) returns text
language sql stable set search_path = ''
as $$ select (private.last_address_question(p_order_id)).choice $$;
comment on function private.address_choice(uuid) is 'What was said last about where an order''s cards go; null where that is open, or was not asked.';

create function private.restore_address_choice(p_order_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_question public.address_questions := private.last_address_question(p_order_id);
begin
  if v_question.choice = 'profile' then
    update public.grading_orders o set return_address = v_question.order_address where o.id = p_order_id;
  end if;
  update public.address_questions q set choice = null, decided_at = null, decided_by = null, is_by_staff = null
  where q.id = v_question.id;
end $$;
comment on function private.restore_address_choice(uuid) is
  'Takes back what staff settled about an address, for private.undo_act: the question is open again until its time is over.';

create function private.address_question_as_json(p_order public.grading_orders, p_now timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', q.id, 'until', q.until_at, 'choice', q.choice, 'decided_at', q.decided_at,
    'is_by_staff', q.is_by_staff, 'is_open', q.choice is null and q.until_at > p_now, 'of_order', q.order_address,
    'of_profile', q.profile_address)
  from private.last_address_question(p_order.id) q where q.id is not null
$$;
comment on function private.address_question_as_json(public.grading_orders, timestamptz) is
  'The last question about where an order''s cards go: {id, until, choice (order | profile), decided_at, is_by_staff, is_open,
   of_order, of_profile (addresses)}; null where none stands. For its account and staff alone.';

create function private.decide_address(
  p_order public.grading_orders, p_question_id uuid, p_choice text, p_by uuid, p_is_by_staff boolean, p_now timestamptz
) returns text
language plpgsql set search_path = ''
as $$
declare
  v_question public.address_questions;
begin
  select * into v_question from public.address_questions q
  where q.id = p_question_id and q.order_id = p_order.id and q.withdrawn_at is null;
  if not found then
    return 'asked_no_more';
  elsif v_question.choice = p_choice then
    return 'decided_before';
  elsif v_question.choice is not null then
    return 'decided_otherwise';
  elsif p_order.submission_status <> 'graded' or v_question.until_at <= p_now and not p_is_by_staff then
    return 'too_late';
  end if;
  update public.address_questions q set choice = p_choice, decided_at = p_now, decided_by = p_by, is_by_staff = p_is_by_staff
  where q.id = p_question_id;
  perform private.forget_address_mail(p_order.id);
  update public.grading_orders o set updated_at = clock_timestamp(),
    return_address = case when p_choice = 'profile' then v_question.profile_address else o.return_address end
  where o.id = p_order.id;
  perform private.add_order_event(p_order.id, 'return_address', null, p_choice, true);
  return 'decided';
end $$;
comment on function private.decide_address(public.grading_orders, uuid, text, uuid, boolean, timestamptz) is
  'Says which address of a question counts, for an order that the caller has locked, once; staff also when its time is over. decided |
   decided_before | decided_otherwise | too_late | asked_no_more.';

-- Public functions

create function public.decide_return_address(
  p_order_id uuid, p_user_id uuid, p_question_id uuid, p_choice text, p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
begin
  select * into v_order from public.grading_orders o where o.id = p_order_id and o.user_id = p_user_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  perform private.set_actor('customer', p_user_id);
  return jsonb_build_object('outcome', private.decide_address(v_order, p_question_id, p_choice, p_user_id, false, p_now));
end $$;
comment on function public.decide_return_address(uuid, uuid, uuid, text, timestamptz) is
  'The account says where its graded cards go: order (as it was paid) or profile (the new one, as it was shown). {outcome}: what
   private.decide_address says | not_found.';

create function public.staff_settle_address(
  p_actor uuid, p_order_id uuid, p_version integer, p_question_id uuid, p_choice text, p_reason text, p_now timestamptz default now()
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.grading_orders;
  v_before jsonb;
  v_act_id uuid;
  v_decided text;
begin
  perform private.require_actor(p_actor);
  select * into v_order from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  elsif v_order.version <> p_version then
    return jsonb_build_object('outcome', 'conflict', 'order', private.staff_order_rows(array[p_order_id]) -> 0,
      'changes', private.events_as_json(p_order_id, p_version));
  end if;
  v_before := private.facts_of(p_order_id);
  v_act_id := private.begin_act();
  perform private.set_actor('staff', p_actor);
  v_decided := private.decide_address(v_order, p_question_id, p_choice, p_actor, true, p_now);
  if v_decided <> 'decided' then
    return jsonb_build_object('outcome', 'not_open');
  end if;
  perform private.set_actor('staff', p_actor, p_reason);
  perform private.add_order_event(p_order_id, 'reason', null, null, false);
  perform private.note_act(v_act_id, 'address', p_actor, p_order_id, v_before);
  return jsonb_build_object('outcome', 'settled', 'act_id', v_act_id, 'order', private.staff_order_rows(array[p_order_id]) -> 0);
end $$;
comment on function public.staff_settle_address(uuid, uuid, integer, uuid, text, text, timestamptz) is
  'Staff say which address counts, as the customer told them (p_reason: how), also when the time for it is over. {outcome, act_id?,
   order?, changes?}; outcome: settled | conflict | not_open | not_found.';

create function public.ask_changed_addresses(p_limit integer default 100, p_now timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_change public.address_changes;
  v_id uuid;
  v_looked integer := 0;
  v_asked integer := 0;
  v_is_locked boolean;
begin
  perform private.set_actor('system');
  for v_change in
    select * from public.address_changes c order by c.changed_at limit greatest(p_limit, 0)
  loop
    v_looked := v_looked + 1;
    -- The orders first, as whoever saves a profile locks them, and in the order of their ids, as everybody does.
    perform from public.grading_orders o
    where o.user_id = v_change.user_id and o.submission_status = 'graded' order by o.id for update;
    v_is_locked := found;
    delete from public.address_changes c where c.user_id = v_change.user_id and c.changed_at = v_change.changed_at;
    if found and v_is_locked then
      for v_id in
        select o.id from public.grading_orders o
        where o.user_id = v_change.user_id and o.submission_status = 'graded' order by o.id
      loop
        if private.ask_address(v_id, p_now) then
          v_asked := v_asked + 1;
          -- Whoever has a form of the order open must notice.
          update public.grading_orders o set updated_at = clock_timestamp() where o.id = v_id;
        end if;
      end loop;
    end if;
    -- Orders of two people are not locked together: their ids would come in any order.
    exit when v_is_locked;
  end loop;
  return jsonb_build_object('looked', v_looked, 'asked', v_asked);
end $$;
comment on function public.ask_changed_addresses(integer, timestamptz) is
  'Asks about the graded orders of those whose profile has got another address since, of one person with such orders a call:
   {looked (people), asked (orders)}. Two at once share the work.';

create function public.tell_unanswered_addresses(p_limit integer default 100, p_now timestamptz default now()) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_question record;
  v_told integer := 0;
begin
  perform private.set_actor('system');
  for v_question in
    select q.id, q.order_id from public.address_questions q
    where q.choice is null and q.withdrawn_at is null and q.unanswered_at is null and q.until_at <= p_now
    order by q.until_at limit greatest(p_limit, 0)
  loop
    -- The order first, as everybody locks it. Who has it just now may be answering: it is met the next time.
    perform from public.grading_orders o where o.id = v_question.order_id for update skip locked;
    continue when not found;
    update public.address_questions q set unanswered_at = p_now
    where q.id = v_question.id and q.choice is null and q.withdrawn_at is null and q.unanswered_at is null;
    if found then
      perform private.add_order_event(v_question.order_id, 'return_address', null, 'unanswered', true);
      v_told := v_told + 1;
    end if;
  end loop;
  return jsonb_build_object('told', v_told);
end $$;
comment on function public.tell_unanswered_addresses(integer, timestamptz) is
  'Says in the story of each order whose owner did not say in time where the cards go that the order''s address counts, once: {told
   (orders)}; p_limit: perhaps there are more. Waits for nobody.';
