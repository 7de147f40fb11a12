-- Demo batches of the demo collector in a development database: one at every stage that matters, and one of each exception:
-- damaged, with its problem resolved or open; late with or without a reason, due, and delayed; overdue on the way here or back;
-- arrived, on time or overdue, or partly counted; reported as delivered today; canceled, and cancellation requested; delivered but
-- not found; advanced by mistake; graded, with two return addresses. The newest is still to be shipped.
-- Does nothing without that account or staff, if the account has orders, or if the batch IDs are taken. The payments are fictitious:
-- the payment service doesn't know them.

-- The demo needs events of the past.
alter table public.order_events disable trigger refuse_rewriting_history;

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
  select s.user_id into v_desk from auth.users u join public.staff s on s.user_id = u.id where u.email = 'staff1@slabrelay.test';
  if v_collector is null or v_desk is null
    or exists (select from public.grading_orders where user_id = v_collector or batch_id = 'BATCH-3N3KK46WA-H7RD') then
    return;
  end if;

  for v_batch in
    select * from (values
      (76, 'BATCH-3N3KK46WA-H7RD', 18, 7, 'SUB-104077', '1Z999AA10123456784', null, 'settled'),
      (48, 'BATCH-3N622LURA-K3PN', 40, 7, 'SUB-104213', '9400100000000000000017', 'Two of them are signed.', 'damaged'),
      -- Shipped back three weeks ago, and not reported as delivered.
      (41, 'BATCH-3N6MH8K2T-D6VK', 14, 6, 'SUB-104288', '9400100000000000000024', null, null),
      (38, 'BATCH-3N6W3KXYL-Q5LM', 20, 4, 'SUB-104301', null, null, 'late'),
      (31, 'BATCH-3N7HB4WQN-M2JF', 16, 4, 'SUB-104342', null, null, 'untold'),
      (27, 'BATCH-3N7UW9D5F-9VTQ', 24, 6, 'SUB-104398', '1Z999AA10198765432', null, null),
      -- Checked in eighteen days ago, so its estimate ends soon, regardless of weekends and holidays.
      (23, 'BATCH-3N87ZR3HC-Y8TB', 9, 4, 'SUB-104417', null, null, null),
      (18, 'BATCH-3N8JV6E4P-G5NS', 11, 5, 'SUB-104440', null, null, null),
      (17, 'BATCH-3N8N5J6F8-4WXE', 12, 4, 'SUB-104455', null, null, 'put_off'),
      (16, 'BATCH-3N8RT4VWK-J6NB', 21, 3, 'SUB-104466', null, null, null),
      (14, 'BATCH-3N8ZKD7M2-W4HC', 10, 0, null, null, null, 'lost'),
      (13, 'BATCH-3N93C8ZTE-P2MK', 13, 2, null, null, null, null),
      (12, 'BATCH-3N96XPZYE-7XCE', 6, 0, null, null, null, 'canceled'),
      -- Arrived nine days ago, which is more than two business days, regardless of weekends and holidays.
      (11, 'BATCH-3N99X5HQD-U7LS', 9, 0, null, null, null, 'late_open'),
      (10, 'BATCH-3N9CV2KMB-E3GX', 20, 0, null, null, 'In two boxes, the second one follows.', 'in_part'),
      (8, 'BATCH-3N9J6H9NJ-R8GJ', 30, 1, null, null, 'Please keep them in the order of the box.', 'corrected'),
      (7, 'BATCH-3N9LY7KL3-T3WA', 15, 0, null, null, null, 'not_found'),
      (6, 'BATCH-3N9Q4T6MB-Z6WK', 7, 0, null, null, null, 'unopened'),
      (5, 'BATCH-3N9TS9GXW-P9LE', 5, 0, null, null, null, 'cancel_asked'),
      (4, 'BATCH-3N9W7C2LD-F4GX', 3, 0, null, null, null, 'just_delivered'),
      (1, 'BATCH-3NA5SDF59-2CNH', 8, 0, null, null, null, null)
    ) as b (days_ago, batch_id, cards, steps, submission, tracking, notes, story)
  loop
    v_began := now() - make_interval(days => v_batch.days_ago, mins => 5);
    insert into public.grading_orders (batch_id, user_id, user_email, plan_type, num_cards, rate_cents, grading_fee, title, notes,
      quota_month, return_address, stripe_session_id, stripe_payment_intent_id, submitted_at, created_at, reservation_expires_at)
    values (v_batch.batch_id, v_collector, v_email, 'pro', v_batch.cards, 2200, v_batch.cards * 22, case v_batch.batch_id when 'BATCH-3N8JV6E4P-G5NS' then 'Vintage Pokémon lot'
        when 'BATCH-3N622LURA-K3PN' then 'Rookies from the attic' end, v_batch.notes,
      date_trunc('month', v_began at time zone 'utc')::date, private.address_of_profile(v_collector)
        || case when v_batch.story = 'moved' then '{"address_line1": "12 Former Street"}'::jsonb else '{}' end,
      'cs_test_demo' || md5(v_batch.batch_id), 'pi_demo' || md5(v_batch.batch_id), v_began, v_began,
      v_began + interval '40 minutes')
    returning id into v_order;

    update public.grading_orders
    set payment_status = 'paid', paid_at = v_began + interval '3 minutes', total_paid = grading_fee, reservation_expires_at = null,
      change_context = private.change_context('stripe', p_at => v_began + interval '3 minutes')
    where id = v_order;

    for v_step in
      select * from (values
        (1, 'received', 5), (2, 'processing', 6), (3, 'shipped', 7), (4, 'grading', 10), (5, 'graded', 17),
        (6, 'completed', 19), (7, 'delivered', 22)
      ) as s (place, submission, after_days)
      where place <= v_batch.steps order by place
    loop
      v_reached := v_began + make_interval(days => v_step.after_days, hours => 2);
      update public.grading_orders
      set change_context = private.change_context('staff', v_desk, p_at => v_reached),
        submission_status = v_step.submission, fulfillment_status = private.fulfillment_of(v_step.submission),
        received_at = coalesce(received_at, v_reached),
        received_count = num_cards, package_condition = 'ok',
        grading_submission_number = case when v_step.place >= 3 then v_batch.submission end,
        tracking_number = case when v_step.place >= 6 then v_batch.tracking end
      where id = v_order;
    end loop;

    case v_batch.story
      when 'settled' then
        perform public.report_problem(v_order, v_collector, null, null, 'Two of the slabs came in one bag, and one is scratched.',
          v_began + interval '23 days');
        update public.order_events e set occurred_at = v_began + interval '23 days' where e.order_id = v_order and e.occurred_at = now();
        v_reached := v_began + interval '25 days';
        delete from public.outbox m where m.kind = 'problem_reported' and m.payload ->> 'order_id' = v_order::text;
        perform public.staff_settle_order(v_desk, o.id, o.version, 'problem') from public.grading_orders o where o.id = v_order;
      when 'damaged' then
        v_reached := v_began + interval '24 days';
        perform public.report_problem(v_order, v_collector, null, null, 'One slab came with a crack at its upper left corner.',
          v_reached);
        delete from public.outbox m where m.kind = 'problem_reported' and m.payload ->> 'order_id' = v_order::text;
      when 'late' then
        update public.grading_orders o set delay_reason = 'The grader is behind',
          delayed_until = current_date + 9, overdue_notice_day = o.promised_to
        where o.id = v_order;
        perform private.add_order_event(v_order, 'delay', null, (current_date + 9)::text, true,
          private.change_context('staff', v_desk, p_at => now() - interval '2 days'));
      when 'untold' then
        update public.grading_orders o set overdue_notice_day = o.promised_to where o.id = v_order;
      when 'unopened', 'late_open', 'in_part' then
        v_reached := now() - case v_batch.story when 'unopened' then interval '3 hours' when 'in_part' then interval '3 days' else interval '9 days' end;
        update public.grading_orders set arrived_at = v_reached, change_context = private.change_context('staff', v_desk, p_at => v_reached)
        where id = v_order;
        perform private.add_order_event(v_order, 'arrived', null, null, true, private.change_context('staff', v_desk, p_at => v_reached));
        if v_batch.story = 'in_part' then
          v_reached := v_reached + interval '2 hours';
          perform public.staff_check_in(v_desk, o.id, o.version, 12, 'ok', p_is_more_to_come => true) from public.grading_orders o where o.id = v_order;
          update public.grading_orders o set open_by = private.open_by(o.id, v_reached) where o.id = v_order;
          -- The email about the box would be sent at the first start.
          perform private.drop_emails(v_order, array['order_arrived']);
        end if;
      when 'put_off' then
        update public.grading_orders set delay_reason = 'The grader is taking a second look at one card',
          delayed_until = current_date + 14 where id = v_order;
        perform private.add_order_event(v_order, 'delay', null, (current_date + 14)::text, true,
          private.change_context('staff', v_desk, p_at => now() - interval '1 day'));
      when 'lost' then
        v_reached := v_began + interval '1 day';
        perform public.change_inbound(v_order, v_collector, null, null, 'shipped',
          (v_reached at time zone 'utc')::date, 'ups', '1Z999AA10155544433');
      when 'corrected' then
        update public.grading_orders set submission_status = 'processing',
          change_context = private.change_context('staff', v_desk, p_at => v_began + interval '5 days 4 hours')
        where id = v_order;
        update public.grading_orders set submission_status = 'received',
          change_context = private.change_context('staff', v_desk, p_at => v_began + interval '5 days 5 hours')
        where id = v_order;
      when 'cancel_asked' then
        perform public.change_inbound(v_order, v_collector, null, null, 'shipped',
          ((v_began + interval '1 day') at time zone 'utc')::date, 'fedex', '794612345678');
        update public.order_events e set occurred_at = v_began + interval '1 day' where e.order_id = v_order and e.occurred_at = now();
        v_reached := now() - interval '1 hour';
        perform public.begin_cancellation(v_order, v_collector, null, null, null);
        update public.grading_orders set cancel_requested_at = v_reached where id = v_order;
      when 'canceled' then
        v_reached := v_began + interval '5 hours';
        update public.grading_orders set cancel_requested_at = v_reached where id = v_order;
        perform private.add_order_event(v_order, 'cancel_asked', null, null, true,
          private.change_context('customer', v_collector, p_at => v_reached));
        update public.grading_orders set payment_status = 'canceled', refunded_cents = (total_paid * 100)::integer,
          change_context = private.change_context('stripe', p_at => v_reached)
        where id = v_order;
      when 'just_delivered' then
        perform public.change_inbound(v_order, v_collector, null, null, 'shipped',
          ((v_began + interval '1 day') at time zone 'utc')::date, 'usps', '9400100000000000000338');
        update public.order_events e set occurred_at = v_began + interval '1 day' where e.order_id = v_order and e.occurred_at = now();
        v_reached := now() - interval '2 hours';
        perform public.change_inbound(v_order, v_collector, null, null, 'delivered', (now() at time zone 'utc')::date);
      when 'not_found' then
        perform public.change_inbound(v_order, v_collector, null, null, 'shipped',
          ((v_began + interval '5 hours') at time zone 'utc')::date, 'usps', '9400100000000000000321');
        -- Six days ago, which is more than two business days, regardless of weekends and holidays.
        update public.order_events e set occurred_at = v_began + interval '5 hours' where e.order_id = v_order and e.occurred_at = now();
        v_reached := v_began + interval '1 day';
        perform public.change_inbound(v_order, v_collector, null, null, 'delivered', (v_reached at time zone 'utc')::date);
      else
        null;
    end case;
    -- The functions above date their events today.
    update public.order_events e set occurred_at = v_reached where e.order_id = v_order and e.occurred_at = now();
  end loop;
end $$;

alter table public.order_events enable trigger refuse_rewriting_history;
