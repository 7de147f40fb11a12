export const ofPromises = [
  "private.business_date",
  "private.business_date_after",
  "private.business_days_before",
  "private.business_time_zone",
  "private.enqueue_overdue_notice",
  "private.due_on",
  "private.open_by",
  "private.without_addresses",
  "public.queue_overdue_notices",
];
