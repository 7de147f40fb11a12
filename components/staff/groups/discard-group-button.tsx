"use client";

import { useRouter } from "next/navigation";
import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import { staffPaths } from "@/lib/base/staff-paths";

/** Deletes a group that has no batch, for who began it by mistake. */
export function DiscardGroupButton({ groupId }: { groupId: number }) {
  const { post, isBusy, failure } = usePost();
  const router = useRouter();

  async function discard() {
    const { ok } = await post(staffApiPaths.groupDiscard(String(groupId)), {}, { done: "Group deleted" });
    if (ok) router.push(staffPaths.grader);
  }

  return (
    <>
      <Button variant="secondary" isBusy={isBusy} onClick={discard}>
        Delete empty group
      </Button>
      <Failure>{failure}</Failure>
    </>
  );
}
