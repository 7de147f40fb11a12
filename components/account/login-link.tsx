import { CarryingLink } from "@/components/account/carrying-link";
import { paths, withQuery } from "@/lib/base/paths";

/** Shows the way back to the log-in from one of its side steps; `next` and `plan` of the address come along. */
export function LoginLink({ next, plan }: { next?: string | undefined; plan?: string | undefined }) {
  return (
    <p>
      <CarryingLink href={withQuery(paths.login, { next, plan })}>Back to log in</CarryingLink>
    </p>
  );
}
