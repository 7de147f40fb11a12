import { BatchId } from "@/components/orders/batch-id";
import { staffPaths } from "@/lib/base/staff-paths";
import { type AddOutcome, batchOf, refusalWords } from "@/lib/staff/groups/add-outcome";
import { graderRefusalSchema } from "@/lib/staff/groups/grader-group";

/** Names the batches that must not go with their group, each with what stands against it and the way to its order. */
export function RefusedMembers({ results }: { results: AddOutcome[] }) {
  if (results.length === 0) return null;
  return (
    <ul className="space-y-1">
      {results.map((result) => {
        const { data: refusal } = graderRefusalSchema.safeParse(result.outcome);
        return (
          <li key={result.id}>
            <BatchId name={batchOf(result)} href={staffPaths.order(result.id)} />
            {refusal ? `: ${refusalWords(refusal)}` : null}
          </li>
        );
      })}
    </ul>
  );
}
