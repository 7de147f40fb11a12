"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { MessagePage } from "@/components/ui/message-page";
import { postJson } from "@/lib/http/post-json";

type ConfirmLinkProps = {
  path: string;
  body: object;
  ask: { title: string; text: string; button: string };
  done: { title: string; text: string };
};

/** Shows what an emailed link does, and does it on a click. */
export function ConfirmLink({ path, body, ask, done }: ConfirmLinkProps) {
  const [state, setState] = useState<"asking" | "busy" | "done">("asking");
  const [error, setError] = useState<string | null>(null);

  async function confirm() {
    setState("busy");
    setError(null);
    const answer = await postJson(path, body);
    setState(answer.ok ? "done" : "asking");
    if (!answer.ok) setError(answer.error);
  }

  if (state === "done") return <MessagePage tone="success" role="status" {...done} support />;
  return (
    <MessagePage
      tone="warning"
      title={ask.title}
      text={ask.text}
      actions={
        <Button variant="danger" isBusy={state === "busy"} onClick={confirm}>
          {ask.button}
        </Button>
      }
      support
    >
      <Failure className="justify-center">{error}</Failure>
    </MessagePage>
  );
}
