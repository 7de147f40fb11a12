import { CardsCell, SubmittedCell, TotalCell } from "@/components/orders/order-cells";
import { BatchCode } from "@/components/orders/slab-label";
import {
  addressLines,
  PostalAddress,
  StaffPaymentBadge,
  WhereaboutsBadge,
} from "@/components/staff/batch-facts";
import { Panel, StaffFrame } from "@/components/staff/staff-frame";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { FactList } from "@/components/ui/fact-list";
import { Cell, HeadRow, Table } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { plans } from "@/lib/base/plans";
import { staffPaths } from "@/lib/base/staff-paths";
import { batchTitle, displayBatchId } from "@/lib/orders/batch-id";
import { blockerLabels } from "@/lib/staff/orders/order-blockers";
import type { UserProfilePage } from "@/lib/staff/people/people";
import type { StaffOrder } from "@/lib/staff/staff-order";

type UserProfileScreenProps = {
  profile: NonNullable<UserProfilePage["profile"]>;
  orders: StaffOrder[];
  staffRole: UserProfilePage["staff_role"];
};

export function UserProfileScreen({ profile, orders, staffRole }: UserProfileScreenProps) {
  const { full_name: name, email, phone, subscription } = profile;
  const address = addressLines(profile);
  const contact: [label: string, value: string | null][] = [
    ["Name", name],
    ["Email", email],
    ["Phone", phone],
  ];
  return (
    <StaffFrame
      title={name ?? email ?? "No name yet"}
      parent={{ href: staffPaths.orders, label: "Orders" }}
      staffRole={staffRole}
      lead={
        <>
          Account since <Time at={profile.created_at} />
        </>
      }
      aside={
        <Badge tone={subscription ? "accent" : "neutral"}>
          {plans[subscription?.plan_type ?? "free"].label}
        </Badge>
      }
    >
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Panel title="Contact">
          <FactList
            facts={contact.map(([label, value]) => [
              label,
              value ? (
                <span key={label} className="flex flex-wrap items-center justify-end gap-3">
                  {value}
                  <CopyButton text={value} label={`Copy ${label.toLowerCase()}`} />
                </span>
              ) : (
                "–"
              ),
            ])}
          />
        </Panel>
        <Panel
          title="Shipping address"
          aside={
            address.length > 0 ? (
              <CopyButton text={address.join("\n")} label="Copy full address" />
            ) : (
              <p className="text-sm text-text-muted">No address yet</p>
            )
          }
        >
          {address.length > 0 ? <PostalAddress className="text-sm" lines={address} /> : null}
        </Panel>
      </div>
      <section className="space-y-3">
        <h2 className="text-lg font-semibold">Recent orders</h2>
        {orders.length > 0 ? (
          <Table caption="Last 10 orders of this customer" isStacked>
            <HeadRow
              columns={["Batch", "Submitted", "Cards", "Total", "Payment", "Status"]}
              figures={["Cards", "Total"]}
            />
            <tbody>
              {orders.map((order) => (
                <tr key={order.id}>
                  <Cell place="head">
                    <a href={staffPaths.order(order.id)}>
                      <bdi className="link block w-fit">{batchTitle(order)}</bdi>{" "}
                      <BatchCode code={displayBatchId(order)} />
                    </a>
                    {blockerLabels(order).map((reason) => (
                      <small key={reason} data-tone="danger">
                        {reason}
                      </small>
                    ))}
                  </Cell>
                  <SubmittedCell label="Submitted" at={order.submitted_at} />
                  <CardsCell count={order.num_cards} />
                  <TotalCell order={order} />
                  <Cell label="Payment" isPlain place="end">
                    <StaffPaymentBadge status={order.payment_status} />
                  </Cell>
                  <Cell label="Status" isPlain>
                    <WhereaboutsBadge order={order} />
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        ) : (
          <p className="text-text-muted">No orders yet.</p>
        )}
      </section>
    </StaffFrame>
  );
}
