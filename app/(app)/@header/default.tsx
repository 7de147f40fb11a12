import { AppHeader } from "@/components/layout/app-header";
import { loadPerson, loadStaffRole } from "@/lib/auth/session/loaders";

export default async function Header() {
  const person = await loadPerson();
  const isStaff = Boolean(person && (await loadStaffRole(person)));
  return <AppHeader email={person?.email ?? null} isStaff={isStaff} />;
}
