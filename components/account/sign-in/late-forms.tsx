"use client";

import { late } from "@/components/ui/late";

/*
 * The forms of /login beside the log-in itself. Few people need one, and nobody two: the script of each comes with it.
 */

/** Shows AccountMailForm. */
export const LateAccountMailForm = late(() =>
  import("@/components/account/password/account-mail-form").then((part) => part.AccountMailForm),
);
/** Shows NewPasswordForm. */
export const LateNewPasswordForm = late(() =>
  import("@/components/account/password/new-password-form").then((part) => part.NewPasswordForm),
);
/** Shows SecondFactorForm. */
export const LateSecondFactorForm = late(() =>
  import("@/components/account/second-factor/second-factor-form").then((part) => part.SecondFactorForm),
);
/** Shows AlreadySignedIn. */
export const LateAlreadySignedIn = late(() =>
  import("@/components/account/sign-in/already-signed-in").then((part) => part.AlreadySignedIn),
);
/** Shows ConfirmAccount. */
export const LateConfirmAccount = late(() =>
  import("@/components/account/sign-in/confirm-account").then((part) => part.ConfirmAccount),
);
/** Shows ConfirmEmail. */
export const LateConfirmEmail = late(() =>
  import("@/components/account/sign-in/confirm-email").then((part) => part.ConfirmEmail),
);
