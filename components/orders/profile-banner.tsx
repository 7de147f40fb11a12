import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { paths } from "@/lib/base/paths";

const TEXTS = {
  profile: {
    tone: "info",
    title: "Complete Your Profile",
    action: "Go to profile",
    text: "With your name and shipping address on file, paying takes one step less and your graded cards find their way home.",
  },
  address: {
    tone: "warning",
    title: "No shipping address on your profile",
    action: "Add your address",
    text: "Graded cards return to the address of the batch. Add yours once, or enter it on the payment page of each batch.",
  },
} as const;

/** Asks to complete the profile, or with `address` to add the shipping address before paying. */
export function ProfileBanner({ missing }: { missing: keyof typeof TEXTS }) {
  const { tone, title, action, text } = TEXTS[missing];
  return (
    <Alert
      tone={tone}
      title={title}
      action={
        <ButtonLink variant="secondary" size="sm" href={paths.profile}>
          {action}
        </ButtonLink>
      }
    >
      {text}
    </Alert>
  );
}
