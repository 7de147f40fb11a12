import { ButtonLink } from "@/components/ui/button-link";
import { MessagePage } from "@/components/ui/message-page";
import { paths } from "@/lib/base/paths";

export default function MailNotFound() {
  return (
    <MessagePage
      tone="warning"
      title="This link doesn't work"
      text="Open it from the email again. Have an account? On your profile, you can choose which emails you get."
      actions={<ButtonLink href={paths.profile}>Go to profile</ButtonLink>}
      support
    />
  );
}
