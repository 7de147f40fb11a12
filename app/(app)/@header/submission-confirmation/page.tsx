import { AppHeader } from "@/components/layout/app-header";
import { loadPerson, loadStaffRole } from "@/lib/auth/session/loaders";

/** Serves the header of /submission-confirmation, where shipping comes next, and nothing else. */
export default async function ConfirmationHeader() {
  const person = await loadPerson();
  const isStaff = Boolean(person && (await loadStaffRole(person)));
  return <AppHeader email={person?.email ?? null} isStaff={isStaff} isQuiet />;
}
