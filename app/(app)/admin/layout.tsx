import "./staff.css";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { StaffGuard } from "@/components/staff/staff-guard";
import { Toaster } from "@/components/ui/toast";
import { site } from "@/lib/base/site";
import { loadStaffGate } from "@/lib/staff/loaders";

export const metadata: Metadata = {
  title: { template: `%s · ${site.name}`, default: `Staff · ${site.name}` },
};

/**
 * Frames the staff's pages. A layout is not made again when the browser goes from one of its pages to the next: it
 * protects nothing, and each page's own loader (`loadForStaff`) asks again on every request.
 */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <StaffGuard gate={await loadStaffGate()}>{children}</StaffGuard>
      <Toaster />
    </>
  );
}
