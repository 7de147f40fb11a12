/** Functions about photographs that only the server may call: a part of forServer. */
export const ofPhotographs = [
  "private.photo_slots_left",
  "private.shown_photos",
  "public.claim_stuck_photos",
  "public.finish_photo_deletion",
  "public.get_custody_receipt",
  "public.get_shown_photo",
  "public.list_due_photos",
  "public.list_stray_photos",
  "public.staff_begin_photo",
  "public.staff_change_photo",
];
