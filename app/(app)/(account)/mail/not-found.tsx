import { ButtonLink } from "@/components/ui/button-link";
import { MessagePage } from "@/components/ui/message-page";
import { paths } from "@/lib/base/paths";

/** Answers for a link to the choice of mails that is none of ours. */
export default function MailNotFound() {
  return (
    <MessagePage
      title="This link opens nothing"
      text="It may be incomplete: please open it from the mail again. With an account you choose your mails in your profile."
      actions={<ButtonLink href={paths.profile}>Go to Profile</ButtonLink>}
      support
    />
  );
}
