import { randomUUID } from "node:crypto";

const id = randomUUID();

/** Functions that staff call with their own token, with valid arguments. All are read-only. */
export const staffReads: [name: string, args: Record<string, unknown>][] = [
  ["staff_list_orders", {}],
  ["staff_list_orders", { p_search: "a" }],
  ["staff_get_order_page", { p_order_id: id }],
  ["staff_get_orders", { p_order_ids: [id] }],
  ["staff_get_orders", { p_order_ids: [id], p_changes: {} }],
  ["staff_user_profile", { p_user_id: id }],
  ["staff_reconciliation", {}],
  ["staff_numbers", {}],
  ["staff_receiving_desk", { p_code: "BATCH-ABCDEFGH-ABCD" }],
  ["staff_desk_candidates", { p_search: "a" }],
  ["staff_list_people", {}],
  ["staff_list_activity", {}],
  ["staff_grader_desk", {}],
  ["staff_get_grader_shipment", { p_shipment_id: 1 }],
  ["staff_return_desk", { p_code: "BATCH-ABCDEFGH-ABCD" }],
  ["staff_list_photos", { p_order_id: id }],
];
/** Functions that the server calls on behalf of a staff member, with valid arguments. */
export const staffWrites: [name: string, args: Record<string, unknown>][] = [
  ["staff_update_order", { p_order_id: id, p_version: 1, p_changes: {}, p_tracking_hash: null }],
  ["staff_update_orders", { p_items: [], p_changes: {} }],
  [
    "staff_begin_refund",
    {
      p_request_id: id,
      p_order_id: id,
      p_amount_cents: 1,
      p_refunded_cents: 0,
      p_reason: "x",
      p_alert_cents: 1,
    },
  ],
  ["staff_resolve_exception", { p_exception_id: 1, p_resolution: "x" }],
  ["staff_retry_mail", { p_mail_id: 1 }],
  ["staff_retry_event", { p_event_id: "evt_none" }],
  ["staff_record_arrival", { p_order_id: id }],
  ["staff_check_in", { p_order_id: id, p_version: 1, p_count: 1, p_condition: "ok" }],
  ["staff_decline_cancellation", { p_order_id: id, p_version: 1 }],
  ["staff_set_aside", { p_order_id: id }],
  ["staff_update_set_aside", { p_order_id: id, p_note: "x" }],
  ["staff_save_package", {}],
  ["staff_undo", { p_action_id: id }],
  ["staff_match_package", { p_package_id: id, p_order_id: id }],
  ["staff_begin_photo", { p_order_id: id, p_kind: "count", p_is_public: true }],
  ["staff_change_photo", { p_photo_id: id, p_change: "finish" }],
  ["staff_open_shipment", { p_grader: "PSA" }],
  ["staff_discard_shipment", { p_shipment_id: 0 }],
  ["staff_add_to_shipment", { p_shipment_id: 0, p_code: "x" }],
  ["staff_take_from_shipment", { p_shipment_id: 0, p_order_id: id }],
  ["staff_step_shipment", { p_shipment_id: 0, p_version: 1, p_step: "shipped" }],
  ["staff_return_order", { p_order_id: id, p_version: 1, p_tracking_number: "1", p_carrier: "ups" }],
  ["staff_propose_upcharge", { p_order_id: id, p_version: 1, p_qty: 1, p_unit_cents: 1, p_reason: "x" }],
  ["staff_end_adjustment", { p_adjustment_id: id, p_action: "withdraw", p_note: "x" }],
  ["staff_settle_order", { p_order_id: id, p_version: 1, p_what: "address", p_reason: "x" }],
  ["staff_add_member", { p_email: "x@example.test" }],
  ["staff_remove_member", { p_user_id: id }],
  ["staff_begin_export", { p_kind: "orders", p_filter: {} }],
];
