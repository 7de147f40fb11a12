import { paths } from "@/lib/base/paths";

export function AgreedTerms({ act }: { act: string }) {
  return (
    <p className="text-sm text-text-muted">
      By {act}, you agree to our{" "}
      <a className="link" href={paths.terms}>
        Terms
      </a>{" "}
      and our{" "}
      <a className="link" href={paths.refunds}>
        Refund
      </a>
      ,{" "}
      <a className="link" href={paths.insurance}>
        Insurance
      </a>{" "}
      and{" "}
      <a className="link" href={paths.privacy}>
        Privacy
      </a>{" "}
      policies.
    </p>
  );
}
