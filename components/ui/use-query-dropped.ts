import { useEffect } from "react";

/** Removes one-time query values from the URL, so that a reload or shared link doesn't repeat them. */
export function useQueryDropped(...names: string[]): void {
  const all = names.join();
  useEffect(() => {
    // Deferred, because Next patches history in a later effect. Any earlier, its state would be lost.
    const timer = setTimeout(() => {
      const url = new URL(location.href);
      const named = all.split(",").filter((name) => url.searchParams.has(name));
      for (const name of named) url.searchParams.delete(name);
      if (named.length > 0) history.replaceState(null, "", url);
    });
    return () => clearTimeout(timer);
  }, [all]);
}
