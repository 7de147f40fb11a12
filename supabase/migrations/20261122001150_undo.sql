-- Taking back what staff did: a second event that restores what was there, refused when something later changed the same.

-- Private functions

create function private.undo_act(p_actor uuid, p_act_id uuid, p_order_id uuid, p_reason text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_act public.staff_acts;
  v_old public.grading_orders;
  v_new public.grading_orders;
  v_old_admin public.order_admin;
  v_admin public.order_admin;
  v_now jsonb;
  v_facts text[];
  -- In which groups its cards are, and how many in each, is one fact.
  c_of_groups constant text[] := array['grader_group_id', 'cards_sent'];
  -- What no other act changes; see private.note_act.
  c_own constant text[] := array['note', 'question', 'settled_question'];
  v_condition text;
  v_is_late boolean;
  v_is_public boolean;
  v_is_told boolean;
  v_is_number_told boolean;
  v_note text;
  v_decision jsonb;
begin
  select * into v_old from public.grading_orders o where o.id = p_order_id for update;
  select * into v_act from public.staff_acts a where a.id = p_act_id and a.order_id = p_order_id;
  v_is_late := v_act.created_at < now() - private.undo_time();
  if v_act.undone_at is not null or v_is_late and p_reason is null then
    return jsonb_build_object('id', p_order_id,
      'outcome', case when v_act.undone_at is not null then 'already_undone' else 'reason_required' end,
      'order', private.staff_order_rows(array[p_order_id]) -> 0);
  end if;
  v_act.before := private.without_gone(v_act.before);
  v_act.after := private.without_gone(v_act.after);
  v_now := private.facts_of(p_order_id);
  v_facts := array(select jsonb_object_keys(v_act.after));
  v_new := jsonb_populate_record(v_old, v_act.before);
  v_decision := coalesce(
    private.decision_about_count(p_order_id, (v_act.after ->> 'received_count')::integer),
    case when not private.was_sent(v_new) then private.decision_about_upcharge(p_order_id, v_act.created_at) end);
  if exists (select from unnest(v_facts) as u (fact) where v_now -> u.fact <> v_act.after -> u.fact)
    or exists (select from public.staff_acts a where a.order_id = p_order_id and a.place > v_act.place
      and a.undone_at is null and (a.after ?| array(select u.fact from unnest(v_facts) as u (fact) where u.fact <> all (c_own))
        or v_facts && c_of_groups and a.after ?| c_of_groups))
    or v_act.group_id is not null
      and not exists (select from public.grader_groups g where g.id = v_act.group_id and g.step = v_act.group_step)
    or v_act.package_id is not null
      and not exists (select from public.packages k where k.id = v_act.package_id and k.order_id = p_order_id)
    -- What was counted since, or received by hand, had arrived.
    or 'arrived_at' = any (v_facts) and (v_old.received_at > v_act.created_at and not 'received_at' = any (v_facts)
      or v_now ->> 'box_counts' is not null and not 'box_counts' = any (v_facts))
    or v_act.after ? 'question' and not private.can_ask_again(v_act.after -> 'question')
    or v_act.after ? 'settled_question' and not private.can_reopen(v_act.after -> 'settled_question')
    -- What the customer has decided stands: about a count, or about what the grader asks.
    or v_decision is not null then
    return jsonb_build_object('id', p_order_id, 'outcome', 'changed_since', 'order', private.staff_order_rows(array[p_order_id]) -> 0,
      'event', coalesce(private.event_since_act(v_act), v_decision));
  end if;

  v_is_number_told := 'grading_submission_number' = any (v_facts) and v_old.grading_submission_number is not null
    and private.is_number_told(v_old);
  select * into v_old_admin from public.order_admin a where a.order_id = p_order_id;
  v_admin := jsonb_populate_record(v_old_admin, v_act.before);
  v_condition := v_new.package_condition;
  v_is_public := exists (select from public.order_events e
    where e.order_id = p_order_id and e.act_id = p_act_id and e.public);
  perform private.set_actor('staff', p_actor, null, jsonb_build_object('undone_act', p_act_id));
  -- One event tells the customer; what it restores is for staff.
  perform set_config('app.events_are_internal', 'yes', true);
  update public.grading_orders o set
    fulfillment_status = v_new.fulfillment_status, submission_status = v_new.submission_status,
    tracking_number = v_new.tracking_number, return_carrier = v_new.return_carrier,
    grading_submission_number = v_new.grading_submission_number, inbound_tracking = v_new.inbound_tracking,
    sent_back_at = v_new.sent_back_at, arrived_at = v_new.arrived_at, received_at = v_new.received_at, received_count = v_new.received_count,
    package_condition = v_new.package_condition, delay_reason = v_new.delay_reason, delayed_until = v_new.delayed_until,
    cancel_requested_at = v_new.cancel_requested_at, cards_sent = v_new.cards_sent, updated_at = clock_timestamp()
  where o.id = p_order_id returning * into v_new;
  if v_new.package_condition is distinct from v_condition then
    -- That of a box which came before the others: the step back has cleared it.
    update public.grading_orders o set package_condition = v_condition where o.id = p_order_id returning * into v_new;
  end if;
  update public.order_admin a set received_by = v_admin.received_by, shelf_location = v_admin.shelf_location,
    box_counts = v_admin.box_counts, internal_notes = v_admin.internal_notes, invoice_filename = v_admin.invoice_filename,
    review_reason = v_admin.review_reason, updated_at = now()
  where a.order_id = p_order_id;
  perform private.restore_group_facts(v_old_admin, v_admin);
  update public.packages k set order_id = null, matched_at = null, matched_by = null, version = k.version + 1,
    changed_by = p_actor, changed_at = clock_timestamp()
  where k.id = v_act.package_id;
  update public.order_notes n set removed_at = now(), removed_by = p_actor
  where n.order_id = p_order_id and n.act_id = p_act_id and n.removed_at is null returning n.body into v_note;
  if v_note is not null then
    perform private.add_order_event(p_order_id, 'note', v_note, null, false);
  end if;
  if 'problem' = any (v_facts) then
    perform private.restore_problem(p_actor, p_act_id, p_order_id, v_act.before -> 'problem');
  end if;
  if v_act.after ? 'question' then
    perform private.ask_again(v_act.after -> 'question', v_is_late);
  end if;
  if v_act.after ? 'settled_question' then
    perform private.reopen_question(v_act.after -> 'settled_question');
  end if;
  if 'set_aside' = any (v_facts) then
    delete from public.set_asides s where s.order_id = p_order_id;
    insert into public.set_asides
    select (jsonb_populate_record(null::public.set_asides, v_act.before -> 'set_aside')).*
    where jsonb_typeof(v_act.before -> 'set_aside') = 'object';
  end if;
  perform private.note_field(p_order_id, 'grading_submission_number', v_old.grading_submission_number,
    v_new.grading_submission_number);
  perform private.note_field(p_order_id, 'return_carrier', v_old.return_carrier, v_new.return_carrier);
  perform private.note_field(p_order_id, 'internal_notes', v_old_admin.internal_notes, v_admin.internal_notes);
  perform private.note_field(p_order_id, 'invoice_filename', v_old_admin.invoice_filename, v_admin.invoice_filename);
  perform private.note_field(p_order_id, 'review_reason', v_old_admin.review_reason, v_admin.review_reason);
  perform private.note_field(p_order_id, 'shelf_location', v_old_admin.shelf_location, v_admin.shelf_location);
  perform private.note_field(p_order_id, 'inbound_tracking', v_old.inbound_tracking, v_new.inbound_tracking);
  perform private.note_field(p_order_id, 'delay', v_old.delayed_until::text, v_new.delayed_until::text);
  perform set_config('app.events_are_internal', '', true);
  -- Where a package lies and why is for staff alone.
  if v_facts <> '{}' or v_act.package_id is not null or v_is_public then
    perform private.add_order_event(p_order_id, 'undone', v_act.kind,
      array_to_string(array(select u.fact from unnest(v_facts) as u (fact) where u.fact not in ('set_aside', 'cards_sent')), ','),
      v_is_public);
  end if;
  if p_reason is not null then
    perform private.set_actor('staff', p_actor, p_reason, jsonb_build_object('undone_act', p_act_id));
    perform private.add_order_event(p_order_id, 'reason', null, null, false);
  end if;
  update public.staff_acts a set undone_at = now(), undone_by = p_actor where a.id = p_act_id and a.order_id = p_order_id;

  -- What the act had made untrue is true again, where no other one has, meanwhile.
  update public.outbox o set payload = o.payload - array['is_undone', 'untrue_since_act']
  where o.payload ->> 'order_id' = p_order_id::text and o.payload ->> 'untrue_since_act' = p_act_id::text
    and private.is_as_told(v_new, o.kind, o.payload);
  delete from public.outbox o
  where o.kind in ('order_arrived', 'canceled_arrived', 'check_in_receipt', 'order_sent', 'order_graded', 'order_returned', 'late', 'problem_answer', 'cancel_declined', 'correction') and o.payload ->> 'order_id' = p_order_id::text and o.payload ->> 'act_id' = p_act_id::text
    and o.sent_at is null and (o.locked_until is null or o.locked_until <= now());
  update public.outbox o set payload = (o.payload - 'untrue_since_act') || '{"is_undone": true}'
  where o.kind in ('order_arrived', 'canceled_arrived', 'check_in_receipt', 'order_sent', 'order_graded', 'order_returned', 'late', 'problem_answer', 'cancel_declined', 'correction') and o.payload ->> 'order_id' = p_order_id::text
    and (o.payload ->> 'act_id' = p_act_id::text
      -- The mail of an earlier act has taken the number along, and has left.
      or o.kind = 'order_returned' and 'tracking_number' = any (v_facts) and (o.sent_at is not null or o.locked_until > now())
        and o.payload #>> '{facts,number}' = v_old.tracking_number
      or o.kind = 'order_sent' and v_is_number_told and (o.sent_at is not null or o.locked_until > now())
        and o.payload #>> '{facts,number}' = v_old.grading_submission_number)
    -- Who had turned it off was not told.
    and not o.is_unwanted;
  -- What a mail said is corrected whatever became of the payment: what is refunded, or was never paid, goes home, too.
  v_is_told := found or v_is_number_told or v_is_public and v_is_late and v_new.payment_status = 'paid'
    and (v_facts && array['received_count', 'tracking_number'] or v_act.after ->> 'submission_status' = 'delivered');
  if v_is_told and private.mail_address_of(v_new) is not null then
    insert into public.outbox (dedupe_key, kind, payload)
    values ('correction:' || p_act_id || ':' || p_order_id, 'correction',
      jsonb_build_object('order_id', p_order_id, 'facts', to_jsonb(v_facts),
        'expected', private.cards_expected(v_new, v_old_admin, v_new.received_count)))
    on conflict (dedupe_key) do nothing;
  end if;
  if 'tracking_number' = any (v_facts) then
    perform private.renumber_return_notice(v_new);
  end if;
  if 'delay_reason' = any (v_facts) and (v_new.delay_reason is not null or v_new.late_told >= v_new.promised_to) and not v_is_told then
    -- The mail with that reason may have made way for the one that says that it is late at all.
    perform private.enqueue_late_notice(v_new);
  end if;
  if v_facts && array['received_count', 'box_counts', 'arrived_at', 'submission_status'] and not v_is_told then
    perform private.tell_what_made_way(v_new, 'received_count' = any (v_facts));
  end if;
  if 'received_count' = any (v_facts) then
    perform private.set_actor('staff', p_actor, null, jsonb_build_object('undone_act', p_act_id));
    perform private.settle_count(p_order_id);
  end if;
  return jsonb_build_object('id', p_order_id, 'outcome', 'undone', 'order', private.staff_order_rows(array[p_order_id]) -> 0);
end $$;

create function private.tell_what_made_way(p_order public.grading_orders, p_is_count boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  v_act_id text := current_setting('app.act_id', true);
begin
  -- It is of the act that it tells of: that may be taken back, too.
  perform set_config('app.act_id', coalesce((select a.id::text from public.staff_acts a
    where a.order_id = p_order.id and a.undone_at is null and a.after ?| array['received_count', 'box_counts', 'arrived_at']
    order by a.place desc limit 1), ''), true);
  if p_order.received_count is null and p_order.submission_status in ('pending', 'received') then
    perform private.tell_step_again(p_order);
  elsif p_order.received_count is not null and p_is_count then
    perform private.enqueue_check_in_receipt(p_order);
  end if;
  perform set_config('app.act_id', coalesce(v_act_id, ''), true);
end $$;
comment on function private.tell_what_made_way(public.grading_orders, boolean) is
  'The mail that a package, or a part of it, is here or (p_is_count) what was counted of it, where it had made way for the mail of an act
   that is taken back.';

create function private.renumber_return_notice(p_order public.grading_orders) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update public.outbox o set next_attempt_at = now() + private.undo_time(),
    payload = o.payload || jsonb_build_object('facts', jsonb_build_object('number', p_order.tracking_number))
  where o.payload ->> 'order_id' = p_order.id::text and o.kind = 'order_returned' and o.sent_at is null and o.failed_at is null
    and (o.locked_until is null or o.locked_until <= now());
  return found;
end $$;
comment on function private.renumber_return_notice(public.grading_orders) is
  'The mail about the parcel home that waits will say the number as the order has it now (null: none), and waits as long as that can
   be taken back. Whether one waits.';

create function private.steps_taken_back(p_old public.grading_orders, p_new public.grading_orders) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(s.kind), '{}')
  from (values ('order_sent', 'shipped'), ('order_graded', 'graded'), ('order_returned', 'completed')) as s (kind, step)
  where private.submission_rank(p_new.submission_status) < private.submission_rank(s.step)
    and private.submission_rank(s.step) <= private.submission_rank(p_old.submission_status)
$$;
comment on function private.steps_taken_back(public.grading_orders, public.grading_orders) is
  'The kinds of mails that say of an order that it has reached a step at which it is no more.';

create function private.mails_told(p_order_id uuid) returns setof public.outbox
language sql stable set search_path = ''
as $$
  select o.* from public.outbox o
  where o.payload ->> 'order_id' = p_order_id::text and not o.is_unwanted and not o.payload ? 'is_undone'
    and (o.sent_at is not null or o.locked_until > now())
$$;
comment on function private.mails_told(uuid) is
  'The mails about an order that have left, or are leaving just now, and whose word stands.';

create function private.is_as_told(p_order public.grading_orders, p_kind text, p_mail jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case p_kind
    when 'check_in_receipt' then p_mail -> 'count' = to_jsonb(p_order.received_count)
    when 'order_sent' then private.submission_rank(p_order.submission_status) >= private.submission_rank('shipped')
      and (p_mail #>> '{facts,number}' is null
        or p_mail #>> '{facts,number}' is not distinct from p_order.grading_submission_number)
    when 'order_graded' then private.submission_rank(p_order.submission_status) >= private.submission_rank('graded')
    when 'order_returned' then private.submission_rank(p_order.submission_status) >= private.submission_rank('completed')
      and p_mail #>> '{facts,number}' is not distinct from p_order.tracking_number
    when 'late' then p_mail ->> 'delay_reason' is not distinct from p_order.delay_reason
      and p_mail ->> 'delayed_until' is not distinct from p_order.delayed_until::text
    else true end
$$;
comment on function private.is_as_told(public.grading_orders, text, jsonb) is
  'Whether what a mail of the outbox (its kind and payload) says of an order is so.';

create function private.is_number_told(p_order public.grading_orders) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.mails_told(p_order.id) o
    where case o.kind
      when 'order_sent' then o.payload #>> '{facts,number}' = p_order.grading_submission_number
      when 'correction' then o.payload -> 'facts' ? 'grading_submission_number'
      -- It says the number that there was when it left.
      when 'order_graded' then coalesce(o.sent_at, now()) >= coalesce((select max(e.occurred_at) from public.order_events e
        where e.order_id = p_order.id and e.type = 'grading_submission_number'
          and e.to_value = p_order.grading_submission_number), '-infinity') end)
$$;
comment on function private.is_number_told(public.grading_orders) is
  'Whether a mail told the customer the number that an order has at the grading company.';

create function private.correct_what_was_told(p_old public.grading_orders, p_new public.grading_orders, p_act_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  -- Of what is set back without a word, and then right again, nothing is said twice.
  v_is_loud boolean := not private.is_quiet();
  v_steps text[] := case when v_is_loud then private.steps_taken_back(p_old, p_new) else '{}' end;
  v_is_number_told boolean := v_is_loud and p_old.grading_submission_number is distinct from p_new.grading_submission_number
    and p_old.grading_submission_number is not null and private.is_number_told(p_old);
  -- Where another mail about the delay follows, that one corrects it.
  v_is_delay_told boolean := v_is_loud and p_new.fulfillment_status <> 'complete'
    and (p_old.delay_reason, p_old.delayed_until) is distinct from (p_new.delay_reason, p_new.delayed_until)
    and private.told_broken_day(p_new, private.business_date(now())) is null
    and exists (select from private.mails_told(p_old.id) o where o.kind = 'late' and o.payload ->> 'delay_reason' is not null);
  v_facts text[] := array_remove(array[
    case when p_old.received_count is not null and p_new.received_count is null then 'received_count' end,
    case when p_old.tracking_number is distinct from p_new.tracking_number and p_old.tracking_number is not null
      then 'tracking_number' end,
    case when p_old.submission_status = 'delivered' and p_new.submission_status <> 'delivered'
      or exists (select from private.mails_told(p_old.id) o where o.kind = any (v_steps)
       ) then 'submission_status' end,
    case when v_is_number_told then 'grading_submission_number' end,
    case when v_is_delay_told then 'delay_reason' end], null);
  -- The event of a step back, and those of another number at the grading company or another date, say that they are corrections.
  v_hidden text[] := array(select u.fact from unnest(v_facts) as u (fact) where u.fact in ('received_count', 'tracking_number'));
  v_is_told boolean;
begin
  if v_facts = '{}' then
    return;
  end if;
  v_is_told := v_is_number_told or p_new.payment_status = 'paid' and exists (
    select from public.order_events e where e.order_id = p_old.id and e.public and e.occurred_at < now() - private.undo_time()
      and case when 'received_count' = any (v_facts) and e.type in ('counted', 'recounted') then e.to_value = p_old.received_count::text
        when 'tracking_number' = any (v_facts) and e.type = 'tracking_number' then e.to_value = p_old.tracking_number
        when p_old.submission_status = 'delivered' and 'submission_status' = any (v_facts) and e.type = 'submission_status'
          then e.to_value = 'delivered' end);
  if v_hidden <> '{}' then
    perform private.set_actor('staff', nullif(current_setting('app.actor_id', true), '')::uuid, null,
      jsonb_build_object('hides', case when 'received_count' = any (v_hidden)
        then '["box_counted", "counted", "recounted", "count_mismatch"]'::jsonb else '[]' end
        || case when 'tracking_number' = any (v_hidden) then '["tracking_number"]'::jsonb else '[]' end));
    -- The event of another number says by itself that it is a correction.
    perform private.add_order_event(p_old.id, 'undone', 'told', array_to_string(v_hidden, ','),
      v_hidden <> array['tracking_number'] or p_new.tracking_number is null);
  end if;
  if p_new.tracking_number is null and 'tracking_number' = any (v_facts) and exists (
    select from public.outbox o
    where o.payload ->> 'order_id' = p_old.id::text and o.kind = 'order_returned' and o.created_at >= p_new.sent_back_at
      and (o.sent_at is not null or o.locked_until > now())) then
    -- Who was told that they left is not told so again.
    perform private.forget_steps(p_old.id, array['order_returned']);
  end if;
  -- Whatever said it is no longer so, and may be said again.
  update public.outbox o set payload = o.payload || jsonb_build_object('is_undone', true, 'untrue_since_act', p_act_id)
  where o.id in (select t.id from private.mails_told(p_old.id) t)
    and (o.kind = 'check_in_receipt' and 'received_count' = any (v_facts)
      or o.kind = any (v_steps)
      or o.kind = 'late' and v_is_delay_told and o.payload ->> 'delay_reason' is not null
      or o.kind = 'correction' and o.payload -> 'facts' ?| array_remove(v_facts, 'submission_status'));
  -- With another number the step that its mail told is still so.
  v_is_told := found or v_is_told or 'tracking_number' = any (v_facts) and exists (select from private.mails_told(p_old.id) t
    where t.kind = 'order_returned' and t.payload #>> '{facts,number}' is not null);
  if v_is_told and v_is_loud and private.mail_address_of(p_new) is not null
    -- One that waits says how it is when it leaves.
    and not exists (select from public.outbox o where o.kind = 'correction' and o.payload ->> 'order_id' = p_old.id::text
      and o.payload -> 'facts' @> to_jsonb(v_facts) and o.sent_at is null and o.failed_at is null
      and (o.locked_until is null or o.locked_until <= now())) then
    insert into public.outbox (dedupe_key, kind, payload)
    values ('corrected:' || p_act_id || ':' || p_old.id, 'correction',
      jsonb_build_object('order_id', p_old.id, 'facts', to_jsonb(v_facts), 'act_id', p_act_id))
    on conflict (dedupe_key) do nothing;
  end if;
end $$;
comment on function private.correct_what_was_told(public.grading_orders, public.grading_orders, uuid) is
  'What a change of an order (locked by the caller, and stored) makes untrue of what its customer reads: the count, the number of the
   parcel home, that it was delivered, a step, a number at the grading company or a later date that a mail told. An event takes the wrong figure''s place, and one mail goes to who was told: by mail, or, of a paid
   order, for more than ten minutes by the story.';

create function private.event_since_act(p_act public.staff_acts) returns jsonb
language sql stable set search_path = ''
as $$
  select private.event_as_json(e) from public.order_events e
  where e.order_id = p_act.order_id
    and e.id > (select coalesce(max(m.id), 0) from public.order_events m
      where m.order_id = p_act.order_id and m.act_id = p_act.id)
    and (p_act.after ? 'question' and e.type in ('adjustment', 'counted', 'recounted', 'undone', 'payment_status', 'refunded',
        'submission_status', 'grader_group')
      or p_act.after ? 'settled_question' and e.type in ('adjustment', 'payment_status', 'refund_started', 'refunded',
        'dispute_status')
      or case when e.type in ('counted', 'recounted') then 'received_count'
      when e.type = 'arrived' then 'arrived_at' when e.type = 'grader_group' then 'grader_group_id'
      when e.type in ('cancel_asked', 'cancel_withdrawn') then 'cancel_requested_at' when e.type = 'cards_back' then 'cards_back_at' when e.type = 'box_counted' then 'box_counts'
      when e.type in ('set_aside_asked', 'set_aside_ended') then 'set_aside' when e.type = 'delay' then 'delay_reason'
      else e.type end in (select jsonb_object_keys(p_act.after))
      or p_act.after ? 'arrived_at' and e.type in ('box_counted', 'counted', 'submission_status'))
  order by e.id desc limit 1
$$;
comment on function private.event_since_act(public.staff_acts) is
  'The last event of an order after an act about what the act had changed, as in the order''s timeline; null for none.';

-- Public functions

create function public.staff_undo(
  p_actor uuid, p_act_id uuid, p_reason text default null, p_order_id uuid default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order_id uuid;
  v_results jsonb := '[]';
begin
  perform private.require_actor(p_actor);
  -- The group first, as whoever changes one locks it first.
  perform from public.grader_groups g
  where g.id = (select a.group_id from public.staff_acts a where a.id = p_act_id limit 1) for update;
  -- In the order of their ids, as everybody locks several orders.
  for v_order_id in
    select a.order_id from public.staff_acts a
    where a.id = p_act_id and (p_order_id is null or a.order_id = p_order_id) order by a.order_id
  loop
    v_results := v_results || jsonb_build_array(
      private.undo_act(p_actor, p_act_id, v_order_id, nullif(btrim(p_reason), '')));
  end loop;
  if jsonb_path_exists(v_results, '$[*] ? (@.outcome == "undone")') then
    perform private.restore_group(p_act_id, p_order_id is null);
  end if;
  return jsonb_build_object('results', v_results);
end $$;
comment on function public.staff_undo(uuid, uuid, text, uuid) is
  'Restores what an act of staff found, on each of its orders or on one of them. {results}: for each {id, outcome, order, event?}; outcome: undone |
   changed_since (event: the last one about the same) | reason_required (done more than ten minutes ago) | already_undone. No
   result: there is no such act, or it is older than 90 days. A step of a grader group is taken back of the group too when its
   act is taken back as a whole. Its mails that have not left are deleted; what the customer was
   told is corrected by an event and one mail.';
