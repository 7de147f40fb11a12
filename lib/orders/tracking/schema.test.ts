import { findBatchSchema } from "@/lib/orders/tracking/schema";

const problemsOf = (fields: object) => {
  const { error } = findBatchSchema.safeParse({
    email: "jane@example.org",
    batch: "MGX2K9QW-7F3K",
    ...fields,
  });
  return error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
};
const BATCH = "batch: This is no batch ID. It looks like BATCH-3NA5SDF59-7F3K.";
const EMAIL = "email: Please enter a valid email address.";

test.each([
  [{}, []],
  [{ email: "  Jane@Example.org " }, []],
  [{ batch: " batch mgx2k9qw 7f3k " }, []],
  [{ batch: "ORDER-3F2A9C1E" }, []],
  [{ email: "" }, ["email: Please enter the email address that you paid with."]],
  [{ email: undefined }, ["email: Please enter the email address that you paid with."]],
  [{ email: "jane" }, [EMAIL]],
  [{ email: "jane@example.org, joe@example.org" }, [EMAIL]],
  [{ email: `${"j".repeat(250)}@e.org` }, [EMAIL]],
  [{ batch: "   " }, ["batch: Please enter the batch ID."]],
  [{ batch: 7 }, ["batch: Please enter the batch ID."]],
  [{ batch: "MGX2K9QW" }, [BATCH]],
  [{ batch: "jane@example.org" }, [BATCH]],
  [{ batch: "-".repeat(65) }, [BATCH, BATCH]],
])("%j", (fields, problems) => expect(problemsOf(fields)).toEqual(problems));
