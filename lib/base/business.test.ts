import type { business } from "@/lib/base/business";
import { sandboxPublic } from "@/lib/base/env-public";

type Loaded = { business: typeof business };

// The settings are read when the module is loaded, so it is loaded after they are set, by each test anew.
const NAMES = ["BUSINESS_NAME", "BUSINESS_ADDRESS", "GRADERS", "INSURANCE_LIMIT", "SUPPORT_HOURS"] as const;
const forget = () => {
  for (const name of NAMES) delete process.env[name];
  jest.resetModules();
};
beforeEach(forget);
afterAll(forget);
const loaded = () => jest.requireActual<Loaded>("@/lib/base/business").business;

test("the sandbox's business is marked as a demonstration's, each of its facts", () => {
  const { legalName, address, graders, dealerNumber, insuranceLimit, supportHours } = loaded();
  for (const fact of [legalName, address, graders, insuranceLimit, supportHours])
    expect(fact).toMatch(/demo/i);
  expect(dealerNumber).toBeNull();
});

test("the build of the sandbox, which has its facts as settings, says so, too", () => {
  Object.assign(process.env, sandboxPublic);
  expect(loaded().insuranceLimit).toBe("$5,000 (demo limit)");
});

test("a business's own facts stand as it says them", () => {
  const own = { BUSINESS_NAME: "Slabs LLC", BUSINESS_ADDRESS: "1 Elm Street", INSURANCE_LIMIT: "5000" };
  Object.assign(process.env, own);
  expect(loaded()).toMatchObject({
    legalName: "Slabs LLC",
    address: "1 Elm Street",
    insuranceLimit: "$5,000",
  });
});
