"use client";

import { useEffect } from "react";
import { goTo } from "@/components/auth/go-to";
import { Spinner } from "@/components/ui/spinner";

const DELAY_MS = 300;

/** For a visitor of the sign-in pages who is signed in: says so and leads on. */
export function AlreadySignedIn({ email, to }: { email: string; to: string }) {
  useEffect(() => goTo(to, DELAY_MS), [to]);
  return (
    <div className="space-y-4 text-sm">
      <p className="flex items-center gap-3" role="status">
        <Spinner />
        <span className="min-w-0 wrap-break-word">
          You are signed in as <strong className="font-medium">{email}</strong>.
        </span>
      </p>
      <a className="link" href={to}>
        Continue
      </a>
    </div>
  );
}
