import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { paths } from "@/lib/base/paths";

const TEXTS = {
  profile: {
    tone: "info",
    title: "Complete Your Profile",
    action: "Go to profile",
    text: "Save your address once and check out faster.",
  },
  address: {
    tone: "info",
    title: "No shipping address on your profile",
    action: "Add your address",
    text: "Add your return address once, or enter it each time you pay.",
  },
} as const;

/** Asks for the missing profile, or only for the shipping address. */
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
