export const ofRateLimits = [
  "public.purge_expired_rows",
  "public.refund_rate_limits",
  "public.take_rate_limits",
];
