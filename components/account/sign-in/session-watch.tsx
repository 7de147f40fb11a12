"use client";
import { useEffect } from "react";
import { announceSession, onSessionNews } from "@/lib/auth/session/session-channel";
import { hasSignedInCookie } from "@/lib/base/signed-in-cookie";

/** Reloads this page when another tab is signed in as someone else. `who`: ID and email, "" when signed out. */
export function SessionWatch({ who }: { who: string | undefined }) {
  useEffect(() => {
    if (who === undefined) return;
    announceSession({ isSignedIn: who !== "", who });
    const stop = onSessionNews((news) => {
      const isSame = news.who === undefined ? news.isSignedIn === (who !== "") : news.who === who;
      if (!isSame) window.location.reload();
    });
    // After Sign Out, Back may restore the page from the browser's cache.
    const reloadIfSignedOut = ({ persisted }: PageTransitionEvent) => {
      if (persisted && who !== "" && !hasSignedInCookie(document.cookie)) window.location.reload();
    };
    window.addEventListener("pageshow", reloadIfSignedOut);
    return () => {
      stop();
      window.removeEventListener("pageshow", reloadIfSignedOut);
    };
  }, [who]);
  return null;
}
