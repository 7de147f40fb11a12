/** Functions about which mails an address gets that only the server may call: a part of forServer. */
export const ofMails = [
  "private.address_hash",
  "private.enqueue_step",
  "private.tell_step_again",
  "private.forget_steps",
  "private.is_mail_wanted",
  "private.is_quiet",
  "private.is_silence_told",
  "private.is_told",
  "private.mail_class",
  "private.mail_level",
  "private.mail_recipient",
  "private.tell_allowance",
  "public.get_mail_level",
  "public.list_silent_orders",
  "public.set_mail_level",
  "public.tell_silent_order",
];
