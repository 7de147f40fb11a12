import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button";
import { paths, withQuery } from "@/lib/base/paths";

type UnusableLinkProps = {
  message: string;
  /** What the link was for: decides which mail is offered again. */
  for: "confirmation" | "recovery";
};

/** A link that will never work again, and the ways on. */
export function UnusableLink({ message, for: purpose }: UnusableLinkProps) {
  const again =
    purpose === "recovery"
      ? { view: "forgot", label: "Ask for a new link" }
      : { view: "resend", label: "Send the confirmation again" };
  return (
    <div className="space-y-5">
      <Alert tone="danger" title="Invalid PKCE or implicit-flow URL" isLive>
        {message}
      </Alert>
      <div className="grid gap-3">
        <ButtonLink href={paths.login} block>
          Log In
        </ButtonLink>
        <ButtonLink href={withQuery(paths.login, { view: again.view })} variant="secondary" block>
          {again.label}
        </ButtonLink>
      </div>
    </div>
  );
}
