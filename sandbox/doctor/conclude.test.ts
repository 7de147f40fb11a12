import { conclude } from "./conclude.ts";
import { findingsAbout } from "./finding.ts";

const right = findingsAbout("settings").right("complete");
const unknown = ["database", "prices", "prices"].map((about) => findingsAbout(about).unknown("?"));
const wrong = findingsAbout("mail server").wrong("It cannot be reached");

test("only what was all looked at is said to be right, and a script can tell", () => {
  expect(conclude([right])).toEqual({ says: "Nothing is wrong.", code: 0 });
  expect(conclude([right, ...unknown])).toEqual({
    says: "Nothing wrong was seen, but what begins with ? could not be looked at: database, prices.",
    code: 2,
  });
});

test("what is wrong is counted, and what could not be looked at is still said", () => {
  expect(conclude([right, wrong])).toEqual({ says: "1 to mend.", code: 1 });
  expect(conclude([wrong, ...unknown, wrong])).toEqual({
    says: "2 to mend. What begins with ? could not be looked at: database, prices.",
    code: 1,
  });
});
