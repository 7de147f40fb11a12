import type { PostForm } from "@/components/layout/use-post-form";
import { TextField } from "@/components/ui/text-field";

/** Takes the present password, which every change of the sign-in asks for. */
export function CurrentPasswordField({ field }: Pick<PostForm, "field">) {
  return (
    <TextField
      label="Current password"
      type="password"
      autoComplete="current-password"
      required
      {...field("currentPassword")}
    />
  );
}
