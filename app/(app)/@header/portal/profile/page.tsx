import { AppHeader } from "@/components/layout/app-header";
import { loadPerson } from "@/lib/auth/session/loaders";
import { loadProfilePage } from "@/lib/membership/loaders";

/** Takes the role from the query that the page runs anyway. */
export default async function ProfileHeader() {
  const person = await loadPerson();
  const page = person && (await loadProfilePage(person));
  return <AppHeader email={person?.email ?? null} isStaff={page?.isStaff ?? false} />;
}
