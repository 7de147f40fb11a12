import { ScanLine } from "lucide-react";
import { ActList } from "@/components/staff/acts/act-list";
import { PackageForm } from "@/components/staff/desk/package-form";
import { PackageList } from "@/components/staff/desk/package-list";
import { ReceivedOrder } from "@/components/staff/desk/received-order";
import { StaffFrame } from "@/components/staff/staff-frame";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { TextField } from "@/components/ui/text-field";
import { paths } from "@/lib/base/paths";
import type { ReceivingDesk } from "@/lib/staff/desk/receiving-desk";

type ReceivingScreenProps = {
  desk: ReceivingDesk;
  /** What was scanned or typed; "" when nothing was. */
  code: string;
  /** The package whose batch is being looked for. */
  matching: ReceivingDesk["packages"][number] | null;
};

/**
 * Shows the desk where packages come in: scan, count, shelf. The search is a plain form, so that a scanner's Enter is
 * all it takes. A code that names no batch can be kept as a package.
 */
export function ReceivingScreen({ desk, code, matching }: ReceivingScreenProps) {
  const { orders, packages, acts, staff_role: role } = desk;
  return (
    <StaffFrame
      title="Receiving desk"
      staffRole={role}
      lead="Scan the label, or type the batch ID. The prefix may be left out."
    >
      <form method="get" action={paths.adminReceive} className="flex flex-wrap items-end gap-3">
        <div className="w-full max-w-md">
          {matching ? <input type="hidden" name="package" value={matching.id} /> : null}
          <TextField
            key={code}
            label={matching ? "Batch of this package" : "Batch ID"}
            name="code"
            defaultValue={code}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            // The desk's one input: a scanner types wherever the focus is.
            autoFocus={orders.length === 0}
          />
        </div>
        <Button type="submit">
          <ScanLine className="size-4" aria-hidden="true" />
          Look Up
        </Button>
      </form>
      {matching ? (
        <Alert
          tone="info"
          title="Which batch is this package?"
          action={
            <a className="link" href={paths.adminReceive}>
              Leave it unmatched
            </a>
          }
        >
          {[matching.sender, matching.tracking_number, matching.notes].filter(Boolean).join(", ") ||
            "No details were noted."}
        </Alert>
      ) : null}
      {code && orders.length === 0 ? <NoMatch code={code} isMatching={matching !== null} /> : null}
      {orders.map((order) => (
        <ReceivedOrder key={order.id} order={order} matching={matching} />
      ))}
      {acts.length > 0 ? (
        <section className="space-y-3">
          <h2 className="text-lg font-semibold">Done here last</h2>
          <Card>
            <ActList acts={acts} hasBatches />
          </Card>
        </section>
      ) : null}
      <section className="space-y-3">
        <h2 className="text-lg font-semibold">Packages without a batch</h2>
        <PackageList packages={packages} />
      </section>
    </StaffFrame>
  );
}

function NoMatch({ code, isMatching }: { code: string; isMatching: boolean }) {
  return (
    <>
      <Alert tone="danger" isLive title={`No batch “${code}”`}>
        Check the label and scan again{isMatching ? "." : ", or keep the package until its batch is found."}
      </Alert>
      {isMatching ? null : (
        <Card className="max-w-2xl sm:p-6">
          <CardHeader title="Keep as a package without a batch" />
          <PackageForm code={code} />
        </Card>
      )}
    </>
  );
}
