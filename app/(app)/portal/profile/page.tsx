import type { Metadata } from "next";
import { MembershipCard } from "@/components/membership/membership-card";
import { Card, CardHeader } from "@/components/ui/card";
import { FactList } from "@/components/ui/fact-list";
import { requireUser } from "@/lib/auth/loaders";
import { loadMembershipOverview } from "@/lib/membership/loaders";
import { paths } from "@/lib/paths";

export const metadata: Metadata = { title: "Profile" };

export default async function ProfilePage() {
  const person = await requireUser(paths.profile);
  const overview = await loadMembershipOverview(person);
  return (
    <main id="main" className="container-page space-y-8 py-10 sm:py-14">
      <header className="space-y-2">
        <h1 className="text-3xl font-semibold">Profile</h1>
        <p className="text-text-muted">Your account and your membership.</p>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card>
          <CardHeader title="Account" />
          <FactList facts={[["Email", person.email]]} />
        </Card>
        <MembershipCard overview={overview} now={Date.now()} />
      </div>
    </main>
  );
}
