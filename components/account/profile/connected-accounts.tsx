"use client";

import { useRouter } from "next/navigation";
import { FormProblem } from "@/components/account/form-problem";
import { useAccountForm } from "@/components/account/use-account-form";
import { SubmitButton } from "@/components/ui/submit-button";
import type { Identity } from "@/lib/auth/account/sign-in-methods";
import { providerLabel } from "@/lib/auth/oauth/words";
import { goTo } from "@/lib/auth/sign-in/signed-in";
import { apiPaths } from "@/lib/base/api-paths";

const loadLinkSchema = async () => (await import("@/lib/auth/schema")).linkIdentitySchema;
const loadRemovalSchema = async () => (await import("@/lib/auth/schema")).removeIdentitySchema;

/**
 * Shows on the profile which accounts of other sites sign in here, too, and which can be connected. Those that are the
 * only way to sign in cannot be removed.
 */
export function ConnectedAccounts({
  identities,
  providers,
}: {
  identities: Identity[];
  providers: string[];
}) {
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
  const { form, problem, isBusy } = useAccountForm({
    path: apiPaths.identityRemove,
    loadSchema: loadRemovalSchema,
    extra: { identityId: id },
    onDone: () => router.refresh(),
  });
  const name = providerLabel(provider);
  return (
    <li className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0">
          <span className="block font-medium">{name}</span>
          <span className="block text-sm wrap-anywhere text-text-muted">{email || "Connected"}</span>
        </p>
        {isRemovable ? (
          <form {...form}>
            <SubmitButton size="sm" variant="secondary" isBusy={isBusy} busyText="Disconnecting…">
              Disconnect<span className="sr-only"> {name}</span>
            </SubmitButton>
          </form>
        ) : null}
      </div>
      <FormProblem problem={problem} />
    </li>
  );
}

function OtherSite({ provider }: { provider: string }) {
  const { form, problem, isBusy } = useAccountForm<{ url: string }>({
    path: apiPaths.identities,
    loadSchema: loadLinkSchema,
    extra: { provider },
    onDone: ({ url }) => goTo(url, 0),
  });
  const name = providerLabel(provider);
  return (
    <li className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-medium">{name}</p>
        <form {...form}>
          <SubmitButton size="sm" variant="secondary" isBusy={isBusy} busyText="Connecting…">
            Connect<span className="sr-only"> {name}</span>
          </SubmitButton>
        </form>
      </div>
      <FormProblem problem={problem} />
    </li>
  );
}
