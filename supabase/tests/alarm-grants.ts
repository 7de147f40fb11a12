/** Functions that book money that went back, find what went wrong about money, and tell staff, that only the server may call: a part of forServer. */
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
