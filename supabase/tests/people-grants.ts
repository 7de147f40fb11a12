/** Functions about who is staff and who is erased that only the server may call: a part of forServer. */
export const ofPeople = [
  "private.is_unproven",
  "private.erase_rows",
  "private.erasure_obstacles",
  "private.is_mail_of",
  "private.mentions",
  "private.without_texts",
  "public.bind_staff",
  "public.erase_person",
  "public.is_mail_link_open",
  "public.note_password_choice",
  "public.staff_add_member",
  "public.staff_remove_member",
  "public.was_account_emailed",
];
