"use client";

import { useState } from "react";
import { useSeenGroup } from "@/components/staff/groups/seen-group";
import { usePost } from "@/components/staff/use-post";
import { staffApiPaths } from "@/lib/base/staff-api-paths";
import type { AddOutcome } from "@/lib/staff/groups/add-outcome";
import type { GraderGroup } from "@/lib/staff/groups/grader-group";
import type { AddToGroup } from "@/lib/staff/groups/schema";

/** How many of the last results stay on the screen. */
const SHOWN = 5;

/**
 * Puts batches into an open group. `results` are the last ones, newest first; of several that were put in by one press only
 * those that were refused are in it, and `added` counts the others.
 */
export function useAddToGroup(groupId: number) {
  const { post, isBusy, failure } = usePost();
  const seen = useSeenGroup();
  const [results, setResults] = useState<AddOutcome[]>([]);
  const [added, setAdded] = useState(0);

  async function add(body: AddToGroup): Promise<boolean> {
    const answer = await post<{ results: AddOutcome[]; group: GraderGroup }>(
      staffApiPaths.groupOrders(String(groupId)),
      body,
    );
    if (!answer.ok) return false;
    const fresh = answer.data.results;
    seen.note(answer.data.group.version);
    if (fresh.length > 1) {
      setAdded(fresh.filter(({ outcome }) => outcome === "added").length);
      setResults(fresh.filter(({ outcome }) => outcome !== "added"));
    } else {
      const isFresh = new Set(fresh.map(({ id }) => id));
      setAdded(0);
      setResults((former) => [...fresh, ...former.filter(({ id }) => !isFresh.has(id))].slice(0, SHOWN));
    }
    return true;
  }

  return { add, results, added, isBusy, failure };
}
