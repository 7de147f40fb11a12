"use client";

import { AddResult } from "@/components/staff/groups/add-result";
import type { useAddToGroup } from "@/components/staff/groups/use-add-to-group";
import { Alert } from "@/components/ui/alert";
import { batchCount } from "@/lib/staff/groups/grader-group";

/** Says what came of the last scans or picks. */
export function AddResults({ add, results, added, isBusy, failure }: ReturnType<typeof useAddToGroup>) {
  return (
    <>
      {failure ? <Alert tone="danger" isLive title={failure} /> : null}
      {added > 0 ? <Alert tone="success" isLive title={`${batchCount(added)} put in`} /> : null}
      {results.length > 0 ? (
        <ul className="space-y-3" aria-label="Last results">
          {results.map((result) => (
            <li key={result.id}>
              <AddResult
                result={result}
                isBusy={isBusy}
                onSettle={(reason) => add({ order_ids: [result.id], reason })}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
