"use client";

import { AccountMailForm } from "@/components/account/password/account-mail-form";
import { SecondFactorForm } from "@/components/account/second-factor/second-factor-form";
import { FindBatchForm } from "@/components/orders/find/find-batch-form";
import type { LoginView } from "@/lib/auth/sign-in/login-query";

/** A step beside the login, and what of the address travels along. */
export type SideFormProps = { view: LoginView; next?: string | undefined; plan?: string | undefined };

/** Shows the form of a step beside the login. */
export function SideForm({ view, next, plan }: SideFormProps) {
  if (view === "find") return <FindBatchForm />;
  if (view === "code") return <SecondFactorForm next={next} plan={plan} />;
  return <AccountMailForm kind={view === "forgot" ? "recovery" : "confirmation"} />;
}
