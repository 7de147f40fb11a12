import { AppHeader } from "@/components/layout/app-header";
import { loadPerson } from "@/lib/auth/session/loaders";
import { loadMembershipOverview } from "@/lib/membership/loaders";

/** Serves the header of /portal/profile, where the person's role comes with the page's own rows. */
export default async function ProfileHeader() {
  const person = await loadPerson();
  const overview = person && (await loadMembershipOverview(person));
  return <AppHeader email={person?.email ?? null} isStaff={overview?.isStaff ?? false} />;
}
