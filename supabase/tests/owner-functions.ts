/** Functions of triggers and migrations, which nobody calls. */
export const forTheOwnerAlone = [
  "private.apply_grants",
  "private.count_open_exceptions",
  "private.create_profile",
  "private.mark_unproven",
  "private.maintain_order",
  "private.mark_blockers",
  "private.maintain_opening",
  "private.maintain_photo_due",
  "private.maintain_adjustments",
  "private.maintain_set_aside",
  "private.email_steps",
  "private.record_order_change",
  "private.retain_photos",
  "private.refresh_search_of_orders",
  "private.refuse_rewriting_history",
  "private.email_sign_in_change",
];
