/** Functions about which mails an address gets, and of what the owners are told, that only the server may call: a part of forServer. */
export const ofMails = [
  "private.address_hash",
  "private.enqueue_part",
  "private.enqueue_step",
  "private.renumber_sent",
  "private.tell_step_again",
  "private.forget_steps",
  "private.is_told",
  "private.mail_address_of",
  "public.get_optional_emails",
  "public.set_optional_emails",
  "public.queue_no_news",
  "private.tell_owners",
];
