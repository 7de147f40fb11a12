import { started } from "./jest-set-up.mjs";

export default async function tearDown() {
  for (const stop of started.splice(0)) await stop();
}
