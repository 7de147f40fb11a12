import { ButtonLink } from "@/components/ui/button-link";
import { MessagePage } from "@/components/ui/message-page";
import { paths } from "@/lib/base/paths";

export default function MailNotFound() {
  return (
    <MessagePage
      tone="warning"
      title="This link does not work"
      text="It may be incomplete: please open it from the mail again. With an account you choose your mails in your profile."
      actions={<ButtonLink href={paths.profile}>Go to profile</ButtonLink>}
      support
    />
  );
}
