import "./staff.css";
import type { Metadata } from "next";
import { StaffGuard } from "@/components/staff/staff-guard";
import { Toaster } from "@/components/ui/toast";
import { site } from "@/lib/base/site";
import { loadStaffGate } from "@/lib/staff/loaders";

export const metadata: Metadata = {
  title: { template: `%s · ${site.name}`, default: `Staff · ${site.name}` },
};

/** Checks no access, because Next.js keeps a layout across navigations. Each page's `loadForStaff` checks the role. */
export default async function AdminLayout({ children }: { children: React.ReactNode }) {
  return (
    <>
      <StaffGuard gate={await loadStaffGate()}>{children}</StaffGuard>
      <Toaster />
    </>
  );
}
