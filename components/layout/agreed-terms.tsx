import { paths } from "@/lib/base/paths";

export function AgreedTerms({ act }: { act: string }) {
  return (
    <p className="text-sm text-text-muted">
      By {act} you agree to our{" "}
      <a className="link" href={paths.terms}>
        Terms
      </a>{" "}
      and our rules on{" "}
      <a className="link" href={paths.refunds}>
        refunds
      </a>
      ,{" "}
      <a className="link" href={paths.insurance}>
        insurance
      </a>{" "}
      and{" "}
      <a className="link" href={paths.privacy}>
        privacy
      </a>
      .
    </p>
  );
}
