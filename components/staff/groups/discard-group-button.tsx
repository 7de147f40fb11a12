"use client";

import { useRouter } from "next/navigation";
import { usePost } from "@/components/staff/use-post";
import { Button } from "@/components/ui/button";
import { apiPaths } from "@/lib/base/api-paths";
import { paths } from "@/lib/base/paths";

/** Deletes a group that has no batch, for who began it by mistake. */
export function DiscardGroupButton({ groupId }: { groupId: number }) {
  const { post, isBusy, failure } = usePost();
  const router = useRouter();

  async function discard() {
    const { ok } = await post(apiPaths.adminGroupDiscard(String(groupId)), {}, { done: "Group deleted" });
    if (ok) router.push(paths.adminGrader);
  }

  return (
    <>
      <Button variant="secondary" isBusy={isBusy} onClick={discard}>
        Delete Empty Group
      </Button>
      {failure ? (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      ) : null}
    </>
  );
}
