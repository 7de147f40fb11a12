import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { staffFailure } from "@/app/(app)/admin/not-found";
import { ManifestPrint } from "@/components/staff/groups/manifest-print";
import { one, type Query } from "@/lib/base/query";
import { staffPaths } from "@/lib/base/staff-paths";
import { getGraderGroup } from "@/lib/staff/groups/data";
import { groupIdSchema } from "@/lib/staff/groups/schema";
import { loadForStaff } from "@/lib/staff/loaders";

export const metadata: Metadata = { title: "Manifest" };

type ManifestPageProps = { params: Promise<{ id: string }>; searchParams: Promise<Query> };

export default async function AdminManifestPage({ params, searchParams }: ManifestPageProps) {
  const { id } = await params;
  const { data: groupId } = groupIdSchema.safeParse(id);
  const loaded = await loadForStaff(staffPaths.manifest(id), async (token) =>
    groupId ? getGraderGroup(token, groupId) : null,
  );
  if (!loaded) return staffFailure("Manifest", "We couldn't load this shipment.");
  if (!loaded.data) notFound();
  return (
    <ManifestPrint page={loaded.data} size={one((await searchParams).size) === "a4" ? "a4" : "letter"} />
  );
}
