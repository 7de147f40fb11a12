import { lazy, Suspense } from "react";

/** Loads a component's script when it first renders. That's too late for a form that focuses a field on open. */
export function lazyComponent<Props extends object>(load: () => Promise<React.ComponentType<Props>>) {
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
