/** Functions about a package's way to us, and canceling a batch before it is here, for the server alone: a part of forServer. */
export const ofTheWayHere = [
  "private.inbound_elsewhere",
  "private.is_day_between",
  "private.cancel_facts",
  "private.noon_of",
  "private.way_here_refusal",
  "public.begin_cancellation",
  "public.queue_ship_reminders",
  "public.say_delivered",
  "public.say_shipped",
  "public.staff_decline_cancellation",
  "public.unsay_shipped",
  "public.withdraw_cancellation",
];
