"use client";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";
import { apiPaths } from "@/lib/base/api-paths";
import { postJson } from "@/lib/http/post-json";

type Action = "sign-up" | "sign-in";
type Result = { isOk: boolean; message: string; detail: string };

/** Shows the auth service's own responses on /test-auth. */
export function TestAuthForm() {
  const [busy, setBusy] = useState<Action | null>(null);
  const [result, setResult] = useState<(Result & { key: number }) | null>(null);

  async function run(action: Action, form: HTMLFormElement | null) {
    if (!form) return;
    setBusy(action);
    const answer = await postJson<Result>(apiPaths.testAuth, {
      action,
      ...Object.fromEntries(new FormData(form)),
    });
    const refusal = { isOk: false, detail: `HTTP ${answer.status}` };
    const shown = answer.ok ? answer.data : { ...refusal, message: answer.error };
    setResult((former) => ({ ...shown, key: (former?.key ?? 0) + 1 }));
    setBusy(null);
  }

  const button = (action: Action, label: string) => (
    <Button
      variant={action === "sign-in" ? "primary" : "secondary"}
      block
      isBusy={busy === action}
      disabled={busy !== null}
      onClick={(event) => void run(action, event.currentTarget.form)}
    >
      {label}
    </Button>
  );

  return (
    <form method="post" noValidate className="space-y-5" onSubmit={(event) => event.preventDefault()}>
      {result ? (
        <Alert key={result.key} tone={result.isOk ? "success" : "danger"} title={result.message} isLive>
          {result.detail}
        </Alert>
      ) : null}
      <TextField label="Email" type="email" autoComplete="off" name="email" />
      <TextField label="Password" type="password" autoComplete="off" name="password" />
      <div className="grid gap-3 sm:grid-cols-2">
        {button("sign-up", "Test Sign Up")}
        {button("sign-in", "Test Sign In")}
      </div>
    </form>
  );
}
