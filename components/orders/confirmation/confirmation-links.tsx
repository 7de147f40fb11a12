import { ButtonLink } from "@/components/ui/button";
import { paths } from "@/lib/base/paths";

/** Where to go from a confirmation. */
export function ConfirmationLinks({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div className="flex flex-wrap justify-center gap-3">
      {isSignedIn ? (
        <ButtonLink href={paths.dashboard}>Go to Dashboard</ButtonLink>
      ) : (
        <ButtonLink variant="secondary" href={paths.home}>
          Back to Home
        </ButtonLink>
      )}
      <ButtonLink variant="secondary" href={isSignedIn ? paths.submit : paths.submitPayg}>
        Submit More Cards
      </ButtonLink>
    </div>
  );
}
