/** Functions by which staff are told of what is on them that only the server may call: a part of forServer. */
export const ofAlarms = [
  "private.tell_of_work",
  "public.claim_new_alarms",
  "public.claim_new_exceptions",
  "public.claim_stuck_work",
  "public.postpone_refund",
  "public.tell_lost_events",
];
