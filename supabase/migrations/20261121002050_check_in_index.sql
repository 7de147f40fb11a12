-- Nearly all paid orders have been received: without being told, the planner takes the few that have not for a fifth.

create index grading_orders_to_check_in on public.grading_orders (submitted_at desc, id desc)
  where payment_status = 'paid' and fulfillment_status = 'not_received';
create statistics public.grading_orders_statuses (mcv)
  on payment_status, fulfillment_status, submission_status from public.grading_orders;

select private.apply_grants();
