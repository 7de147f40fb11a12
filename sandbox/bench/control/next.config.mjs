import { parse } from "node:path";

export default {
  // Holds both this folder and the packages, which are linked.
  turbopack: { root: parse(import.meta.dirname).root },
  poweredByHeader: false,
};
