import { Card } from "@/components/ui/card";
import { CardHeader } from "@/components/ui/card-header";
import { CopyButton } from "@/components/ui/copy-button";
import { parcelLines } from "@/lib/orders/address-lines";

/** Holds the parts of a postal address as the database has them; any may be missing. */
export type Address = Partial<
  Record<
    "full_name" | "address_line1" | "address_line2" | "city" | "state" | "postal_code" | "country" | "phone",
    string | null
  >
>;

/** Answers an address as it is written on a parcel, one line an entry; none when there is no street. */
export function addressLines(address: Address | null): string[] {
  // A country alone is what every new profile has.
  return address?.address_line1 ? parcelLines(address) : [];
}

/** Shows an address with a button that copies it whole, or `none` where it is not known. */
export function AddressCard({
  title,
  address,
  none,
}: {
  title: string;
  address: Address | null;
  /** What it says instead of an unknown address. */
  none: string;
}) {
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
