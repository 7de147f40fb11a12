import { AppHeader } from "@/components/layout/app-header";
import { loadPerson } from "@/lib/auth/session/loaders";
import { loadSubmitRows } from "@/lib/orders/loaders";

/** Serves the header of /submit, where the person's role comes with the page's own rows. */
export default async function SubmitHeader() {
  const person = await loadPerson();
  // The page itself says what failed.
  const rows = person && (await loadSubmitRows(person).catch(() => null));
  return <AppHeader email={person?.email ?? null} isStaff={Boolean(rows?.staff_role)} />;
}
