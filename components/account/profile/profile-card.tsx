import { ProfileForm } from "@/components/account/profile/profile-form";
import { Alert } from "@/components/ui/alert";
import { Card, CardHeader } from "@/components/ui/card";
import { RefreshButton } from "@/components/ui/refresh-button";
import type { Profile } from "@/lib/profile/profile";
import { profileMessages } from "@/lib/profile/schema";

type ProfileCardProps = { profile: Profile | null; lastAddress: Profile | null; email: string };

/** Shows the profile's form, or an error with a retry if `profile` is missing. */
export function ProfileCard({ profile, lastAddress, email }: ProfileCardProps) {
  if (profile) {
    return (
      <Card>
        <ProfileForm profile={profile} lastAddress={lastAddress} email={email} />
      </Card>
    );
  }
  return (
    <Card>
      <CardHeader title="Account and shipping address" />
      <Alert
        tone="danger"
        title={profileMessages.loadFailed}
        action={
          <RefreshButton size="sm" variant="secondary">
            Refresh Page
          </RefreshButton>
        }
      >
        Your address is safe. Please try again in a minute.
      </Alert>
    </Card>
  );
}
