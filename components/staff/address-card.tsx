import { Card, CardHeader } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { parcelLines } from "@/lib/orders/print/print";

/** The parts of a postal address as the database stores them; any may be missing. */
export type Address = Partial<
  Record<
    "full_name" | "address_line1" | "address_line2" | "city" | "state" | "postal_code" | "country" | "phone",
    string | null
  >
>;

/** Returns the lines of an address as written on a parcel; none when there is no street. */
export function addressLines(address: Address | null): string[] {
  // A country alone is what every new profile has.
  return address?.address_line1 ? parcelLines(address) : [];
}

type AddressCardProps = { title: string; address: Address | null; none: string };

/** Shows an address with a button that copies it, or `none` where it isn't known. */
export function AddressCard({ title, address, none }: AddressCardProps) {
  const lines = addressLines(address);
  return (
    <Card className="sm:p-6">
      <CardHeader
        title={title}
        aside={
          lines.length > 0 ? (
            <CopyButton text={lines.join("\n")} label="Copy full address" />
          ) : (
            <p className="text-sm text-text-muted">{none}</p>
          )
        }
      />
      {lines.length > 0 ? (
        <address className="text-sm not-italic" translate="no">
          {lines.map((line) => (
            <span key={line} className="block wrap-anywhere">
              {line}
            </span>
          ))}
        </address>
      ) : null}
    </Card>
  );
}
