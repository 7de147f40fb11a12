"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { CopyButton } from "@/components/ui/copy-button";
import { Failure } from "@/components/ui/failure";
import { useNextFocus } from "@/components/ui/use-next-focus";
import { apiPaths } from "@/lib/base/api-paths";
import { postJson } from "@/lib/http/post-json";

type Link = { generation: number; path: string | null };
type Action = "revoke" | "renew";

const ASK: Record<Action, { question: string; yes: string }> = {
  revoke: { question: "Turn off this link? No one will be able to open it.", yes: "Turn off link" },
  renew: { question: "Create a new link? The current one will stop working.", yes: "Create link" },
};

const CHANGES = [
  {
    action: "renew",
    label: "Replace link",
    about: "Shared it by mistake? A new link replaces this one.",
  },
  {
    action: "revoke",
    label: "Turn off link",
    about: "No one can follow this batch by link until you create a new one.",
  },
] as const;

type TrackingLinkPanelProps = { orderId: string; link: Link; about: string };

/** Lets the owner open, copy, replace or turn off a batch's tracking link. The last two ask for confirmation. */
export function TrackingLinkPanel({ orderId, link: first, about }: TrackingLinkPanelProps) {
  const [link, setLink] = useState(first);
  const [asked, setAsked] = useState<Action | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [panel, focusNext] = useNextFocus();

  function ask(action: Action) {
    focusNext("[data-question]");
    setAsked(action);
  }

  function cancel() {
    focusNext(`[data-change=${asked}]`);
    setAsked(null);
  }

  async function change(action: Action) {
    setIsBusy(true);
    setError(null);
    const { generation } = link;
    const answer = await postJson<Link>(apiPaths.trackingLink(orderId), { action, generation });
    setIsBusy(false);
    if (!answer.ok) return setError(answer.error);
    focusNext("a, button");
    setLink(answer.data);
    setAsked(null);
  }

  return (
    <section ref={panel} className="space-y-3">
      <h3 className="text-lg font-semibold">Share this batch</h3>
      <p role="status" className="text-sm text-text-muted">
        {link.path
          ? `${about} The tracking page doesn't show your name or address.`
          : "Create a link to let someone follow it without an account."}
      </p>
      <Failure>{error}</Failure>
      {link.path ? (
        <>
          <div className="flex flex-wrap gap-2">
            <ButtonLink size="sm" variant="secondary" href={link.path}>
              Open tracking page
            </ButtonLink>
            <CopyButton key={link.path} text={link.path} isPath label="Copy link" />
          </div>
          <details key={link.path} className="text-sm">
            <summary className="min-h-6 w-fit cursor-pointer font-medium">Change this link</summary>
            {asked ? (
              <div className="space-y-3 pt-3">
                <p className="font-medium" tabIndex={-1} data-question="">
                  {ASK[asked].question}
                </p>
                <div className="flex flex-wrap gap-2">
                  <Button
                    size="sm"
                    variant={asked === "revoke" ? "danger" : "primary"}
                    isBusy={isBusy}
                    onClick={() => change(asked)}
                  >
                    {ASK[asked].yes}
                  </Button>
                  <Button size="sm" variant="secondary" disabled={isBusy} onClick={cancel}>
                    Cancel
                  </Button>
                </div>
              </div>
            ) : (
              <div className="space-y-4 pt-3">
                {CHANGES.map(({ action, label, about }) => (
                  <div key={action} className="space-y-2">
                    <p className="text-text-muted">{about}</p>
                    <Button size="sm" variant="secondary" data-change={action} onClick={() => ask(action)}>
                      {label}
                    </Button>
                  </div>
                ))}
              </div>
            )}
          </details>
        </>
      ) : (
        <Button size="sm" variant="secondary" isBusy={isBusy} onClick={() => change("renew")}>
          Create link
        </Button>
      )}
    </section>
  );
}
