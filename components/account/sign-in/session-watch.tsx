"use client";

import { useEffect } from "react";
import { onSessionNews, tellSession } from "@/lib/auth/session/session-channel";

/**
 * Keeps the open pages of one browser in step; shows nothing. Each page says who is signed in when it loads; one that
 * shows somebody else loads again, and the server decides what it may show. `who` is an id and the address, "" for
 * nobody, and undefined while nobody can tell.
 */
export function SessionWatch({ who }: { who: string | undefined }) {
  useEffect(() => {
    if (who === undefined) return;
    tellSession({ isSignedIn: who !== "", who });
    return onSessionNews((news) => {
      const isSame = news.who === undefined ? news.isSignedIn === (who !== "") : news.who === who;
      if (!isSame) window.location.reload();
    });
  }, [who]);
  return null;
}
