import { AppHeader } from "@/components/layout/app-header";
import { loadPerson } from "@/lib/auth/session/loaders";
import { loadProfilePage } from "@/lib/membership/loaders";

/** Serves the header of /portal/profile, where the person's role comes with the page's own rows. */
export default async function ProfileHeader() {
  const person = await loadPerson();
  const page = person && (await loadProfilePage(person));
  return <AppHeader email={person?.email ?? null} isStaff={page?.isStaff ?? false} />;
}
