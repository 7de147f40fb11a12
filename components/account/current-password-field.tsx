import type { PostForm } from "@/components/layout/use-post-form";
import { PasswordField } from "@/components/ui/password-field";

/** Takes the present password, which every change of the sign-in asks for. */
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
