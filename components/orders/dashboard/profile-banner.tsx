import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button";
import { paths } from "@/lib/base/paths";

/** On the dashboard of a person whose profile lacks a name or an address. */
export function ProfileBanner() {
  return (
    <Alert
      tone="info"
      title="Complete Your Profile"
      action={
        <ButtonLink variant="secondary" size="sm" href={paths.profile}>
          Go to Profile
        </ButtonLink>
      }
    >
      With your name and shipping address on file, paying takes one step less and your graded cards find their
      way home.
    </Alert>
  );
}
