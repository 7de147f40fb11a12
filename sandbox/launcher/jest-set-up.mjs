import { startOwnServices } from "./own-services.mjs";

/** Functions that stop the started services. */
export const started = [];

/** Jest's global setup: starts the services unless the runner has. */
export default async function setUp(_run, { displayName }) {
  started.push(await startOwnServices(displayName.name === "database" ? "database" : "product"));
}
