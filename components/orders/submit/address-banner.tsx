import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button";
import { paths } from "@/lib/base/paths";

/** Above the form, for who has no shipping address on the profile. */
export function AddressBanner() {
  return (
    <Alert
      tone="warning"
      title="No shipping address on your profile"
      action={
        <ButtonLink variant="secondary" size="sm" href={paths.profile}>
          Add your address
        </ButtonLink>
      }
    >
      Graded cards return to the address of the batch. Add yours once, or enter it on the payment page of each
      batch.
    </Alert>
  );
}
