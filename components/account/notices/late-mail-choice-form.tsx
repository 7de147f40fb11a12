"use client";

import { late } from "@/components/ui/late";

/** Shows MailChoiceForm, of which the script comes with a page that shows it. */
export const LateMailChoiceForm = late(() =>
  import("@/components/account/notices/mail-choice-form").then((part) => part.MailChoiceForm),
);
