/** Functions of triggers and migrations, which nobody calls. */
export const forTheOwnerAlone = [
  "private.apply_grants",
  "private.count_open_exceptions",
  "private.create_profile",
  "private.date_order_admin",
  "private.keep_order",
  "private.keep_order_admin",
  "private.note_membership_event",
  "private.keep_photo_due",
  "private.keep_set_aside",
  "private.record_order_change",
  "private.retain_order_photos",
  "private.retain_package_photos",
  "private.refresh_search_of_orders",
  "private.refuse_rewriting_history",
  "private.tell_of_factor",
  "private.tell_of_identity",
];
