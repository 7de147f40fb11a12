"use client";

import { useWatch } from "react-hook-form";
import type { ProfileFormControl } from "@/components/account/profile/address-fields";
import { toValues } from "@/components/account/profile/use-profile-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { Profile } from "@/lib/profile/profile";
import { addressFields } from "@/lib/profile/schema";

/** Offers to fill in the return address of the latest batch, until there is an address. */
export function AddressOffer({ form, lastAddress }: { form: ProfileFormControl; lastAddress: Profile }) {
  const line = useWatch({ control: form.control, name: "address_line1" });
  if (line !== "") return null;

  function fillIn() {
    const values = toValues(lastAddress);
    for (const name of Object.keys(addressFields) as (keyof typeof addressFields)[])
      form.setValue(name, values[name], { shouldDirty: true });
    // The button goes away.
    form.setFocus("address_line1");
  }

  const { full_name: name, address_line1: street, city, state, postal_code: code } = lastAddress;
  return (
    <Alert
      tone="info"
      title="Use the address from your last batch?"
      action={
        <Button size="sm" variant="secondary" onClick={fillIn}>
          Fill in address
        </Button>
      }
    >
      <span translate="no">{[name, street, city, state, code].filter(Boolean).join(", ")}</span>
    </Alert>
  );
}
