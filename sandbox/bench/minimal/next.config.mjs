import { parse } from "node:path";

/** The fillers make the minimal pages as long as the product's. They are read once, at build time. */
export default {
  // Contains both this folder and the packages, which are symlinked.
  turbopack: { root: parse(import.meta.dirname).root },
  poweredByHeader: false,
  env: { FILL_HOME: process.env.FILL_HOME ?? "", FILL_PRICING: process.env.FILL_PRICING ?? "" },
};
