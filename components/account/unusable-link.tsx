import { ButtonLink } from "@/components/ui/button";
import { Message } from "@/components/ui/message-page";
import { paths, withQuery } from "@/lib/base/paths";

type UnusableLinkProps = {
  message: string;
  /** What the link was for; it decides which mail is offered again. */
  for: "confirmation" | "recovery";
};

/** Shows that a link of a mail will never work again: the log-in and a new mail are offered in its place. */
export function UnusableLink({ message, for: purpose }: UnusableLinkProps) {
  const again =
    purpose === "recovery"
      ? { view: "forgot", label: "Ask for a new link" }
      : { view: "resend", label: "Send the confirmation again" };
  return (
    <Message
      level={2}
      tone="danger"
      role="alert"
      title="Invalid PKCE or implicit-flow URL"
      text={message}
      actions={
        <>
          <ButtonLink href={paths.login}>Log In</ButtonLink>
          <ButtonLink href={withQuery(paths.login, { view: again.view })} variant="secondary">
            {again.label}
          </ButtonLink>
        </>
      }
    />
  );
}
