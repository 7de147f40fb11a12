import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import type { AddressCheck } from "@/lib/staff/returns/address-check";

type AddressCompareProps = {
  address: AddressCheck;
  /** The owner has an account with an address. */
  hasProfile: boolean;
  /** How the question stands that the owner was asked about it; null: nobody asked. */
  standing: ReactNode;
};

/** Shows where the cards go: the order's address, and beside it that of the owner's profile, with what differs marked. */
export function AddressCompare({ address: { parts, verdict }, hasProfile, standing }: AddressCompareProps) {
  if (verdict === "none")
    return <Alert tone="warning" title="No address is known: ask the customer before it is sent" />;
  return (
    <div className="space-y-3">
      {verdict === "differ" ? (
        <Alert tone="warning" title="The profile has another address than the order">
          {standing ?? "The owner may have moved since. Ask which one is right before it is sent."}
        </Alert>
      ) : null}
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">Where the cards go</caption>
        <thead>
          <tr className="text-text-muted">
            <th scope="col" className="py-1 pr-3 font-normal">
              <span className="sr-only">Part</span>
            </th>
            <th scope="col" className="py-1 pr-3 font-normal">
              Order
            </th>
            {hasProfile ? (
              <th scope="col" className="py-1 font-normal">
                Profile now
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {parts.map(({ label, ofOrder, ofProfile, differs }) => (
            <tr key={label} className={cx("border-t border-border", differs && "bg-warning-soft")}>
              <th scope="row" className="py-1.5 pr-3 text-left align-top font-normal text-text-muted">
                {label}
                {differs ? <span className="block text-xs font-medium text-warning">differs</span> : null}
              </th>
              <td className="py-1.5 pr-3 align-top font-medium wrap-anywhere">{ofOrder || "—"}</td>
              {hasProfile ? (
                <td className="py-1.5 align-top font-medium wrap-anywhere">{ofProfile || "—"}</td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      {verdict !== "differ" && standing ? <p className="text-sm">{standing}</p> : null}
    </div>
  );
}
