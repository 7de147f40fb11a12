import { addMemberSchema, removeMemberSchema } from "@/lib/staff/people/people";

describe("schema", () => {
  const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";

  test("accepts only the email of a new member", () => {
    const body = { email: "sam@example.com", role: "owner" };
    expect(addMemberSchema.parse(body)).toEqual({ email: "sam@example.com" });
  });

  test.each(["sam", "sam@", "@example.com", "", " "])("refuses the email %j", (email) => {
    const { error } = addMemberSchema.safeParse({ email });
    expect(error?.issues[0]?.message).toBe("Please enter a valid email address");
  });

  test("requires a user ID to remove a member", () => {
    expect(removeMemberSchema.parse({ user_id: ID, role: "staff" })).toEqual({ user_id: ID });
    for (const body of [{}, { user_id: "sam@example.com" }, { user_id: null }])
      expect(removeMemberSchema.safeParse(body).success).toBe(false);
  });
});
