import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = join(import.meta.dirname, "..", "..");

/** Lets Node load the product's modules: resolves `@/` imports without extensions, and `server-only`. */
export function resolveProductModules(): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === "server-only") return { url: "data:text/javascript,", shortCircuit: true };
      if (!specifier.startsWith("@/")) return next(specifier, context);
      return next(pathToFileURL(join(ROOT, `${specifier.slice(2)}.ts`)).href, context);
    },
  });
}
