import { AuthPanel } from "@/components/layout/auth-panel";
import { ButtonLink } from "@/components/ui/button-link";
import { Message } from "@/components/ui/message-page";
import { paths, withQuery } from "@/lib/base/paths";

type UnusableLinkProps = {
  message: string;
  /** What the link was for. Decides what is offered instead. */
  for: "confirmation" | "recovery" | "email_change";
  /** The link isn't from us. The message from the error catalog at the end lets support recognize it. */
  isForeign?: boolean;
};

export function UnusableLink({ message, for: purpose, isForeign }: UnusableLinkProps) {
  const again = {
    recovery: { href: withQuery(paths.login, { view: "forgot" }), label: "Get a new link" },
    confirmation: { href: withQuery(paths.login, { view: "resend" }), label: "Resend confirmation" },
    email_change: { href: paths.profile, label: "Go to your profile" },
  }[purpose];
  return (
    <AuthPanel title="This link doesn't work" lead="Your account hasn't changed.">
      <Message
        tone="danger"
        role="alert"
        text={
          <>
            {message}
            {isForeign ? <span className="mt-3 block text-xs">Invalid PKCE or implicit-flow URL</span> : null}
          </>
        }
        actions={
          <>
            <ButtonLink href={paths.login}>Log in</ButtonLink>
            <ButtonLink href={again.href} variant="secondary">
              {again.label}
            </ButtonLink>
          </>
        }
      />
    </AuthPanel>
  );
}
