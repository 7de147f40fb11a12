"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { MessagePage } from "@/components/ui/message-page";
import { apiPaths } from "@/lib/base/api-paths";
import { postJson } from "@/lib/http/post-json";

/** Asks the owner of the address that paid whether to take the batch of an unclaim link out of its account. */
export function UnclaimBatch({ link }: { link: string }) {
  const [state, setState] = useState<"asking" | "busy" | "removed">("asking");
  const [error, setError] = useState<string | null>(null);

  async function remove() {
    setState("busy");
    setError(null);
    const answer = await postJson(apiPaths.claim, { action: "undo", link });
    setState(answer.ok ? "removed" : "asking");
    if (!answer.ok) setError(answer.error);
  }

  if (state === "removed") {
    return (
      <MessagePage
        tone="success"
        role="status"
        title="Batch removed from that account"
        text="We'll email you a new tracking link. The account can no longer see or change this batch."
        support
      />
    );
  }
  return (
    <MessagePage
      tone="warning"
      title="Remove your batch from that account?"
      text="Do this if you didn't add it yourself. The account will no longer see the batch, and we'll email you a new tracking link."
      actions={
        <Button variant="danger" isBusy={state === "busy"} onClick={remove}>
          Remove batch
        </Button>
      }
      support
    >
      <Failure className="justify-center">{error}</Failure>
    </MessagePage>
  );
}
