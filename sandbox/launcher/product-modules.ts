import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = join(import.meta.dirname, "..", "..");

/**
 * Lets plain Node load modules of the product from now on: their imports begin with @/ and name no ending, and those for
 * the server alone say so by a package that only a bundler can load.
 */
export function resolveProductModules(): void {
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === "server-only") return { url: "data:text/javascript,", shortCircuit: true };
      if (!specifier.startsWith("@/")) return next(specifier, context);
      return next(pathToFileURL(join(ROOT, `${specifier.slice(2)}.ts`)).href, context);
    },
  });
}
