"use client";

import { useEffect } from "react";
import { announceSession, onSessionNews } from "@/lib/auth/session/session-channel";
import { hasSignedInCookie } from "@/lib/base/signed-in-cookie";

/**
 * Keeps the open pages of one browser in step; renders nothing. Each page announces who is signed in when it loads, and a
 * page that shows someone else reloads. `who` is the user's id and email, "" when signed out, and undefined when unknown.
 */
export function SessionWatch({ who }: { who: string | undefined }) {
  useEffect(() => {
    if (who === undefined) return;
    announceSession({ isSignedIn: who !== "", who });
    const stop = onSessionNews((news) => {
      const isSame = news.who === undefined ? news.isSignedIn === (who !== "") : news.who === who;
      if (!isSame) window.location.reload();
    });
    // Back after Sign Out may restore the page from memory.
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
