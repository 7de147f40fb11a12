import { parse } from "node:path";

/** The fillers make the control's pages as long as the product's; they are read once, at build time. */
export default {
  // Holds both this folder and the packages, which are linked.
  turbopack: { root: parse(import.meta.dirname).root },
  poweredByHeader: false,
  env: { FILL_HOME: process.env.FILL_HOME ?? "", FILL_PRICING: process.env.FILL_PRICING ?? "" },
};
