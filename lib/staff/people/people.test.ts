import {
  addMemberSchema,
  peopleSchema,
  removeMemberSchema,
  userProfilePageSchema,
} from "@/lib/staff/people/people";
import { aMembership } from "@/sandbox/builders/membership";
import { aStaffOrder } from "@/sandbox/builders/order";

describe("schema", () => {
  const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";

  test("reads only the email of a new member", () => {
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

  const profile = {
    user_id: ID,
    full_name: null,
    phone: null,
    address_line1: null,
    address_line2: null,
    city: null,
    state: null,
    postal_code: null,
    country: null,
    is_complete: false,
    email: null,
    created_at: "2026-11-01T00:00:00Z",
    subscription: null,
  };
  const page = { staff_role: "staff", profile, orders: [] };

  test("reads an account without an email or a saved profile", () => {
    expect(userProfilePageSchema.parse(page)).toEqual(page);
    expect(userProfilePageSchema.parse({ ...page, profile: null })).toEqual({ ...page, profile: null });
  });

  test("reads membership and orders but not when the profile was saved", () => {
    const shown = {
      ...page,
      profile: { ...profile, email: "casey@example.com", country: "US", subscription: aMembership() },
      orders: [aStaffOrder()],
    };
    const read = userProfilePageSchema.parse({
      ...shown,
      profile: { ...shown.profile, updated_at: "2026-11-02T00:00:00Z" },
    });
    expect(read.profile).toEqual(shown.profile);
    expect(read.orders.map(({ id }) => id)).toEqual([aStaffOrder().id]);
  });

  test.each([["staff_role"], ["profile"], ["orders"]])("refuses a profile page without %s", (name) => {
    expect(userProfilePageSchema.safeParse({ ...page, [name]: undefined }).success).toBe(false);
  });

  const person = { user_id: ID, role: "owner", email: null, created_at: "2026-11-01T00:00:00Z" };
  const shared = { me: ID, staff_role: "owner" };

  test("reads a member without an email", () => {
    const people = { ...shared, people: [person] };
    expect(peopleSchema.parse(people)).toEqual(people);
  });

  test.each([
    { ...person, role: "manager" },
    { ...person, user_id: 1 },
  ])("refuses the member %j", (member) => {
    expect(peopleSchema.safeParse({ ...shared, people: [member] }).success).toBe(false);
  });
});
