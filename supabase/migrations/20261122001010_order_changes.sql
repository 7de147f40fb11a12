-- Order changes by staff, single and bulk, with optimistic locking, events and emails.

create function private.planned_change(
  p_old public.grading_orders, p_old_admin public.order_admin, p_changes jsonb,
  out v_new public.grading_orders, out v_admin public.order_admin
)
language plpgsql stable set search_path = ''
as $$
declare
  v_texts jsonb := (select coalesce(jsonb_object_agg(c.key, nullif(btrim(c.value), '')), '{}') from jsonb_each_text(p_changes) c
    where c.key in ('tracking_number', 'grading_submission_number', 'delay_reason', 'delayed_until', 'internal_notes',
      'invoice_filename', 'shelf_location'));
begin
  v_new := jsonb_populate_record(p_old, v_texts);
  v_new.payment_status := coalesce(p_changes ->> 'payment_status', p_old.payment_status);
  v_new.fulfillment_status := coalesce(p_changes ->> 'fulfillment_status', p_old.fulfillment_status);
  v_new.submission_status := coalesce(p_changes ->> 'submission_status', p_old.submission_status);
  v_admin := jsonb_populate_record(p_old_admin, v_texts);
  if (p_changes ->> 'is_reviewed')::boolean then
    v_admin.review_reason := null;
  end if;
  if v_new.tracking_number is distinct from p_old.tracking_number then
    v_new.return_carrier := null;
  end if;
  -- The status that staff didn't change follows the other one.
  if v_new.submission_status <> p_old.submission_status and v_new.fulfillment_status = p_old.fulfillment_status then
    v_new.fulfillment_status := private.fulfillment_of(v_new.submission_status);
  elsif v_new.fulfillment_status <> p_old.fulfillment_status and v_new.submission_status = p_old.submission_status
    and private.fulfillment_of(p_old.submission_status) <> v_new.fulfillment_status then
    v_new.submission_status := case v_new.fulfillment_status
      when 'not_received' then 'pending' when 'grading' then 'processing' else 'completed' end;
  end if;
  if v_new.submission_status = 'pending' and p_old.submission_status <> 'pending' then
    v_new.package_condition := null;
    v_admin.received_by := null;
    v_admin.shelf_location := v_texts ->> 'shelf_location';
  end if;
  if v_new.payment_status <> p_old.payment_status then
    v_new.reservation_expires_at := null;
    if v_new.payment_status = 'paid' then
      v_new.paid_at := coalesce(p_old.paid_at, now());
      v_new.total_paid := coalesce(p_old.total_paid, p_old.grading_fee);
      v_new.return_address := coalesce(p_old.return_address, private.address_of_profile(p_old.user_id));
    end if;
  end if;
end $$;
comment on function private.planned_change(public.grading_orders, public.order_admin, jsonb) is
  'Returns an order and its order_admin row as a staff save would leave them (public.staff_update_order).';

create function private.is_same_owner(p_order public.grading_orders, p_other public.grading_orders) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(p_order.user_id = p_other.user_id or p_order.guest_key = p_other.guest_key
    or lower(private.mail_address_of(p_order)) = lower(private.mail_address_of(p_other)), false)
$$;
comment on function private.is_same_owner(public.grading_orders, public.grading_orders) is
  'Returns whether two orders have the same account, guest browser or email address.';

create function private.change_warnings(p_old public.grading_orders, p_new public.grading_orders) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return (select array_remove(array[
    case when w.is_on and p_old.received_at is null then 'never_received' end,
    -- Unpaid batches are returned ungraded.
    case when w.is_on and p_old.payment_status = 'paid' and p_new.fulfillment_status = 'complete'
        and private.submission_rank(p_old.submission_status) < private.submission_rank('shipped')
      then 'not_sent' end,
    case when w.is_on and p_new.fulfillment_status = 'complete' and p_old.submission_status <> 'completed'
        and exists (select from public.order_admin a where a.order_id = p_old.id and private.is_in_live_shipment(a))
      then 'in_shipment' end,
    case when w.is_on and p_old.payment_status in ('unpaid', 'pending', 'failed') then 'not_paid' end,
    case when w.is_on and p_old.payment_status = 'canceled' and p_new.fulfillment_status <> 'complete' then 'canceled' end,
    case when w.is_on and p_new.submission_status in ('shipped', 'grading') and p_old.received_count <> p_old.num_cards
        and not (p_old.received_count < p_old.num_cards
          and p_old.refunded_cents >= (p_old.num_cards - p_old.received_count) * p_old.rate_cents)
        and p_old.proposed_count is distinct from p_old.received_count
        and not exists (select from public.order_admin a where a.order_id = p_old.id and a.settled_count = p_old.received_count)
      then 'count_differs' end,
    case when w.is_on and exists (select from public.order_admin a where a.order_id = p_old.id
        and (private.is_open_dispute(a.dispute_status) or a.review_reason = 'dispute_lost'))
      then 'disputed' end,
    case when w.is_on and p_new.fulfillment_status = 'complete' and p_new.tracking_number is null
        and p_old.submission_status <> 'completed'
      then 'no_tracking' end,
    case when w.is_on and p_new.fulfillment_status = 'complete' and exists (select from public.order_admin a
        where a.order_id = p_old.id and a.address_held_until > now())
      then 'address_held' end,
    case when private.submission_rank(p_new.submission_status) < private.submission_rank(p_old.submission_status)
      then 'goes_back' end,
    case when w.is_renumbered and p_old.tracking_number is not null then 'replaces_tracking' end,
    case when w.is_renumbered and exists (select from public.grading_orders o
        where array[o.inbound_tracking, upper(translate(o.tracking_number, ' -', '') collate "C")]
            @> array[private.plain_number(p_new.tracking_number)]
          and private.plain_number(o.tracking_number) = private.plain_number(p_new.tracking_number) and o.id <> p_old.id
          and not private.is_same_owner(o, p_old))
      then 'shared_tracking' end], null)
  from (select p_new.submission_status <> p_old.submission_status
      and private.submission_rank(p_new.submission_status) > private.submission_rank(p_old.submission_status) as is_on,
    p_new.tracking_number is distinct from p_old.tracking_number as is_renumbered) as w);
end $$;
comment on function private.change_warnings(public.grading_orders, public.grading_orders) is
  'Returns what is unusual about a change, for which staff give a reason: never_received | not_sent (paid, returned without the
   grader) | in_shipment (returned, but in a live grader shipment) | not_paid | canceled | count_differs | disputed (or lost and not
   reviewed) | no_tracking | address_held | goes_back | replaces_tracking | shared_tracking (another customer''s order has the
   number).';

create function private.change_refusal(
  p_old public.grading_orders, p_new public.grading_orders, p_reason text, p_asks_reason boolean, p_asked_session text
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_warnings text[];
begin
  if p_new.delayed_until is not null
    and (p_new.delayed_until, p_new.delay_reason) is distinct from (p_old.delayed_until, p_old.delay_reason) then
    if p_new.promised_to is null or p_new.fulfillment_status = 'complete' then
      return jsonb_build_object('outcome', 'not_promised');
    elsif p_new.delayed_until <= private.business_date(now()) then
      raise exception 'the new date must lie after today' using errcode = 'invalid_parameter_value';
    end if;
  end if;
  if p_reason is null then
    v_warnings := private.change_warnings(p_old, p_new);
    if p_asks_reason and v_warnings <> '{}'
      or v_warnings && array['shared_tracking', 'goes_back', 'no_tracking', 'address_held', 'not_sent', 'in_shipment']
      or v_warnings && array['not_paid', 'disputed'] and p_new.submission_status not in ('received', 'processing') then
      return jsonb_build_object('outcome', 'reason_for_odd', 'warnings', to_jsonb(v_warnings));
    end if;
  end if;
  if p_new.payment_status <> p_old.payment_status then
    if p_new.payment_status not in ('unpaid', 'paid') then
      raise exception 'staff set paid or unpaid only' using errcode = 'invalid_parameter_value';
    elsif p_new.payment_status = 'paid' and p_old.refunded_cents > 0 and p_old.refunded_cents >= p_old.total_paid * 100 then
      return jsonb_build_object('outcome', 'order_all_refunded');
    elsif p_reason is null then
      return jsonb_build_object('outcome', 'reason_required');
    elsif p_new.payment_status = 'paid' and p_old.stripe_payment_intent_id is null
      and p_old.stripe_session_id <> coalesce(p_asked_session, '') then
      -- Its Checkout page may be paid or still open.
      return jsonb_build_object('outcome', 'ask_payment', 'stripe_session_id', p_old.stripe_session_id);
    end if;
  end if;
  return null;
end $$;
comment on function private.change_refusal(public.grading_orders, public.grading_orders, text, boolean, text) is
  'Returns why a staff save is refused, {outcome, warnings?, stripe_session_id?} (public.staff_update_order), or null.';

create function private.write_change(
  p_actor uuid, p_old public.grading_orders, p_new public.grading_orders, p_old_admin public.order_admin,
  p_admin public.order_admin, p_note text, p_reason text
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_rank constant integer := private.submission_rank(p_new.submission_status);
  v_old_rank constant integer := private.submission_rank(p_old.submission_status);
  v_context constant jsonb := private.change_context('staff', p_actor, null,
    case when v_rank < v_old_rank then '{"corrected": true}'::jsonb end);
begin
  update public.grading_orders o set
    change_context = v_context, payment_status = p_new.payment_status, fulfillment_status = p_new.fulfillment_status,
    submission_status = p_new.submission_status, tracking_number = p_new.tracking_number,
    return_carrier = p_new.return_carrier, grading_submission_number = p_new.grading_submission_number,
    reservation_expires_at = p_new.reservation_expires_at, paid_at = p_new.paid_at, total_paid = p_new.total_paid,
    return_address = p_new.return_address, package_condition = p_new.package_condition, delay_reason = p_new.delay_reason, delayed_until = p_new.delayed_until,
    -- A note alone also raises the version.
    updated_at = clock_timestamp()
  where o.id = p_old.id;
  insert into public.order_admin (order_id, internal_notes, invoice_filename, review_reason, shelf_location, received_by)
  values (p_old.id, p_admin.internal_notes, p_admin.invoice_filename, p_admin.review_reason,
    p_admin.shelf_location, p_admin.received_by)
  on conflict (order_id) do update set internal_notes = excluded.internal_notes,
    invoice_filename = excluded.invoice_filename, review_reason = excluded.review_reason,
    shelf_location = excluded.shelf_location, received_by = excluded.received_by, updated_at = now();

  -- Public once the cards have left.
  perform private.add_order_event(p_old.id, 'grading_submission_number', p_old.grading_submission_number,
    p_new.grading_submission_number, private.submission_rank('shipped') <= least(v_rank, v_old_rank), v_context)
  where p_new.grading_submission_number is distinct from p_old.grading_submission_number;
  perform private.add_order_event(p_old.id, 'internal_notes', p_old_admin.internal_notes, p_admin.internal_notes, false, v_context)
  where p_admin.internal_notes is distinct from p_old_admin.internal_notes;
  perform private.add_order_event(p_old.id, 'invoice_filename', p_old_admin.invoice_filename, p_admin.invoice_filename, false, v_context)
  where p_admin.invoice_filename is distinct from p_old_admin.invoice_filename;
  perform private.add_order_event(p_old.id, 'review_reason', p_old_admin.review_reason, p_admin.review_reason, false, v_context)
  where p_admin.review_reason is distinct from p_old_admin.review_reason;
  perform private.add_order_event(p_old.id, 'shelf_location', p_old_admin.shelf_location, p_admin.shelf_location, false, v_context)
  where p_admin.shelf_location is distinct from p_old_admin.shelf_location;
  if (p_new.delayed_until, p_new.delay_reason) is distinct from (p_old.delayed_until, p_old.delay_reason) then
    perform private.add_order_event(p_old.id, 'delay', p_old.delayed_until::text, p_new.delayed_until::text, true,
      private.change_context('staff', p_actor, p_new.delay_reason));
  end if;
  if p_note is not null then
    insert into public.order_notes (order_id, body, author_id) values (p_old.id, p_note, p_actor);
    perform private.add_order_event(p_old.id, 'note', null, p_note, false, v_context);
  end if;
  if p_reason is not null then
    perform private.add_order_event(p_old.id, 'reason', nullif(p_old.payment_status, p_new.payment_status),
      nullif(p_new.payment_status, p_old.payment_status), false, private.change_context('staff', p_actor, p_reason));
  end if;
end $$;

create function private.announce_change(
  p_actor uuid, p_old public.grading_orders, p_tracking_hash text, p_is_quiet boolean, p_emails_correction boolean
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_new public.grading_orders;
begin
  select * into v_new from public.grading_orders o where o.id = p_old.id;
  if v_new.payment_status = 'paid' and p_old.payment_status <> 'paid' then
    insert into public.tracking_links (order_id, token_hash) values (v_new.id, p_tracking_hash) on conflict do nothing;
    if coalesce(v_new.user_email, v_new.guest_email) is not null then
      perform public.enqueue_order_confirmation(v_new.id);
    end if;
    if p_old.paid_at is not null and not p_is_quiet then
      if v_new.received_count is not null and v_new.fulfillment_status <> 'complete' then
        perform private.enqueue_check_in_receipt(v_new);
      end if;
      if v_new.overdue_notice_day is not null or v_new.delay_reason is not null then
        perform private.enqueue_overdue_notice(v_new);
      end if;
    end if;
  end if;
  if v_new.payment_status <> p_old.payment_status or v_new.submission_status <> p_old.submission_status then
    perform private.settle_count(v_new.id, p_context => private.change_context('staff', p_actor));
  end if;
  if (v_new.delayed_until, v_new.delay_reason) is distinct from (p_old.delayed_until, p_old.delay_reason) then
    perform private.drop_emails(v_new.id, array['late']);
    -- Without a reason, the morning job sends the first notice.
    if v_new.delay_reason is not null or v_new.overdue_notice_day >= v_new.promised_to then
      perform private.enqueue_overdue_notice(v_new, now(), private.undo_time());
    end if;
  end if;
  -- One correction email covers all corrected facts.
  insert into public.outbox (dedupe_key, kind, payload, next_attempt_at)
  select 'correction:' || v_new.id || ':' || v_new.version, 'correction',
    jsonb_build_object('order_id', v_new.id, 'facts', jsonb_agg(f.fact)), now() + private.undo_time()
  from (values
    ('submission_status', private.submission_rank(v_new.submission_status) < private.submission_rank(p_old.submission_status)),
    ('received_count', v_new.received_count is distinct from p_old.received_count and p_old.received_count is not null),
    ('tracking_number', v_new.tracking_number is distinct from p_old.tracking_number and p_old.tracking_number is not null),
    ('grading_submission_number', v_new.grading_submission_number is distinct from p_old.grading_submission_number
      and p_old.grading_submission_number is not null),
    ('delay_reason', v_new.delay_reason is null and p_old.delay_reason is not null)) as f (fact, is_corrected)
  where p_emails_correction and f.is_corrected and private.mail_address_of(v_new) is not null
  having count(*) > 0
  on conflict (dedupe_key) do nothing;
end $$;
comment on function private.announce_change(uuid, public.grading_orders, text, boolean, boolean) is
  'Queues the emails about a stored staff save, proposes for another count, and adds the tracking link of a paid order.';

create function private.change_order(
  p_actor uuid, p_action_id uuid, p_order_id uuid, p_version integer, p_changes jsonb, p_tracking_hash text, p_reason text,
  p_asked_session text, p_is_quiet boolean, p_emails_correction boolean default false, p_asks_reason boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_old public.grading_orders;
  v_new public.grading_orders;
  v_old_admin public.order_admin;
  v_admin public.order_admin;
  v_plan record;
  v_reason text := nullif(btrim(p_reason), '');
  v_note text := nullif(btrim(p_changes ->> 'note', E' \t\r\n'), '');
  v_refusal jsonb;
  v_before jsonb;
  v_is_action boolean;
begin
  select * into v_old from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('id', p_order_id, 'outcome', 'order_not_found');
  elsif v_old.version is distinct from p_version then
    return jsonb_build_object('id', p_order_id, 'outcome', 'order_changed', 'order', private.staff_order_rows(array[p_order_id]) -> 0,
      'changes', private.events_as_json(p_order_id, coalesce(p_version, 0)));
  end if;
  select * into v_old_admin from public.order_admin a where a.order_id = p_order_id;
  v_plan := private.planned_change(v_old, v_old_admin, p_changes);
  v_new := v_plan.v_new;
  v_admin := v_plan.v_admin;
  v_refusal := private.change_refusal(v_old, v_new, v_reason, p_asks_reason, p_asked_session);
  if v_refusal is null and v_new is not distinct from v_old and v_note is null
    and (v_admin.internal_notes, v_admin.invoice_filename, v_admin.review_reason, v_admin.shelf_location)
      is not distinct from (v_old_admin.internal_notes, v_old_admin.invoice_filename, v_old_admin.review_reason,
        v_old_admin.shelf_location) then
    v_refusal := jsonb_build_object('outcome', 'unchanged', 'action_id', null);
  end if;
  if v_refusal is not null then
    return jsonb_build_object('id', p_order_id, 'order', private.staff_order_rows(array[p_order_id]) -> 0) || v_refusal;
  end if;
  v_before := private.order_snapshot(p_order_id);
  perform private.write_change(p_actor, v_old, v_new, v_old_admin, v_admin, v_note, v_reason);
  perform private.announce_change(p_actor, v_old, p_tracking_hash, p_is_quiet, p_emails_correction);
  v_is_action := private.note_action(p_action_id, 'change', p_actor, p_order_id, v_before, p_is_quiet);
  return jsonb_build_object('id', p_order_id, 'outcome', 'updated',
    'action_id', case when v_is_action then p_action_id end, 'order', private.staff_order_rows(array[p_order_id]) -> 0);
end $$;

create function public.staff_update_order(
  p_actor uuid, p_order_id uuid, p_version integer, p_changes jsonb, p_tracking_hash text, p_reason text default null,
  p_asked_session text default null, p_is_quiet boolean default false, p_emails_correction boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.require_actor(p_actor);
  return private.change_order(p_actor, gen_random_uuid(), p_order_id, p_version, private.unwrapped(p_changes), p_tracking_hash,
    p_reason, p_asked_session, p_is_quiet, p_emails_correction);
end $$;
comment on function public.staff_update_order(uuid, uuid, integer, jsonb, text, text, text, boolean, boolean) is
  'Saves p_changes: payment_status (paid | unpaid), fulfillment_status, submission_status, tracking_number,
   grading_submission_number, internal_notes, invoice_filename, shelf_location, delay_reason with delayed_until (empty clears),
   is_reviewed, note (added). p_tracking_hash: for the first tracking link of an order set to paid. p_is_quiet: no emails but
   receipts and proposals. p_emails_correction: emails the corrected facts. Returns {id, outcome, order, action_id (null after a
   payment change), changes?}; outcome: updated | unchanged | ask_payment (read stripe_session_id from Stripe, then save with it as
   p_asked_session) | order_changed | reason_required (payment set by hand) | reason_for_odd (with warnings) | not_promised (a delay
   before check-in or after completion) | order_all_refunded | order_not_found.';

create function public.staff_update_orders(
  p_actor uuid, p_items jsonb, p_changes jsonb, p_reason text default null, p_is_quiet boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_item record;
  v_changes jsonb := private.unwrapped(p_changes);
  v_results jsonb := '[]';
  v_action_id uuid := gen_random_uuid();
begin
  perform private.require_actor(p_actor);
  -- Lock order: by ID.
  for v_item in
    select i.id, i.version from jsonb_to_recordset(private.unwrapped(p_items)) as i (id uuid, version integer)
    order by i.id limit 500
  loop
    v_results := v_results || jsonb_build_array(
      private.change_order(p_actor, v_action_id, v_item.id, v_item.version, v_changes, null, p_reason, null, p_is_quiet,
        p_asks_reason => true));
  end loop;
  return jsonb_build_object('results', v_results);
end $$;
comment on function public.staff_update_orders(uuid, jsonb, jsonb, text, boolean) is
  'Saves p_changes (no payment) to up to 500 orders, p_items: [{id, version}]. Unusual changes (private.change_warnings) need
   p_reason. Returns {results}, one per order as from staff_update_order. A refused order doesn''t stop the others.';
