import { BatchId } from "@/components/orders/batch-id";
import { UndoButton } from "@/components/staff/staff-actions/undo-button";
import { Time } from "@/components/ui/time";
import { counted } from "@/lib/base/messages";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import { actionText, type StaffAction } from "@/lib/staff/staff-action";

type ActionListProps = {
  actions: StaffAction[];
  /** Names the batch of each, except on the order's own page. */
  hasBatches?: boolean;
  /** In two columns where there is room, so that it doesn't push the rest out of sight. */
  isWide?: boolean;
};

/** Shows the actions of the last ten minutes, newest first, each with an Undo button. */
export function ActionList({ actions, hasBatches, isWide }: ActionListProps) {
  return (
    <ul className={isWide ? "grid gap-x-8 lg:grid-cols-2" : "divide-y divide-border"}>
      {actions.map((act) => {
        const isOfOne = act.orders === 1;
        const name = isOfOne
          ? displayBatchId({ id: act.order_id, batch_id: act.batch_id })
          : counted(act.orders, "order");
        return (
          <li
            key={`${act.id}/${act.order_id}`}
            className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm ${isWide ? "border-t border-border" : ""}`}
          >
            <div className={isWide ? "min-w-44 flex-1" : "min-w-0"}>
              <p>
                {hasBatches && isOfOne ? (
                  <>
                    <BatchId name={name} href={staffPaths.order(act.order_id)} className="font-medium" />{" "}
                  </>
                ) : null}
                {actionText(act)}
                {isOfOne ? null : `, ${name}`}
              </p>
              <p className="text-text-muted wrap-anywhere">
                {act.actor_email ?? "Staff"}, <Time at={act.created_at} show="local" />
              </p>
            </div>
            <UndoButton
              actionId={act.id}
              orderId={isOfOne ? act.order_id : undefined}
              what={`${actionText(act)}, ${name}`}
            />
          </li>
        );
      })}
    </ul>
  );
}
