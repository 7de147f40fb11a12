import type { MailLevel } from "@/lib/profile/notices/schema";

/** Says what each choice means, in the order in which they are shown. */
export const mailLevelWords: Record<MailLevel, { label: string; text: string }> = {
  all: { label: "Everything", text: "Every step of a batch, and a reminder when something waits for you." },
  milestones: {
    label: "Milestones only",
    text: "Checked in, sent to the grader, graded, on its way back, or late, and a reminder when something waits for you.",
  },
  needs_me: { label: "Essential only", text: "Receipts, and what needs your answer." },
};

/** What no choice turns off. */
export const alwaysSent =
  "Always sent: receipts for payments, refunds, questions about your cards, memberships, and your account's security.";
