import type { Metadata } from "next";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { NumbersScreen } from "@/components/staff/numbers/numbers-screen";
import { staffPaths } from "@/lib/base/staff-paths";
import { loadForStaff } from "@/lib/staff/loaders";
import { getNumbers } from "@/lib/staff/numbers/data";

export const metadata: Metadata = { title: "Numbers" };

export default async function AdminNumbersPage() {
  const loaded = await loadForStaff(staffPaths.numbers, getNumbers);
  if (!loaded) return staffFailure("Numbers", "We couldn't load the numbers.");
  return <NumbersScreen numbers={loaded.data} />;
}
