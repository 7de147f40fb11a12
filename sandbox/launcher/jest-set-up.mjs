import { startOwnServices } from "./own-services.mjs";

/** Ways to end what the projects of this run have started. */
export const started = [];

/** Jest's global set-up of the database and API tests: starts their services unless the runner has. */
export default async function setUp(_run, { displayName }) {
  started.push(await startOwnServices(displayName.name === "database" ? "database" : "product"));
}
