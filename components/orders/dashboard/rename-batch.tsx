import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SubmitButton, submitting } from "@/components/ui/submit-button";
import { TextField } from "@/components/ui/text-field";
import { useNextFocus } from "@/components/ui/use-next-focus";
import { apiPaths } from "@/lib/base/api-paths";
import { postJson } from "@/lib/http/post-json";
import { MAX_TITLE } from "@/lib/orders/form-messages";

/** Lets the owner name a batch. An empty name removes the current one. */
export function RenameBatch({ orderId, title }: { orderId: string; title: string | null }) {
  const router = useRouter();
  const [name, setName] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [part, focusNext] = useNextFocus();

  function show(shown: string | null) {
    focusNext(shown === null ? "button" : "input");
    setError(undefined);
    setName(shown);
  }

  async function save() {
    setIsBusy(true);
    const answer = await postJson(apiPaths.orderTitle(orderId), { title: name });
    setIsBusy(false);
    if (!answer.ok) return setError(answer.fields.title ?? answer.error);
    show(null);
    router.refresh();
  }

  return (
    <section ref={part} aria-label="Batch name" className={name === null ? "-mt-4 mb-0" : undefined}>
      {name === null ? (
        <button type="button" className="link py-1 text-sm" onClick={() => show(title ?? "")}>
          {title ? "Rename" : "Name this batch"}
        </button>
      ) : (
        <form
          className="space-y-3"
          data-unsaved={name === (title ?? "") ? undefined : ""}
          onSubmit={submitting(save)}
        >
          <TextField
            label="Batch name"
            hint="It's never printed on the box label."
            maxLength={MAX_TITLE}
            value={name}
            error={error}
            onChange={(event) => setName(event.target.value)}
          />
          <div className="flex flex-wrap gap-2">
            <SubmitButton size="sm" isBusy={isBusy} busyText="Saving…">
              Save name
            </SubmitButton>
            <Button size="sm" variant="secondary" disabled={isBusy} onClick={() => show(null)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
