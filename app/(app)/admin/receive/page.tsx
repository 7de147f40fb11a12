import { ReceivingScreen } from "@/components/staff/receiving-screen";
import { StaffFailed } from "@/components/staff/staff-failed";
import { one, type Query } from "@/lib/auth/query";
import { paths } from "@/lib/paths";
import { getReceivingDesk } from "@/lib/staff/data";
import { readSearch } from "@/lib/staff/list-query";
import { loadForStaff } from "@/lib/staff/loaders";

export default async function AdminReceivePage({ searchParams }: { searchParams: Promise<Query> }) {
  const query = await searchParams;
  const code = readSearch(one(query.code));
  const loaded = await loadForStaff(paths.adminReceive, (token) => getReceivingDesk(token, code || null));
  if (!loaded) return <StaffFailed title="Receiving desk" message="Failed to look this batch up" />;
  const { packages } = loaded.data;
  const matching = packages.find(({ id }) => id === one(query.package)) ?? null;
  return <ReceivingScreen desk={loaded.data} code={code} matching={matching} />;
}
