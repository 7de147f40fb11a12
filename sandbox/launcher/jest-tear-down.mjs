import { started } from "./jest-set-up.mjs";

/** Jest's global end: ends the services that its set-up has started. */
export default async function tearDown() {
  for (const stop of started.splice(0)) await stop();
}
