"use client";

import { type UseFormReturn, useWatch } from "react-hook-form";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { type Country, countries, countryText } from "@/lib/base/countries";
import type { ProfileFields, ProfileInput } from "@/lib/profile/schema";

export type ProfileFormControl = UseFormReturn<ProfileInput, unknown, ProfileFields>;
type AddressFieldsProps = { form: ProfileFormControl; register: ProfileFormControl["register"] };

/** Labels state and postal code in the country's own terms. */
export function AddressFields({ form, register }: AddressFieldsProps) {
  const { control, trigger, formState } = form;
  const { errors, isSubmitted } = formState;
  const country: Country = useWatch({ control, name: "country" });
  const words = countryText[country];
  // What was wrong with the postal code of one country may be right in another.
  const onCountry = () => void (isSubmitted || errors.postal_code ? trigger("postal_code") : null);
  const text = (name: keyof ProfileInput) => ({ ...register(name), error: errors[name]?.message });
  return (
    <fieldset className="grid grid-cols-2 gap-5 sm:grid-cols-6">
      <legend className="mb-1 text-lg font-semibold">Shipping address</legend>
      <p className="text-sm text-text-muted col-span-full">
        We send your graded cards here. Batches you&apos;ve paid for keep their own address.
      </p>
      <div className="col-span-full">
        <SelectField
          {...register("country", { onChange: onCountry })}
          label="Country"
          autoComplete="country"
          required
          error={errors.country?.message}
        >
          {countries.map((code) => (
            <option key={code} value={code}>
              {countryText[code].name}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="col-span-full">
        <TextField {...text("address_line1")} label="Address line 1" autoComplete="address-line1" required />
      </div>
      <div className="col-span-full">
        <TextField
          {...text("address_line2")}
          label="Address line 2"
          autoComplete="address-line2"
          isOptional
        />
      </div>
      <div className="col-span-full sm:col-span-2">
        <TextField {...text("city")} label="City" autoComplete="address-level2" required />
      </div>
      <div className="sm:col-span-2">
        <TextField {...text("state")} label={words.state} autoComplete="address-level1" required />
      </div>
      <div className="sm:col-span-2">
        <TextField {...text("postal_code")} label={words.postalCode} autoComplete="postal-code" required />
      </div>
    </fieldset>
  );
}
