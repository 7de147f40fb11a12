import { parseEnv } from "@/lib/base/env";
import { sandboxPublic } from "@/lib/base/env-public";
import { lookupOf } from "@/lib/base/grader-lookup";
import { sandboxEnvironment } from "./environment.ts";
import { readPorts } from "./ports.ts";

const own = { NODE_ENV: "test" } as const;

test("a number at the grader leads somewhere in the sandbox, whichever company its group is for", () => {
  const { GRADER_LOOKUP_URL: lookup } = parseEnv(sandboxEnvironment(readPorts(own), own));
  for (const grader of ["PSA", null])
    expect(lookupOf(lookup, grader, sandboxPublic.GRADERS)).toMatch(/^https:\S+\{number\}/);
});
