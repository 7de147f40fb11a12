/* Before each file of unit tests. */

// A screen that is waited for may come late on a machine that has other work: Testing Library gives up after a second.
if (typeof document !== "undefined")
  jest.requireActual("@testing-library/dom").configure({ asyncUtilTimeout: 5_000 });
