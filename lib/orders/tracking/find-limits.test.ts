import { findLimits } from "@/lib/orders/tracking/find-limits";

const subjects = (email: string, batch: string, address = "192.0.2.1") =>
  findLimits({ email, batch }, address).map(({ name, subject }) => `${name}:${subject}`);

test("the same batch and address are counted together, however they are spelled", () => {
  const counted = subjects("jane@example.org", "BATCH-MG0I2KQO-7F3K");
  expect(subjects(" Jane@Example.org ", "mgoi2kq0 7f3k")).toEqual(counted);
  expect(counted.map((key) => key.split(":")[0])).toEqual([
    "find-batch-address",
    "find-batch-email",
    "find-batch",
  ]);
});

test("a stranger elsewhere uses up nobody's e-mail, but what may be asked about a batch", () => {
  const [address, email, batch] = subjects("jane@example.org", "MG0I2KQO7F3K");
  const elsewhere = subjects("jane@example.org", "MG0I2KQO7F3K", "192.0.2.2");
  expect(elsewhere[0]).not.toBe(address);
  expect(elsewhere[1]).not.toBe(email);
  expect(elsewhere[2]).toBe(batch);
});

test("no e-mail is kept", () => {
  expect(subjects("jane@example.org", "MG0I2KQO7F3K").join()).not.toContain("jane");
});
