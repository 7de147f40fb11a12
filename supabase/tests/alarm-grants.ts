export const ofAlarms = [
  "private.book_dispute",
  "private.book_refund",
  "private.order_of_exception",
  "public.claim_new_alarms",
  "public.claim_stuck_work",
  "public.is_our_payment",
  "public.note_job_failures",
  "public.postpone_refund",
  "public.alert_staff",
];
