/* Who may read the tables: people, each what their policies show, or the server alone. */

export const readableByPeople = [
  "public.grading_orders",
  "public.order_admin",
  "public.profiles",
  "public.staff",
  "public.subscriptions",
];
export const serverOnly = [
  "public.daily_memberships",
  "public.daily_numbers",
  "public.daily_steps",
  "public.daily_turnaround",
  "public.grader_groups",
  "public.job_progress",
  "public.membership_events",
  "public.order_events",
  "public.order_notes",
  "public.outbox",
  "public.package_changes",
  "public.packages",
  "public.password_choices",
  "public.payment_exceptions",
  "public.payment_reads",
  "public.rate_limits",
  "public.refund_requests",
  "public.set_asides",
  "public.staff_acts",
  "public.staff_events",
  "public.stripe_customers",
  "public.stripe_events",
  "public.tracking_links",
];
