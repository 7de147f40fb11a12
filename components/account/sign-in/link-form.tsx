"use client";

import { NewPasswordForm } from "@/components/account/password/new-password-form";
import { ConfirmAccount } from "@/components/account/sign-in/confirm-account";
import { ConfirmEmail } from "@/components/account/sign-in/confirm-email";
import type { MailLink } from "@/lib/auth/sign-in/login-query";

/** Shows what redeems the link of a mail: a new password, or one press. */
export function LinkForm({ tokenHash, type }: MailLink) {
  if (type === "recovery") return <NewPasswordForm tokenHash={tokenHash} />;
  if (type === "email_change") return <ConfirmEmail tokenHash={tokenHash} />;
  return <ConfirmAccount tokenHash={tokenHash} type={type} />;
}
