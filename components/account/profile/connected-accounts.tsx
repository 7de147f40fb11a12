"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { RequiredCodeField } from "@/components/account/code-field";
import { CurrentPasswordField } from "@/components/account/password-fields";
import { FormProblem } from "@/components/layout/form-problem";
import { type PostForm, usePostForm } from "@/components/layout/use-post-form";
import { Button } from "@/components/ui/button";
import { SubmitButton } from "@/components/ui/submit-button";
import type { Identity } from "@/lib/auth/account/sign-in-methods";
import { providerLabel } from "@/lib/auth/oauth/messages";
import { goTo } from "@/lib/auth/sign-in/after-sign-in";
import { apiPaths } from "@/lib/base/api-paths";

type ConnectedAccountsProps = { identities: Identity[]; providers: string[] };

/** Lists OAuth accounts to connect or remove, each with the password. The only sign-in method can't be removed. */
export function ConnectedAccounts({ identities, providers }: ConnectedAccountsProps) {
  return (
    <ul className="space-y-4">
      {identities.map((identity) => (
        <ConnectedAccount key={identity.id} identity={identity} />
      ))}
      {providers.map((provider) => (
        <OtherSite key={provider} provider={provider} />
      ))}
    </ul>
  );
}

function ConnectedAccount({ identity: { id, provider, email, isRemovable } }: { identity: Identity }) {
  const router = useRouter();
  const state = usePostForm({
    path: apiPaths.identityRemove,
    loadSchema: async () => (await import("@/lib/auth/schema")).removeIdentitySchema,
    extra: { identityId: id },
    fieldAfterRefusal: "currentPassword",
    onDone: () => router.refresh(),
  });
  const name = providerLabel(provider);
  return (
    <Site act={isRemovable ? "Disconnect" : null} busyText="Disconnecting…" name={name} state={state}>
      <p className="min-w-0">
        <span className="block font-medium">{name}</span>
        <span className="block text-sm wrap-anywhere text-text-muted">{email || "Connected"}</span>
      </p>
    </Site>
  );
}

function OtherSite({ provider }: { provider: string }) {
  const state = usePostForm<{ url: string }>({
    path: apiPaths.identities,
    loadSchema: async () => (await import("@/lib/auth/schema")).linkIdentitySchema,
    extra: { provider },
    fieldAfterRefusal: "currentPassword",
    onDone: ({ url }) => goTo(url, 0),
  });
  const name = providerLabel(provider);
  return (
    <Site act="Connect" busyText="Connecting…" name={name} state={state}>
      <p className="font-medium">{name}</p>
    </Site>
  );
}

type SiteProps = {
  act: string | null;
  busyText: string;
  name: string;
  state: Pick<PostForm, "form" | "field" | "problem" | "isBusy">;
  children: React.ReactNode;
};

function Site({ act, busyText, name, state: { form, field, problem, isBusy }, children }: SiteProps) {
  const [isAsking, setIsAsking] = useState(false);
  const label = `${act} ${name}`;
  return (
    <li className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {children}
        {act && !isAsking ? (
          <Button size="sm" variant="secondary" onClick={() => setIsAsking(true)}>
            {act}
            <span className="sr-only"> {name}</span>
          </Button>
        ) : null}
      </div>
      {isAsking ? (
        <form {...form} className="max-w-md space-y-5" aria-label={label}>
          <FormProblem problem={problem} />
          <CurrentPasswordField field={field} />
          <RequiredCodeField problem={problem} field={field} />
          <SubmitButton size="sm" variant="secondary" isBusy={isBusy} busyText={busyText}>
            {label}
          </SubmitButton>
        </form>
      ) : null}
    </li>
  );
}
