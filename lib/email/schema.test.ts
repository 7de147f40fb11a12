import { sendSubmissionEmailSchema } from "@/lib/email/schema";

test("nothing but the batch is read: nobody sets who gets a mail, or what it says", () => {
  const body = {
    batchId: "BATCH-ABCDEFGH-2345",
    to: "victim@example.com",
    total: 1,
    link: "https://evil.test",
  };
  expect(sendSubmissionEmailSchema.parse(body)).toEqual({ batchId: "BATCH-ABCDEFGH-2345" });
});

test.each([[{}], [{ batchId: "" }], [{ batchId: 7 }], [{ batchId: null }]])("%j names no batch", (body) => {
  expect(sendSubmissionEmailSchema.safeParse(body).error?.issues[0]?.message).toBe(
    "Which batch is this about?",
  );
});

test("an endless batch ID is refused", () => {
  expect(sendSubmissionEmailSchema.safeParse({ batchId: "B".repeat(64) }).success).toBe(true);
  expect(sendSubmissionEmailSchema.safeParse({ batchId: "B".repeat(65) }).success).toBe(false);
});
