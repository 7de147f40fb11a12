"use client";
import { useEffect } from "react";
import { Alert } from "@/components/ui/alert";
import { Spinner } from "@/components/ui/spinner";
import { goTo, linkedOrdersMessage, READING_MS } from "@/lib/auth/sign-in/after-sign-in";

const DELAY_MS = 300;

type AlreadySignedInProps = { email: string; to: string; linkedCount?: number };

/** Redirects to `to`, with a longer delay when there is a message about linked orders. */
export function AlreadySignedIn({ email, to, linkedCount = 0 }: AlreadySignedInProps) {
  const linked = linkedOrdersMessage(linkedCount);
  useEffect(() => goTo(to, linkedCount > 0 ? READING_MS : DELAY_MS), [to, linkedCount]);
  return (
    <div className="space-y-4 text-sm">
      {linked ? <Alert tone="success">{linked}</Alert> : null}
      <p className="flex items-center gap-3" role="status">
        <Spinner />
        <span className="min-w-0 wrap-break-word">
          You&apos;re logged in as <strong className="font-medium">{email}</strong>.
        </span>
      </p>
      <a className="link" href={to}>
        Continue
      </a>
    </div>
  );
}
