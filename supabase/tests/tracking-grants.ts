/** Functions about tracking links that only the server may call: a part of forServer. */
export const ofTrackingLinks = [
  "private.tracked_order_id",
  "private.tracking_link_as_json",
  "public.enqueue_tracking_link",
  "public.get_tracked_order",
  "public.replace_tracking_link",
];
