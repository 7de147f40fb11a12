"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { goTo } from "@/components/auth/go-to";
import { linkedOrdersMessage, READING_MS } from "@/components/auth/linked-orders";
import { Alert } from "@/components/ui/alert";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { type LoginForm as LoginValues, loginFormSchema } from "@/lib/auth/schema";
import { paths } from "@/lib/paths";
import { postJson } from "@/lib/post-json";

type SignedIn = { redirectTo: string; linkedCount: number };

/** E-mail and password; `next` and `plan` of the address travel along and are judged by the server. */
export function LoginForm({ next, plan }: { next?: string | undefined; plan?: string | undefined }) {
  const alertId = useId();
  const [refusal, setRefusal] = useState<string>();
  const [signedIn, setSignedIn] = useState<SignedIn>();
  // No default values: what was typed or filled in before this script ran stays.
  const form = useForm<LoginValues>({ resolver: zodResolver(loginFormSchema), reValidateMode: "onSubmit" });
  const { errors, isSubmitting } = form.formState;
  const problem = errors.email?.message ?? errors.password?.message ?? refusal;

  const logIn = form.handleSubmit(
    async (values) => {
      setRefusal(undefined);
      const answer = await postJson<SignedIn>(paths.api.login, { ...values, next, plan });
      if (!answer.ok) {
        setRefusal(answer.error);
        return form.setFocus("password", { shouldSelect: true });
      }
      setSignedIn(answer.data);
      goTo(answer.data.redirectTo, answer.data.linkedCount > 0 ? READING_MS : 0);
    },
    () => setRefusal(undefined),
  );

  const wiring = (hasError: boolean) =>
    problem ? { "aria-describedby": alertId, "aria-invalid": hasError || Boolean(refusal) } : {};
  const success = signedIn ? linkedOrdersMessage(signedIn.linkedCount) : null;
  return (
    <form method="post" noValidate className="space-y-5" onSubmit={logIn}>
      {problem ? (
        <Alert tone="danger" id={alertId} isLive>
          {problem}
        </Alert>
      ) : null}
      {success ? (
        <Alert tone="success" isLive>
          {success}
        </Alert>
      ) : null}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        {...form.register("email")}
        {...wiring(Boolean(errors.email))}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        {...form.register("password")}
        {...wiring(Boolean(errors.password))}
      />
      <SubmitButton block size="lg" isBusy={isSubmitting || signedIn !== undefined} busyText="Logging in…">
        Log In
      </SubmitButton>
    </form>
  );
}
