import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormProblem } from "@/components/layout/form-problem";
import { usePostForm } from "@/components/layout/use-post-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { PasswordField } from "@/components/ui/password-field";
import { SelectField } from "@/components/ui/select-field";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { Time } from "@/components/ui/time";
import { apiPaths } from "@/lib/base/api-paths";
import { type Country, countries, countryText } from "@/lib/base/countries";
import { parcelLines } from "@/lib/orders/print/print";
import type { ReturnShipmentFacts } from "@/lib/orders/schema";

type Address = NonNullable<ReturnShipmentFacts["address"]>;

/** Shows the return address of a batch and lets its account change it until the cards are packed. */
export function ReturnAddress({ orderId, address }: { orderId: string; address: Address }) {
  const [isChanging, setChanging] = useState(false);
  const { current, held_until: heldUntil } = address;
  return (
    <section className="space-y-3">
      <h3 className="text-lg font-semibold">Return address</h3>
      <p className="wrap-anywhere whitespace-pre-line">
        {parcelLines(current ?? {}).join("\n") || "No address yet."}
      </p>
      {heldUntil ? (
        <Alert tone="info">
          {heldUntil === "infinity" ? (
            "We're checking an address change. We won't ship your cards until we've talked to you."
          ) : (
            <>
              You changed this after check-in. We'll hold your cards until{" "}
              <Time at={heldUntil} show="local" />.
            </>
          )}
        </Alert>
      ) : null}
      {isChanging ? (
        <AddressForm orderId={orderId} current={current} onDone={() => setChanging(false)} />
      ) : (
        <Button size="sm" variant="secondary" onClick={() => setChanging(true)}>
          Change return address
        </Button>
      )}
    </section>
  );
}

type AddressFormProps = { orderId: string; current: Address["current"]; onDone: () => void };

/** Asks for the password or an emailed code after the first rejection that requires it. */
function AddressForm({ orderId, current, onDone }: AddressFormProps) {
  const router = useRouter();
  const [asked, setAsked] = useState<string[]>([]);
  const { form, field, problem, isBusy } = usePostForm<{ outcome: "changed" }>({
    path: apiPaths.returnAddress(orderId),
    loadSchema: async () => (await import("@/lib/orders/return-address/schema")).changeAddressSchema,
    onDone: () => {
      router.refresh();
      onDone();
    },
  });
  const [country, setCountry] = useState<Country>(countries.find((one) => one === current?.country) ?? "US");
  const { state, postalCode } = countryText[country];
  const fields = [
    ["full_name", "Full name", "name"],
    ["address_line1", "Address line 1", "address-line1"],
    ["address_line2", "Address line 2", "address-line2"],
    ["city", "City", "address-level2"],
    ["state", state, "address-level1"],
    ["postal_code", postalCode, "postal-code"],
  ] as const;
  const code = problem?.code;
  if (code && !asked.includes(code)) setAsked([...asked, code]);
  return (
    <form {...form} className="space-y-4" aria-label="Return address">
      <FormProblem problem={problem} />
      <SelectField
        label="Country"
        autoComplete="country"
        value={country}
        onChange={(event) => setCountry(countries.find((one) => one === event.target.value) ?? "US")}
        {...field("country")}
        options={countries.map((one) => [one, countryText[one].name])}
      />
      {fields.map(([name, label, autoComplete]) => (
        <TextField
          key={name}
          label={label}
          autoComplete={autoComplete}
          defaultValue={current?.[name] ?? ""}
          {...(name === "address_line2" ? { isOptional: true } : { required: true })}
          {...field(name)}
        />
      ))}
      {asked.includes("password_needed") ? (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          required
          {...field("currentPassword")}
        />
      ) : null}
      {asked.includes("code_needed") ? <CodeField label="Authenticator code" {...field("code")} /> : null}
      {asked.includes("address_code_needed") ? (
        <CodeField label="Code we emailed you" {...field("emailedCode")} />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <SubmitButton size="sm" isBusy={isBusy} busyText="Saving…">
          Save address
        </SubmitButton>
        <Button size="sm" variant="secondary" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** A pasted code may end in a space. */
function CodeField(props: { label: string } & ReturnType<ReturnType<typeof usePostForm>["field"]>) {
  return <TextField inputMode="numeric" autoComplete="one-time-code" maxLength={7} required {...props} />;
}
