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
    name: "taking back",
    functions: ["private.undo_act", "private.note_act", "private.event_since_act", "public.staff_undo"],
    tests: [
      "tests/undo",
      "staff-acts",
      "staff-answers",
      "staff-desk",
      "staff-set-aside",
      "order-notes",
      "tests/problems",
      "grader-groups",
    ],
  },
  {
    name: "the desk",
    functions: [
      "public.staff_count_box",
      "public.staff_check_in",
      "public.staff_set_aside",
      "public.staff_note_set_aside",
      "public.staff_end_set_aside",
      "private.set_aside_reason",
      "public.staff_change_package",
      "public.staff_delete_package",
      "public.staff_undo_package",
    ],
    tests: ["staff-desk", "staff-set-aside", "staff-packages", "staff-receiving", "check-in-receipts"],
  },
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
    ],
    tests: [
      "reserve-order",
      "tests/reservations",
      "monthly-quota",
      "purging",
      "job-functions",
      "apply-checkout",
      "worked-with-payment",
      "paid-consequences",
      "allowance-mails",
      "proposals-of-counts",
      "sweeping",
      "lock-order",
      "password-choices",
      "tests/accounts",
      "open-checkout",
      "fulfil-checkout",
    ],
  },
  {
    name: "payments of proposals",
    functions: ["public.apply_adjustment_checkout"],
    tests: [
      "apply-adjustment",
      "proposals-together",
      "proposals-decided",
      "allowance-mails",
      "paid-consequences",
    ],
  },
  {
    name: "questions about a count",
    functions: ["private.settle_count"],
    tests: ["proposals-settled", "proposals-of-counts", "proposals-left"],
  },
  {
    name: "groups for the grader",
    functions: ["private.add_to_group"],
    tests: ["grader-groups"],
  },
  {
    name: "versions of orders",
    functions: ["private.keep_order"],
    tests: ["order-events", "staff-updates"],
  },
  {
    name: "refunds and disputes",
    functions: [
      "public.apply_refund",
      "public.apply_dispute",
      "public.staff_begin_refund",
      "public.staff_finish_refund",
      "private.tell_of_refund",
      "private.is_latest_read",
    ],
    tests: [
      "refunds",
      "sync-refund",
      "refund-order",
      "owner-alerts",
      "refund-cancellation",
      "tests/cancellations",
      "proposal-refunds",
    ],
  },
  {
    name: "rights",
    functions: [
      "private.me",
      "private.has_second_factor",
      "private.chose_password",
      "private.staff_role",
      "private.is_staff",
      "private.first_id_for_staff",
      "private.first_time_for_staff",
      "private.require_user",
      "private.require_staff",
      "private.require_right",
      "private.require_actor",
      "private.rights_of",
      "private.bind_member",
      "private.note_people",
      "public.bind_staff",
      "public.staff_add_member",
      "public.staff_remove_member",
      "public.staff_set_rights",
      "public.staff_hand_over",
    ],
    hasPolicies: true,
    tests: [
      "staff-rights",
      "second-factor",
      "password-choices",
      "rls-",
      "direct-plans",
      "tests/accounts",
      "people-rights",
      "main-owner",
      "staff.db",
      "staff-answers",
    ],
  },
];
