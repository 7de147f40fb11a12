import { AppHeader } from "@/components/layout/app-header";
import { loadPerson } from "@/lib/auth/session/loaders";
import { loadSubmitRows } from "@/lib/orders/loaders";

/** Takes the role from the query that the page runs anyway. */
export default async function SubmitHeader() {
  const person = await loadPerson();
  const rows = person && (await loadSubmitRows(person).catch(() => null));
  return <AppHeader email={person?.email ?? null} isStaff={Boolean(rows?.staff_role)} />;
}
