import { AppHeader } from "@/components/layout/app-header";
import { loadPerson } from "@/lib/auth/loaders";

/** The header of /admin, which nobody but staff gets to see. */
export default async function AdminHeader() {
  const person = await loadPerson();
  return <AppHeader email={person?.email ?? null} isStaff />;
}
