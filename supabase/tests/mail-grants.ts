export const ofEmails = [
  "private.address_hash",
  "private.drop_emails",
  "private.mail_address_of",
  "private.queue_step_email",
  "public.get_optional_emails",
  "public.set_optional_emails",
  "public.queue_no_update_emails",
  "private.notify_owners",
];
