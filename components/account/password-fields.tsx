import type { PostForm } from "@/components/layout/use-post-form";
import { PasswordField } from "@/components/ui/password-field";
import { PASSWORD_MIN } from "@/lib/auth/signup-rules";

type PasswordFieldsProps = Pick<PostForm, "field"> & { label?: string };

export function PasswordFields({ field, label = "New password" }: PasswordFieldsProps) {
  const look = { autoComplete: "new-password", required: true } as const;
  return (
    <>
      <PasswordField
        {...look}
        label={label}
        hint={`At least ${PASSWORD_MIN} characters. Longer is safer.`}
        {...field("password")}
      />
      <PasswordField {...look} label="Confirm password" {...field("confirmPassword")} />
    </>
  );
}

export function CurrentPasswordField({ field }: Pick<PostForm, "field">) {
  return (
    <PasswordField
      label="Current password"
      autoComplete="current-password"
      required
      {...field("currentPassword")}
    />
  );
}
