/** Functions whose text is changed, and the database tests that must notice. */
export type SqlTarget = {
  name: string;
  /** With their schema. */
  functions: string[];
  /** Whether the row policies of all tables are changed, too. */
  hasPolicies?: boolean;
  /** Parts of the names of test files, as Jest takes them. */
  tests: string[];
};

export const SQL_TARGETS: SqlTarget[] = [
  {
    name: "checkout and quota",
    functions: [
      "public.reserve_order",
      "public.attach_checkout_session",
      "public.next_checkout_attempt",
      "public.cancel_reservation",
      "public.apply_checkout",
      "public.list_expired_reservations",
      "public.purge_abandoned_orders",
      "private.is_abandoned",
      "public.link_guest_orders",
      "private.mark_order_paid",
      "private.outcome_of",
      "private.keep_order",
    ],
    tests: [
      "reserve-order",
      "tests/reservations",
      "monthly-quota",
      "purging",
      "job-functions",
      "apply-checkout",
      "sweeping",
      "tests/accounts",
      "open-checkout",
      "fulfil-checkout",
    ],
  },
  {
    name: "refunds and disputes",
    functions: [
      "public.apply_refund",
      "public.apply_dispute",
      "public.staff_begin_refund",
      "public.staff_finish_refund",
      "private.is_latest_read",
    ],
    tests: ["refunds", "sync-refund", "refund-order"],
  },
  {
    name: "rights",
    functions: [
      "private.me",
      "private.has_second_factor",
      "private.chose_password",
      "private.staff_role",
      "private.is_staff",
      "private.is_owner",
      "private.require_user",
      "private.require_staff",
      "private.require_actor",
      "public.bind_staff",
      "public.staff_add_member",
      "public.staff_remove_member",
    ],
    hasPolicies: true,
    tests: [
      "staff-rights",
      "second-factor",
      "password-choices",
      "rls-",
      "tests/accounts",
      "staff.db",
      "staff-answers",
    ],
  },
];

/**
 * Mutants that no test can tell from the function as it is, each with the reason. `line` is the text of the changed line,
 * so that it is found wherever it stands.
 */
export const EQUIVALENT: { function: string; line: string; change: string; reason: string }[] = [];
