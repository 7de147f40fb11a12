import { headers } from "next/headers";
import { AppHeader } from "@/components/layout/app-header";
import { ACCESS_HEADER } from "@/lib/auth/session/access";
import { loadPerson, loadStaffRole } from "@/lib/auth/session/loaders";

/** The header of the pages that do not read the person's role with their own rows. */
export default async function Header() {
  const [person, list] = await Promise.all([loadPerson(), headers()]);
  // Pages for staff open to nobody else: no need to ask for the role again.
  const isForStaff = list.get(ACCESS_HEADER) === "admin";
  const isStaff = isForStaff || Boolean(person && (await loadStaffRole(person)));
  return <AppHeader email={person?.email ?? null} isStaff={isStaff} />;
}
