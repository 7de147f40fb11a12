/** Functions about a package's way to us, and canceling a batch before it is here, for the server alone: a part of forServer. */
export const ofInboundShipments = [
  "private.cancel_facts",
  "public.begin_cancellation",
  "public.change_inbound",
  "public.queue_ship_reminders",
  "public.staff_decline_cancellation",
  "public.withdraw_cancellation",
];
