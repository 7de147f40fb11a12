"use client";

import { useEffect } from "react";

/**
 * Takes these values out of the address of a page that was made with them, so that neither a reload, the router nor whoever
 * is sent the address meets them again.
 */
export function useQueryDropped(...names: string[]): void {
  const all = names.join();
  useEffect(() => {
    // Next listens to the history from its own effect on, which runs after this one, and takes an address over only when
    // the state that comes with it is not its own. Before that, its state would be lost.
    const timer = setTimeout(() => {
      const url = new URL(location.href);
      const named = all.split(",").filter((name) => url.searchParams.has(name));
      for (const name of named) url.searchParams.delete(name);
      if (named.length > 0) history.replaceState(null, "", url);
    });
    return () => clearTimeout(timer);
  }, [all]);
}
