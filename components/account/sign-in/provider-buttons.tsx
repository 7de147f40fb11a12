import { ButtonLink } from "@/components/ui/button-link";
import { providerLabel } from "@/lib/auth/oauth/words";
import { apiPaths } from "@/lib/base/api-paths";
import { withQuery } from "@/lib/base/paths";

type ProviderButtonsProps = {
  /** Sites that the auth service offers; without any nothing shows. */
  providers: string[];
  next?: string | undefined;
  plan?: string | undefined;
};

/**
 * Shows the ways to sign in with an account of another site, below the log-in's form. They are plain links, which work
 * before the page's script does.
 */
export function ProviderButtons({ providers, next, plan }: ProviderButtonsProps) {
  if (providers.length === 0) return null;
  return (
    <div className="space-y-4">
      <p className="flex items-center gap-4 text-sm text-text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </p>
      <div className="grid gap-3">
        {providers.map((provider) => (
          <ButtonLink
            key={provider}
            href={withQuery(apiPaths.oauth, { provider, next, plan })}
            variant="secondary"
            size="lg"
            block
            rel="nofollow"
          >
            {`Continue with ${providerLabel(provider)}`}
          </ButtonLink>
        ))}
      </div>
    </div>
  );
}
