import { graderNames, lookupOf, readGraderLookup, unnamedGraders } from "@/lib/base/grader-lookup";

const PSA = "https://psa.example/orders/{number}";
const BGS = "https://bgs.example/o?n={number}&x=1;y";
const each = readGraderLookup(`PSA=${PSA}; Beckett  Grading=https://bgs.example/{number}`) ?? undefined;

test.each([
  ["PSA", PSA],
  [" psa ", PSA],
  ["Beckett Grading", "https://bgs.example/{number}"],
  ["SGC", undefined],
  ["", undefined],
  [null, undefined],
])("of several addresses the one of %j is %j", (grader, address) => {
  expect(lookupOf(each, grader, "PSA, Beckett Grading, SGC")).toBe(address);
});

test("one address without a name counts for every group, as long as one grader is named", () => {
  const one = readGraderLookup(BGS) ?? undefined;
  for (const grader of ["PSA", "psa express", null]) expect(lookupOf(one, grader, "PSA")).toBe(BGS);
  for (const grader of ["PSA", "BGS", null]) expect(lookupOf(one, grader, "PSA, BGS")).toBeUndefined();
});

test("without the setting there is none", () => {
  expect(lookupOf(undefined, "PSA", "PSA")).toBeUndefined();
});

test.each([
  "",
  "psa.example/{number}",
  "http://psa.example/{number}",
  "https://psa.example/",
  "https://{number}.example/",
  "https://user@psa.example/{number}",
  "javascript:{number}",
  `=${PSA}`,
  `PSA=`,
  "PSA=http://psa.example/{number}",
  `PSA=${PSA};`,
  `PSA=${PSA}, BGS=${BGS}`,
  `${PSA}; BGS=${PSA}`,
  `PSA=${PSA}; psa=${BGS}`,
])("%j is not understood", (setting) => expect(readGraderLookup(setting)).toBeNull());

test("a grader that has an address and is not named is told, however it is written", () => {
  const lookup = readGraderLookup(`PSA=${PSA}; Beckett=${BGS.replace(";", "")}`) ?? new Map();
  expect(unnamedGraders(lookup, "psa, BGS")).toEqual(["beckett"]);
  expect(unnamedGraders(new Map([[null, PSA]]), "PSA")).toEqual([]);
});

test("graders are divided by commas", () => {
  expect(graderNames("PSA, Beckett  Grading ,")).toEqual(["PSA", "Beckett  Grading"]);
});
