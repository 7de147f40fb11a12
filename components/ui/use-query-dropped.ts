"use client";

import { useEffect } from "react";

/**
 * Takes these values out of the page's address once it has read them, so that neither a reload nor the router brings them
 * back.
 */
export function useQueryDropped(...names: string[]): void {
  const all = names.join();
  useEffect(() => {
    // Next listens to the history from its own effect on, which runs after this one, and takes an address over only when
    // the state that comes with it is not its own. Before that, its state would be lost.
    const timer = setTimeout(() => {
      const url = new URL(location.href);
      const { size } = url.searchParams;
      for (const name of all.split(",")) url.searchParams.delete(name);
      if (url.searchParams.size < size) history.replaceState(null, "", url);
    });
    return () => clearTimeout(timer);
  }, [all]);
}
