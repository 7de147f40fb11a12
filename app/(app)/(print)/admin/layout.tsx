import type { Metadata } from "next";
import { StaffGuard } from "@/components/staff/staff-guard";
import { site } from "@/lib/base/site";
import { loadStaffGate } from "@/lib/staff/loaders";

export const metadata: Metadata = {
  title: { template: `%s · ${site.name}`, default: `Staff · ${site.name}` },
};

/** Protects staff print pages like app/(app)/admin, but loads the print styles. */
export default async function PrintedByStaffLayout({ children }: { children: React.ReactNode }) {
  return <StaffGuard gate={await loadStaffGate()}>{children}</StaffGuard>;
}
