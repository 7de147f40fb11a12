import { Alert } from "@/components/ui/alert";
import { paths } from "@/lib/base/paths";

/** Says above the sample batch that it is made up, and what a real one shows besides. */
export function SampleNotice() {
  return (
    <Alert
      tone="info"
      title="This is a sample"
      action={
        <a className="link" href={paths.submitPayg}>
          Submit a batch
        </a>
      }
    >
      The batch and its dates are made up; the page is the one that you get for yours. There you also see our
      photographs of your package and cards, and the custody receipt. Only who has your link can open it.
    </Alert>
  );
}
