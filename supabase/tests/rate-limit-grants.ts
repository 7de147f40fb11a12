/** Functions of rate limits that only the server may call: a part of forServer. */
export const ofRateLimits = [
  "public.purge_expired_rows",
  "public.refund_rate_limits",
  "public.take_rate_limits",
];
