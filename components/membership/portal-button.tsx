"use client";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { useCheckoutRedirect } from "@/components/ui/use-checkout-redirect";
import { apiPaths } from "@/lib/base/api-paths";
import { postJson } from "@/lib/http/post-json";

type PortalButtonProps = Pick<React.ComponentProps<typeof Button>, "variant" | "children"> & {
  /** Where the portal opens: a plan change, a cancellation, or (by default) its overview. */
  flow?: "update" | "cancel";
};

export function PortalButton({ flow, ...look }: PortalButtonProps) {
  const { isBusy, failure, open } = useCheckoutRedirect();

  async function findPortal() {
    const answer = await postJson<{ url: string }>(apiPaths.createPortalSession, { flow });
    return answer.ok ? { url: answer.data.url } : { failure: answer.error };
  }

  return (
    <div>
      <Button {...look} isBusy={isBusy} onClick={() => open(findPortal)} />
      <Failure className="mt-2">{failure}</Failure>
    </div>
  );
}
