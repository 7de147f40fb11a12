import { AppHeader } from "@/components/layout/app-header";
import { loadPerson } from "@/lib/auth/session/loaders";
import { loadSubmitRows } from "@/lib/orders/loaders";

/** The page's own query brings the role. */
export default async function SubmitHeader() {
  const person = await loadPerson();
  const rows = person && (await loadSubmitRows(person).catch(() => null));
  return <AppHeader email={person?.email ?? null} isStaff={Boolean(rows?.staff_role)} />;
}
