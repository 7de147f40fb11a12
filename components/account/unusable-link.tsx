import { AuthPanel } from "@/components/layout/auth-panel";
import { ButtonLink } from "@/components/ui/button-link";
import { Message } from "@/components/ui/message-page";
import { paths, withQuery } from "@/lib/base/paths";

type UnusableLinkProps = {
  message: string;
  /** What the link was for; it decides which mail is offered again. */
  for: "confirmation" | "recovery";
  /** The link isn't ours. Support recognizes the error catalog's message at the end. */
  isForeign?: boolean;
};

/**
 * Shows instead of the form that an emailed link will never work, and offers the log-in and a new email.
 */
export function UnusableLink({ message, for: purpose, isForeign }: UnusableLinkProps) {
  const again =
    purpose === "recovery"
      ? { view: "forgot", label: "Ask for a new link" }
      : { view: "resend", label: "Send the confirmation again" };
  return (
    <AuthPanel title="This link does not work" lead="Nothing was changed.">
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
            <ButtonLink href={withQuery(paths.login, { view: again.view })} variant="secondary">
              {again.label}
            </ButtonLink>
          </>
        }
      />
    </AuthPanel>
  );
}
