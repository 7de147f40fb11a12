import { cx } from "class-variance-authority";
import { ButtonLink } from "@/components/ui/button";
import { Cell, HeadCell, Table } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { paths, withQuery } from "@/lib/base/paths";
import type { ReceivingDesk } from "@/lib/staff/desk/receiving-desk";

/**
 * Shows the packages that came without a batch that we know, oldest first, each with the way to match it; or that there
 * are none.
 */
export function PackageList({ packages }: { packages: ReceivingDesk["packages"] }) {
  if (packages.length === 0) return <p className="text-text-muted">None. Every package has its batch.</p>;
  return (
    <Table caption="Packages without a batch, oldest first" isStacked>
      <thead>
        <tr>
          <HeadCell>Arrived</HeadCell>
          <HeadCell>Sender</HeadCell>
          <HeadCell>Tracking</HeadCell>
          <HeadCell>Shelf</HeadCell>
          <HeadCell>Notes</HeadCell>
          <HeadCell>
            <span className="sr-only">Match</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {packages.map((item) => (
          <tr key={item.id}>
            <Cell label="Arrived" className="whitespace-nowrap">
              <Time at={item.arrived_at} show="date-time" />
            </Cell>
            <Cell label="Sender" place="head" className="wrap-anywhere">
              {item.sender ?? "Unknown"}
            </Cell>
            <Cell label="Tracking" className="wrap-anywhere">
              {[item.carrier?.toUpperCase(), item.tracking_number].filter(Boolean).join(" ") || "None"}
            </Cell>
            <Cell label="Shelf">{item.shelf_location ?? "None"}</Cell>
            <Cell label="Notes" className={cx("wrap-anywhere", !item.notes && "max-sm:hidden")}>
              {item.notes ?? ""}
            </Cell>
            <Cell place="end">
              <ButtonLink
                size="sm"
                variant="secondary"
                href={withQuery(paths.adminReceive, { package: item.id })}
                aria-label={`Match the package of ${item.sender ?? "an unknown sender"}`}
              >
                Match …
              </ButtonLink>
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
