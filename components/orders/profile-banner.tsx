import { ButtonLink } from "@/components/ui/button-link";
import { paths } from "@/lib/base/paths";

const TEXTS = {
  profile: {
    title: "Complete Your Profile",
    action: "Go to profile",
    text: "Save your address once and check out faster.",
  },
  address: {
    title: "No shipping address on your profile",
    action: "Add your address",
    text: "Add it once, or enter it each time you pay.",
  },
} as const;

export function ProfileBanner({ missing }: { missing: keyof typeof TEXTS }) {
  const { title, action, text } = TEXTS[missing];
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-border px-4 py-3 text-sm">
      <p>
        <strong className="font-medium">{title}</strong> <span className="text-text-muted">{text}</span>
      </p>
      <ButtonLink variant="secondary" size="sm" href={paths.profile}>
        {action}
      </ButtonLink>
    </div>
  );
}
