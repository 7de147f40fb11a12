"use client";
import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";
import { paths } from "@/lib/base/paths";

/** Reminds staff to turn on two-step sign-in. Dismissing it sets `cookie` for a day, and the server then omits it. */
export function TwoStepReminder({ cookie }: { cookie: string }) {
  const isHydrated = useHydrated();
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed) return null;

  function dismiss() {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
    document.cookie = `${cookie}=1; path=/; max-age=86400; samesite=lax`;
    setIsDismissed(true);
  }

  return (
    <section aria-label="Reminder" className="container-page pt-3">
      <div className="flex items-center gap-3 rounded-lg border border-warning/30 bg-warning-soft px-4 py-1.5 text-sm">
        <p className="min-w-0 flex-1">
          <a className="link" href={paths.profile}>
            Turn on two-step sign-in
          </a>
          . This account can see every order.
        </p>
        {isHydrated ? (
          <Button size="sm" variant="quiet" aria-label="Dismiss for a day" onClick={dismiss}>
            <X className="size-4" aria-hidden="true" />
          </Button>
        ) : null}
      </div>
    </section>
  );
}
