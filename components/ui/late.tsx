"use client";

import { type ComponentType, lazy, Suspense } from "react";

/**
 * Makes a component of which the script comes when it is shown, not with every page that could show it. What the server
 * drew of it stands there meanwhile; shown later by the page itself, it appears when its script has come: too late for a
 * form in which a field gets the focus as it opens. Those of the staff stay next/dynamic's.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: await load() }));
  // biome-ignore lint/correctness/noComponentHookFactories: called at the top of a module, so once for each part.
  return function Late(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
