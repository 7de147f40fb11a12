import { AppHeader } from "@/components/layout/app-header";
import { loadPerson } from "@/lib/auth/session/loaders";
import { loadProfilePage } from "@/lib/membership/loaders";

/** The page's own query brings the role. */
export default async function ProfileHeader() {
  const person = await loadPerson();
  const page = person && (await loadProfilePage(person));
  return <AppHeader email={person?.email ?? null} isStaff={page?.isStaff ?? false} />;
}
