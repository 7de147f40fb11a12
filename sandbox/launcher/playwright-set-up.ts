import { startOwnServices } from "./own-services.mjs";

/** Playwright's global set-up: starts the product unless the runner has; it answers how to end it, as Playwright asks. */
export default (): Promise<() => Promise<void>> => startOwnServices("product");
