import type { Metadata } from "next";
import { NumbersScreen } from "@/components/staff/numbers/numbers-screen";
import { StaffFailed } from "@/components/staff/staff-failed";
import { staffPaths } from "@/lib/base/staff-paths";
import { loadForStaff, loadTabsRole } from "@/lib/staff/loaders";
import { getNumbers } from "@/lib/staff/numbers/data";

export const metadata: Metadata = { title: "Numbers" };

export default async function AdminNumbersPage() {
  const loaded = await loadForStaff(staffPaths.numbers, getNumbers);
  if (!loaded)
    return (
      <StaffFailed staffRole={await loadTabsRole()} title="Numbers" message="Failed to fetch the numbers" />
    );
  return <NumbersScreen numbers={loaded.data} />;
}
