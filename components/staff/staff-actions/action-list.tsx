import { BatchId } from "@/components/orders/batch-id";
import { UndoButton } from "@/components/staff/staff-actions/undo-button";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import { counted } from "@/lib/base/messages";
import { staffPaths } from "@/lib/base/staff-paths";
import { displayBatchId } from "@/lib/orders/batch-id";
import { actionText, type StaffAction } from "@/lib/staff/staff-action";

type ActionListProps = {
  actions: StaffAction[];
  hasBatches?: boolean;
  isWide?: boolean | undefined;
};

/** Shows the actions of the last ten minutes, newest first, each with an Undo button. */
export function ActionList({ actions, hasBatches, isWide }: ActionListProps) {
  return (
    <ul className={isWide ? "grid gap-x-8 lg:grid-cols-2" : "divide-y divide-border"}>
      {actions.map((action) => {
        const isOfOne = action.orders === 1;
        const name = isOfOne
          ? displayBatchId({ id: action.order_id, batch_id: action.batch_id })
          : counted(action.orders, "order");
        return (
          <li
            key={`${action.id}/${action.order_id}`}
            className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm ${isWide ? "border-t border-border" : ""}`}
          >
            <div className={isWide ? "min-w-44 flex-1" : "min-w-0"}>
              <p>
                {hasBatches && isOfOne ? (
                  <>
                    <BatchId
                      name={name}
                      href={staffPaths.order(action.order_id)}
                      className="font-medium"
                    />{" "}
                  </>
                ) : null}
                {actionText(action)}
                {isOfOne ? null : `, ${name}`}
              </p>
              <p className="text-text-muted wrap-anywhere">
                {action.actor_email ?? "Staff"}, <Time at={action.created_at} show="local" />
              </p>
            </div>
            <UndoButton
              actionId={action.id}
              orderId={isOfOne ? action.order_id : undefined}
              what={`${actionText(action)}, ${name}`}
            />
          </li>
        );
      })}
    </ul>
  );
}

export function RecentActions({ actions, isWide }: Pick<ActionListProps, "actions" | "isWide">) {
  if (actions.length === 0) return null;
  const list = <ActionList actions={actions} hasBatches isWide={isWide} />;
  return (
    <section className="space-y-3">
      <h2 className="text-lg font-semibold">Recent</h2>
      {isWide ? list : <Card>{list}</Card>}
    </section>
  );
}
