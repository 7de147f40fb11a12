-- What is overdue is counted with every list: by the time of receipt it is met at once, where the order of the lists leads
-- through all that is in the house.

create index grading_orders_in_house_since on public.grading_orders (received_at) include (submitted_at, id)
  where received_at is not null and fulfillment_status <> 'complete';

select private.apply_grants();
