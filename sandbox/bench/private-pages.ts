import type { Target } from "./target.ts";

/** The single call that shows a private page, and which of its rows the controls print: lists or objects of the answer. */
export type ControlPage = {
  rpc: string;
  args: Record<string, unknown>;
  tables: { path: string; columns: string[] }[];
  /** Whether the page also asks the auth service about the session, as the control in the same shell then does. */
  asksAuth: boolean;
};

export type PrivatePage = {
  /** The controls' name for it. */
  name: string;
  path: string;
  isStaff: boolean;
  /** Stands in the product's HTML when the page shows what it should, and not when it could not be read. */
  shows: string;
  /** Rows that the controls print at least. */
  rows: number;
  control: ControlPage;
  /** Beside the control in the same shell, and beside the bare one. */
  targets: { shell: Target; bare: Target };
};

const ORDER = [
  "batch_id",
  "num_cards",
  "plan_type",
  "total_paid",
  "payment_status",
  "submission_status",
  "tracking_number",
  "submitted_at",
];
const STAFF_ORDER = [
  "user_email",
  "guest_email",
  ...ORDER,
  "fulfillment_status",
  "grading_submission_number",
];
const USUAL = { shell: { least: 0.8 }, bare: { least: 0.65 } };

/**
 * The pages that people live in, with as many calls as docs/calls.md grants them. `newest` is the batch id at the top of
 * the staff's list, `order` the one whose page is looked at.
 */
export function privatePages(newest: string, order: { id: string; batch_id: string }): PrivatePage[] {
  return [
    {
      name: "dashboard",
      path: "/dashboard",
      isStaff: false,
      shows: "BATCH-3NA5SDF59-2CNH",
      rows: 6,
      control: {
        rpc: "get_dashboard",
        args: { p_limit: 25, p_cursor_submitted_at: null, p_cursor_id: null, p_before: false },
        tables: [
          {
            path: "tiles",
            columns: ["total", "awaiting", "currently_grading", "graded", "graded_cards_sum"],
          },
          { path: "recent", columns: ORDER },
          { path: "orders", columns: ORDER },
        ],
        asksAuth: false,
      },
      targets: USUAL,
    },
    {
      name: "submit",
      path: "/submit",
      isStaff: false,
      shows: "BATCH-3NA5SDF59-2CNH",
      rows: 6,
      control: {
        rpc: "get_submit_page",
        args: {},
        tables: [
          { path: "month", columns: ["start", "end", "used_cards", "held_cards"] },
          { path: "profile", columns: ["full_name", "address_line1", "city", "country"] },
          { path: "recent_orders", columns: ORDER },
        ],
        asksAuth: false,
      },
      targets: USUAL,
    },
    {
      name: "profile",
      path: "/portal/profile",
      isStaff: false,
      shows: "Serious Collector",
      rows: 1,
      control: {
        rpc: "get_profile_page",
        args: {},
        tables: [
          {
            path: "memberships",
            columns: ["plan_type", "status", "current_period_end", "cancel_at_period_end"],
          },
        ],
        asksAuth: true,
      },
      targets: USUAL,
    },
    {
      name: "admin",
      path: "/admin",
      isStaff: true,
      shows: newest,
      rows: 50,
      control: {
        rpc: "staff_list_orders",
        args: { p_limit: 50, p_with_counts: true },
        tables: [{ path: "orders", columns: STAFF_ORDER }],
        asksAuth: true,
      },
      targets: { shell: { least: 0.65 }, bare: { least: 0.5 } },
    },
    {
      name: "order",
      path: `/admin/order/${order.id}`,
      isStaff: true,
      shows: order.batch_id,
      rows: 2,
      control: {
        rpc: "staff_get_order_page",
        args: { p_order_id: order.id },
        tables: [
          { path: "order", columns: STAFF_ORDER },
          { path: "events", columns: ["type", "from_value", "to_value", "actor_email", "occurred_at"] },
          { path: "notes", columns: ["author_email", "body", "created_at"] },
        ],
        asksAuth: true,
      },
      targets: USUAL,
    },
  ];
}
