-- What the demo collector of a development database has sent in so far: one batch at every stage that matters, and one of
-- each that went another way (damaged, late, canceled, not found after its delivery); the newest is still to be shipped.
-- Nothing happens where there is no such account, where it has orders already, or where the batches belong to somebody. The
-- payments are made up: the payment service knows none of them.

do $$
declare
  v_email constant text := 'collector@slabrelay.test';
  v_collector uuid;
  v_desk uuid;
  v_batch record;
  v_step record;
  v_order uuid;
  v_began timestamptz;
  v_reached timestamptz;
begin
  select id into v_collector from auth.users where email = v_email;
  if v_collector is null
    or exists (select from public.grading_orders where user_id = v_collector or batch_id = 'BATCH-3N3KK46WA-H7RD') then
    return;
  end if;
  select id into v_desk from auth.users where email = 'staff1@slabrelay.test';

  for v_batch in
    select * from (values
      (76, 'BATCH-3N3KK46WA-H7RD', 18, 7, 'SUB-104077', '1Z999AA10123456784', null, null),
      (48, 'BATCH-3N622LURA-K3PN', 40, 7, 'SUB-104213', '9400100000000000000017', 'Two of them are signed.', 'damaged'),
      (38, 'BATCH-3N6W3KXYL-Q5LM', 20, 4, 'SUB-104301', null, null, 'late'),
      (27, 'BATCH-3N7UW9D5F-9VTQ', 24, 6, 'SUB-104398', '1Z999AA10198765432', null, null),
      (18, 'BATCH-3N8N5J6F8-4WXE', 12, 4, 'SUB-104455', null, null, null),
      (12, 'BATCH-3N96XPZYE-7XCE', 6, 0, null, null, null, 'canceled'),
      (8, 'BATCH-3N9J6H9NJ-R8GJ', 30, 1, null, null, 'Please keep them in the order of the box.', null),
      (7, 'BATCH-3N9LY7KL3-T3WA', 15, 0, null, null, null, 'not_found'),
      (1, 'BATCH-3NA5SDF59-2CNH', 8, 0, null, null, null, null)
    ) as b (days_ago, batch_id, cards, steps, submission, tracking, notes, story)
  loop
    v_began := now() - make_interval(days => v_batch.days_ago, mins => 5);
    perform private.set_actor('customer', v_collector);
    perform set_config('app.event_at', v_began::text, true);
    insert into public.grading_orders (batch_id, user_id, user_email, plan_type, num_cards, rate_cents, grading_fee, notes,
      quota_month, return_address, stripe_session_id, stripe_payment_intent_id, submitted_at, created_at)
    values (v_batch.batch_id, v_collector, v_email, 'pro', v_batch.cards, 2200, v_batch.cards * 22, v_batch.notes,
      date_trunc('month', v_began at time zone 'utc')::date, private.address_of_profile(v_collector),
      'cs_test_demo' || md5(v_batch.batch_id), 'pi_demo' || md5(v_batch.batch_id), v_began, v_began)
    returning id into v_order;

    perform private.set_actor('stripe');
    perform set_config('app.event_at', (v_began + interval '3 minutes')::text, true);
    update public.grading_orders
    set payment_status = 'paid', paid_at = v_began + interval '3 minutes', total_paid = grading_fee
    where id = v_order;

    for v_step in
      select * from (values
        (1, 'received', 5), (2, 'processing', 6), (3, 'shipped', 7), (4, 'grading', 10), (5, 'graded', 17),
        (6, 'completed', 19), (7, 'delivered', 22)
      ) as s (place, submission, after_days)
      where place <= v_batch.steps order by place
    loop
      perform private.set_actor('staff', v_desk);
      v_reached := v_began + make_interval(days => v_step.after_days, hours => 2);
      perform set_config('app.event_at', v_reached::text, true);
      update public.grading_orders
      set submission_status = v_step.submission, fulfillment_status = private.fulfillment_of(v_step.submission),
        received_at = coalesce(received_at, v_reached),
        received_count = num_cards, package_condition = 'ok',
        grading_submission_number = case when v_step.place >= 3 then v_batch.submission end,
        tracking_number = case when v_step.place >= 6 then v_batch.tracking end
      where id = v_order;
    end loop;

    case v_batch.story
      when 'damaged' then
        perform set_config('app.event_at', (v_began + interval '24 days')::text, true);
        perform public.report_problem(v_order, v_collector, null, null, 'One slab came with a crack at its upper left corner.');
      when 'late' then
        perform private.set_actor('staff', v_desk);
        perform set_config('app.event_at', (now() - interval '2 days')::text, true);
        update public.grading_orders o set delay_reason = 'The grading company is slower than it said',
          delayed_until = current_date + 9, late_told = o.promised_to
        where o.id = v_order;
        perform private.add_order_event(v_order, 'delay', null, (current_date + 9)::text, true);
      when 'canceled' then
        perform set_config('app.event_at', (v_began + interval '5 hours')::text, true);
        perform private.set_actor('customer', v_collector);
        update public.grading_orders set cancel_requested_at = v_began + interval '5 hours' where id = v_order;
        perform private.add_order_event(v_order, 'cancel_asked', null, null, true);
        perform private.set_actor('stripe');
        update public.grading_orders set payment_status = 'canceled', refunded_cents = (total_paid * 100)::integer where id = v_order;
      when 'not_found' then
        perform set_config('app.event_at', (v_began + interval '1 day')::text, true);
        perform public.say_shipped(v_order, v_collector, null, null, 'usps', '9400100000000000000321',
          ((v_began + interval '1 day') at time zone 'utc')::date);
        perform set_config('app.event_at', (v_began + interval '3 days')::text, true);
        perform public.say_delivered(v_order, v_collector, null, null, ((v_began + interval '3 days') at time zone 'utc')::date);
      else
        null;
    end case;
  end loop;
end $$;
