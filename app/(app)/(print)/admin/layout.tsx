import type { Metadata } from "next";
import type { ReactNode } from "react";
import { StaffGuard } from "@/components/staff/staff-guard";
import { site } from "@/lib/base/site";
import { loadStaffGate } from "@/lib/staff/loaders";

export const metadata: Metadata = {
  title: { template: `%s · ${site.name}`, default: `Staff · ${site.name}` },
};

/** Frames what staff print as the layout of the other staff's pages does (app/(app)/admin), with the styles of paper. */
export default async function PrintedByStaffLayout({ children }: { children: ReactNode }) {
  return <StaffGuard gate={await loadStaffGate()}>{children}</StaffGuard>;
}
