-- What staff change on orders: with the version they saw, as events with before and after, one order or many.

create function private.fulfillment_of(p_submission text) returns text
language sql immutable set search_path = ''
as $$
  select case when p_submission = 'pending' then 'not_received'
    when p_submission in ('completed', 'delivered') then 'complete' else 'grading' end
$$;
comment on function private.fulfillment_of(text) is
  'The coarse status a submission status lies in. lib/staff/status-mapping.ts says the same; a test compares them.';

create function private.submission_rank(p_submission text) returns integer
language sql immutable set search_path = ''
as $$
  select array_position(array['pending', 'received', 'processing', 'shipped', 'grading', 'graded', 'completed', 'delivered'],
    p_submission)
$$;

create function private.note_field(p_order_id uuid, p_field text, p_before text, p_after text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if p_before is not distinct from p_after then
    return false;
  end if;
  perform private.add_order_event(p_order_id, p_field, p_before, p_after, false);
  return true;
end $$;
comment on function private.note_field(uuid, text, text, text) is
  'An event for staff about a field that no trigger watches, if it changed; whether it did.';

create function private.text_change(p_changes jsonb, p_key text, p_now text) returns text
language sql immutable set search_path = ''
as $$ select case when p_changes ? p_key then nullif(btrim(p_changes ->> p_key), '') else p_now end $$;

create function private.change_order(
  p_actor uuid, p_order_id uuid, p_version integer, p_changes jsonb, p_reason text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_old public.grading_orders;
  v_new public.grading_orders;
  v_admin public.order_admin;
  v_notes text;
  v_invoice text;
  v_reason text := nullif(btrim(p_reason), '');
  v_changed text[];
begin
  select * into v_old from public.grading_orders o where o.id = p_order_id for update;
  if not found then
    return jsonb_build_object('id', p_order_id, 'outcome', 'not_found');
  elsif v_old.version is distinct from p_version then
    return jsonb_build_object('id', p_order_id, 'outcome', 'conflict', 'order', private.staff_order_rows(array[p_order_id]) -> 0,
      'changes', private.events_as_json(p_order_id, coalesce(p_version, 0)));
  end if;
  select * into v_admin from public.order_admin a where a.order_id = p_order_id;
  v_new := v_old;
  v_new.payment_status := coalesce(p_changes ->> 'payment_status', v_old.payment_status);
  v_new.fulfillment_status := coalesce(p_changes ->> 'fulfillment_status', v_old.fulfillment_status);
  v_new.submission_status := coalesce(p_changes ->> 'submission_status', v_old.submission_status);
  v_new.tracking_number := private.text_change(p_changes, 'tracking_number', v_old.tracking_number);
  v_new.grading_submission_number :=
    private.text_change(p_changes, 'grading_submission_number', v_old.grading_submission_number);
  v_new.review_reason := case when (p_changes ->> 'is_reviewed')::boolean then null else v_old.review_reason end;
  v_notes := private.text_change(p_changes, 'internal_notes', v_admin.internal_notes);
  v_invoice := private.text_change(p_changes, 'invoice_filename', v_admin.invoice_filename);

  -- Whichever of the two staff did not touch follows the other, unless it fits already.
  if v_new.submission_status <> v_old.submission_status and v_new.fulfillment_status = v_old.fulfillment_status then
    v_new.fulfillment_status := private.fulfillment_of(v_new.submission_status);
  elsif v_new.fulfillment_status <> v_old.fulfillment_status and v_new.submission_status = v_old.submission_status
    and private.fulfillment_of(v_old.submission_status) <> v_new.fulfillment_status then
    v_new.submission_status := case v_new.fulfillment_status
      when 'not_received' then 'pending' when 'grading' then 'processing' else 'completed' end;
  end if;

  if v_new.payment_status <> v_old.payment_status then
    if v_new.payment_status not in ('unpaid', 'paid') then
      raise exception 'staff set paid or unpaid only' using errcode = 'invalid_parameter_value';
    elsif v_reason is null and v_old.stripe_payment_intent_id is not null
      and (v_old.payment_status = 'paid' or v_old.refunded_cents > 0) then
      -- The payment service says otherwise: why?
      return jsonb_build_object('id', p_order_id, 'outcome', 'reason_required',
        'order', private.staff_order_rows(array[p_order_id]) -> 0);
    end if;
    v_new.reservation_expires_at := null;
    if v_new.payment_status = 'paid' then
      v_new.paid_at := coalesce(v_old.paid_at, now());
      v_new.total_paid := coalesce(v_old.total_paid, v_old.grading_fee);
      v_new.return_address := coalesce(v_old.return_address, private.address_of_profile(v_old.user_id));
    end if;
  end if;

  if v_new is not distinct from v_old and v_notes is not distinct from v_admin.internal_notes
    and v_invoice is not distinct from v_admin.invoice_filename then
    return jsonb_build_object('id', p_order_id, 'outcome', 'unchanged', 'order', private.staff_order_rows(array[p_order_id]) -> 0);
  end if;

  perform private.set_actor('staff', p_actor, null,
    case when private.submission_rank(v_new.submission_status) < private.submission_rank(v_old.submission_status)
      then '{"corrected": true}'::jsonb end);
  update public.grading_orders o set
    payment_status = v_new.payment_status, fulfillment_status = v_new.fulfillment_status,
    submission_status = v_new.submission_status, tracking_number = v_new.tracking_number,
    grading_submission_number = v_new.grading_submission_number, review_reason = v_new.review_reason,
    reservation_expires_at = v_new.reservation_expires_at, paid_at = v_new.paid_at, total_paid = v_new.total_paid,
    return_address = v_new.return_address,
    -- A note alone is a change of the order too: the next one who saves must have seen it.
    updated_at = clock_timestamp()
  where o.id = p_order_id;
  insert into public.order_admin as a (order_id, internal_notes, invoice_filename)
  values (p_order_id, v_notes, v_invoice)
  on conflict (order_id) do update
  set internal_notes = excluded.internal_notes, invoice_filename = excluded.invoice_filename, updated_at = now();

  v_changed := array_remove(array[
    case when v_new.payment_status <> v_old.payment_status then 'payment_status' end,
    case when v_new.fulfillment_status <> v_old.fulfillment_status then 'fulfillment_status' end,
    case when v_new.submission_status <> v_old.submission_status then 'submission_status' end,
    case when v_new.tracking_number is distinct from v_old.tracking_number then 'tracking_number' end,
    case when private.note_field(p_order_id, 'grading_submission_number', v_old.grading_submission_number,
      v_new.grading_submission_number) then 'grading_submission_number' end,
    case when private.note_field(p_order_id, 'internal_notes', v_admin.internal_notes, v_notes) then 'internal_notes' end,
    case when private.note_field(p_order_id, 'invoice_filename', v_admin.invoice_filename, v_invoice)
      then 'invoice_filename' end,
    case when private.note_field(p_order_id, 'review_reason', v_old.review_reason, v_new.review_reason)
      then 'review_reason' end], null);
  if v_reason is not null then
    -- An event of its own: that of the payment may be the customer's to read.
    perform private.set_actor('staff', p_actor, v_reason);
    perform private.add_order_event(p_order_id, 'reason', v_old.payment_status, v_new.payment_status, false);
  end if;
  if v_new.payment_status = 'paid' and v_old.paid_at is null and coalesce(v_new.user_email, v_new.guest_email) is not null then
    perform public.enqueue_order_confirmation(p_order_id);
  end if;
  return jsonb_build_object('id', p_order_id, 'outcome', 'updated', 'changed', to_jsonb(v_changed),
    'order', private.staff_order_rows(array[p_order_id]) -> 0);
end $$;

create function public.staff_update_order(
  p_actor uuid, p_order_id uuid, p_version integer, p_changes jsonb, p_reason text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.require_actor(p_actor);
  return private.change_order(p_actor, p_order_id, p_version, private.unwrapped(p_changes), p_reason);
end $$;
comment on function public.staff_update_order(uuid, uuid, integer, jsonb, text) is
  'p_changes: any of payment_status (paid | unpaid), fulfillment_status, submission_status, tracking_number,
   grading_submission_number, internal_notes, invoice_filename (empty clears), is_reviewed (true). {id, outcome, order?,
   changed?, changes?}; outcome: updated (changed: names) | unchanged | conflict (changes: the events since p_version) |
   reason_required (the payment service holds it as paid, or has refunded it) | not_found.';

create function public.staff_update_orders(p_actor uuid, p_items jsonb, p_changes jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_item record;
  v_changes jsonb := private.unwrapped(p_changes);
  v_results jsonb := '[]';
begin
  perform private.require_actor(p_actor);
  -- In the order of their ids: two staff with the same rows must not wait for each other.
  for v_item in
    select i.id, i.version from jsonb_to_recordset(private.unwrapped(p_items)) as i (id uuid, version integer)
    order by i.id limit 500
  loop
    v_results := v_results || jsonb_build_array(
      private.change_order(p_actor, v_item.id, v_item.version, v_changes, null));
  end loop;
  return jsonb_build_object('results', v_results);
end $$;
comment on function public.staff_update_orders(uuid, jsonb, jsonb) is
  'p_items: [{id, version}], up to 500. {results}: for each what staff_update_order answers; one that fails stops no other.';

-- ---------------------------------------------------------------------------------------------
-- Reconciliation: what staff do about it
-- ---------------------------------------------------------------------------------------------

create function public.staff_resolve_exception(p_actor uuid, p_exception_id bigint, p_resolution text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_row public.payment_exceptions;
begin
  perform private.require_actor(p_actor);
  perform private.set_actor('staff', p_actor, p_resolution);
  update public.payment_exceptions e
  set resolved_at = now(), resolved_by = p_actor, resolution = nullif(btrim(p_resolution), '')
  where e.id = p_exception_id and e.resolved_at is null
  returning * into v_row;
  if not found then
    return jsonb_build_object('outcome', case when exists (
      select 1 from public.payment_exceptions e where e.id = p_exception_id) then 'already_resolved' else 'not_found' end);
  end if;
  if v_row.order_id is not null then
    perform private.add_order_event(v_row.order_id, 'exception_resolved', v_row.reason, null, false);
  end if;
  return jsonb_build_object('outcome', 'resolved');
end $$;
comment on function public.staff_resolve_exception(uuid, bigint, text) is
  '{outcome: resolved | already_resolved | not_found}; what was done goes with it and onto the order''s timeline.';

create function public.staff_retry_mail(p_actor uuid, p_mail_id bigint) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.require_actor(p_actor);
  -- Counted from now: a mail is given up by its age.
  update public.outbox m
  set failed_at = null, attempts = 0, locked_until = null, created_at = now(), next_attempt_at = now()
  where m.id = p_mail_id and m.failed_at is not null;
  return jsonb_build_object('outcome', case when found then 'queued' else 'not_failed' end);
end $$;
comment on function public.staff_retry_mail(uuid, bigint) is '{outcome: queued | not_failed}.';

-- ---------------------------------------------------------------------------------------------
-- People
-- ---------------------------------------------------------------------------------------------

create function public.staff_add_member(p_actor uuid, p_email text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_bound jsonb;
begin
  perform private.require_actor(p_actor, true);
  if exists (select 1 from public.staff s join auth.users u on u.id = s.user_id
             where lower(u.email::text collate "C") = lower(btrim(p_email) collate "C")) then
    return jsonb_build_object('outcome', 'already_staff');
  end if;
  v_bound := public.bind_staff(p_email, 'staff');
  if (v_bound ->> 'bound')::boolean then
    update public.staff_events e set actor_id = p_actor
    where e.id = (select max(v.id) from public.staff_events v where v.staff_user_id = (v_bound ->> 'user_id')::uuid);
  end if;
  return jsonb_build_object('outcome', v_bound ->> 'reason', 'user_id', v_bound ->> 'user_id');
end $$;
comment on function public.staff_add_member(uuid, text) is
  'By the owner. {outcome, user_id?}; outcome: added | already_staff | no_account | not_confirmed | ambiguous.';

create function public.staff_remove_member(p_actor uuid, p_user_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_role text;
begin
  perform private.require_actor(p_actor, true);
  select s.role into v_role from public.staff s where s.user_id = p_user_id for update;
  if v_role is null then
    return jsonb_build_object('outcome', 'not_staff');
  elsif v_role = 'owner' then
    return jsonb_build_object('outcome', 'is_owner');
  end if;
  delete from public.staff s where s.user_id = p_user_id;
  insert into public.staff_events (staff_user_id, email, action, actor_id)
  values (p_user_id, private.email_of(p_user_id), 'removed', p_actor);
  return jsonb_build_object('outcome', 'removed');
end $$;
comment on function public.staff_remove_member(uuid, uuid) is
  'By the owner. {outcome: removed | not_staff | is_owner}. Rights end at once: every call looks the row up.';

select private.apply_grants();
