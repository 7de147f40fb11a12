"use client";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { toValues, useProfileForm } from "@/components/account/profile/use-profile-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { type Country, countries, countryText } from "@/lib/base/countries";
import { paths, withQuery } from "@/lib/base/paths";
import type { Profile } from "@/lib/profile/profile";
import { addressFields, type ProfileFields, type ProfileInput, profileMessages } from "@/lib/profile/schema";

function openChangeEmail() {
  const part = document.getElementById("change-email");
  part?.setAttribute("open", "");
  part?.querySelector("summary")?.focus();
}

type ProfileFormProps = { profile: Profile; lastAddress?: Profile | null; email: string };

export function ProfileForm({ profile, lastAddress, email }: ProfileFormProps) {
  const { form, register, failure, isSaved, onSubmit } = useProfileForm(profile);
  const { errors, isDirty, isSubmitting } = form.formState;
  return (
    <form method="post" noValidate onSubmit={onSubmit} className="space-y-8" aria-label="Profile">
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="mb-4 text-lg font-semibold">Account</legend>
        <div className="sm:col-span-2">
          <TextField
            label="Email"
            type="email"
            value={email}
            readOnly
            autoComplete="email"
            hint={
              <button type="button" className="link" onClick={openChangeEmail}>
                Change email
              </button>
            }
          />
        </div>
        <TextField
          {...register("full_name")}
          label="Full name"
          autoComplete="name"
          required
          error={errors.full_name?.message}
        />
        <TextField
          {...register("phone")}
          label="Phone"
          type="tel"
          autoComplete="tel"
          isOptional
          error={errors.phone?.message}
        />
      </fieldset>
      {lastAddress ? <AddressOffer form={form} lastAddress={lastAddress} /> : null}
      <AddressFields form={form} register={register} />
      <div className="space-y-4">
        <div aria-live="polite">{isSaved ? <Alert tone="success">{profileMessages.saved}</Alert> : null}</div>
        {failure ? (
          <Alert
            key={failure.attempt}
            tone="danger"
            isLive
            title={profileMessages.saveFailed}
            action={
              failure.isSignedOut ? (
                // Opens in a new tab, so that this page keeps unsaved text.
                <a
                  className="font-medium underline"
                  href={withQuery(paths.login, { next: paths.profile })}
                  target="_blank"
                  rel="noopener"
                >
                  Log in again in a new tab, then save here
                </a>
              ) : null
            }
          >
            {failure.text} Your changes are still here.
          </Alert>
        ) : null}
        <SubmitButton size="lg" isBusy={isSubmitting} busyText="Saving…" disabled={!isDirty || isSubmitting}>
          Save
        </SubmitButton>
      </div>
    </form>
  );
}

function AddressOffer({ form, lastAddress }: { form: ProfileFormControl; lastAddress: Profile }) {
  const line = useWatch({ control: form.control, name: "address_line1" });
  if (line !== "") return null;

  function fillIn() {
    const values = toValues(lastAddress);
    for (const name of Object.keys(addressFields) as (keyof typeof addressFields)[])
      form.setValue(name, values[name], { shouldDirty: true });
    // The button disappears, so the focus moves to the first field.
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

type ProfileFormControl = UseFormReturn<ProfileInput, unknown, ProfileFields>;
type AddressFieldsProps = { form: ProfileFormControl; register: ProfileFormControl["register"] };

function AddressFields({ form, register }: AddressFieldsProps) {
  const { control, trigger, formState } = form;
  const { errors, isSubmitted } = formState;
  const country: Country = useWatch({ control, name: "country" });
  const words = countryText[country];
  // A postal code that is invalid in one country may be valid in another.
  const onCountry = () => void (isSubmitted || errors.postal_code ? trigger("postal_code") : null);
  const fields = [
    ["address_line1", "Address line 1", "address-line1", "col-span-full"],
    ["address_line2", "Address line 2", "address-line2", "col-span-full"],
    ["city", "City", "address-level2", "col-span-full sm:col-span-2"],
    ["state", words.state, "address-level1", "sm:col-span-2"],
    ["postal_code", words.postalCode, "postal-code", "sm:col-span-2"],
  ] as const;
  const text = (name: keyof ProfileInput) => ({ ...register(name), error: errors[name]?.message });
  return (
    <fieldset className="grid grid-cols-2 gap-5 sm:grid-cols-6">
      <legend className="mb-1 text-lg font-semibold">Shipping address</legend>
      <p className="text-sm text-text-muted col-span-full">
        We&apos;ll ship your graded cards here. Changes don&apos;t affect batches you&apos;ve already paid
        for.
      </p>
      <div className="col-span-full">
        <SelectField
          {...register("country", { onChange: onCountry })}
          label="Country"
          autoComplete="country"
          required
          error={errors.country?.message}
          options={countries.map((code) => [code, countryText[code].name])}
        />
      </div>
      {fields.map(([name, label, autoComplete, span]) => (
        <div key={name} className={span}>
          <TextField
            {...text(name)}
            label={label}
            autoComplete={autoComplete}
            {...(name === "address_line2" ? { isOptional: true } : { required: true })}
          />
        </div>
      ))}
    </fieldset>
  );
}
