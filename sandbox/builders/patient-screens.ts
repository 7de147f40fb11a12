/* Before each file of unit tests. */
import { rememberStyles } from "@/sandbox/builders/remembered-styles";

if (typeof document !== "undefined") {
  rememberStyles();
  // A screen that is waited for may come late on a machine that has other work: Testing Library gives up after a second.
  jest.requireActual("@testing-library/dom").configure({ asyncUtilTimeout: 5_000 });
}
