import { peopleEventWords, standingWords } from "@/lib/staff/people/people-event";
import {
  addMemberSchema,
  peopleSchema,
  removeMemberSchema,
  rightsSchema,
  type Standing,
  userProfilePageSchema,
} from "@/lib/staff/people/schema";
import { aMembership } from "@/sandbox/builders/membership";
import { aStaffOrder } from "@/sandbox/builders/order";

describe("people event", () => {
  const staff: Standing = { role: "staff", rights: ["refunds", "exports"], is_main: false };
  const owner: Standing = {
    role: "owner",
    rights: ["refunds", "set_paid", "exports", "people"],
    is_main: false,
  };

  test.each<[Standing, string]>([
    [staff, "Refund, Export files"],
    [{ ...staff, rights: [] }, "No right of its own"],
    [owner, "Owner"],
    [{ ...owner, is_main: true }, "Main owner"],
  ])("%j reads %s", (standing, words) => expect(standingWords(standing)).toBe(words));

  test.each([
    [{ action: "added", before: null, after: staff }, "added to the staff", "Refund, Export files"],
    [
      { action: "rights_changed", before: staff, after: { ...staff, rights: [] } },
      "has other rights",
      "Refund, Export files → No right of its own",
    ],
    [
      { action: "role_changed", before: staff, after: owner },
      "has another role",
      "Refund, Export files → Owner",
    ],
    [
      { action: "handed_over", before: owner, after: { ...owner, is_main: true } },
      "is the main owner now",
      "Owner → Main owner",
    ],
    [{ action: "removed", before: staff, after: null }, "removed from the staff", "Refund, Export files"],
    [{ action: "added", before: null, after: null }, "added to the staff", null],
  ] as const)("%j", (event, title, change) =>
    expect(peopleEventWords(event as Parameters<typeof peopleEventWords>[0])).toEqual({ title, change }),
  );
});

describe("schema", () => {
  const ID = "3f2b8a10-0c1d-4e2f-8a3b-4c5d6e7f8091";

  test("staff are added by their address alone", () => {
    const body = { email: "sam@example.com", role: "owner" };
    expect(addMemberSchema.parse(body)).toEqual({ email: "sam@example.com" });
  });

  test.each(["sam", "sam@", "@example.com", "", " "])("%j is no address of staff", (email) => {
    const { error } = addMemberSchema.safeParse({ email });
    expect(error?.issues[0]?.message).toBe("Please enter a valid email address");
  });

  test("staff are removed by the id of their account", () => {
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

  test("an account without an address and without a saved profile has a page", () => {
    expect(userProfilePageSchema.parse(page)).toEqual(page);
    expect(userProfilePageSchema.parse({ ...page, profile: null })).toEqual({ ...page, profile: null });
  });

  test("the page of a person shows membership and orders, and not when the profile was saved", () => {
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

  test.each([["staff_role"], ["profile"], ["orders"]])("a person's page without %s is none", (name) => {
    expect(userProfilePageSchema.safeParse({ ...page, [name]: undefined }).success).toBe(false);
  });

  test("rights are set whole, of one person, for the version that was seen", () => {
    const body = { user_id: ID, version: 3, role: "staff", rights: ["exports"] };
    expect(rightsSchema.parse(body)).toEqual(body);
    for (const change of [
      { user_id: "sam@example.com" },
      { version: 0 },
      { role: "co_owner" },
      { rights: ["owner"] },
      { rights: Array(5).fill("exports") },
      { rights: null },
    ])
      expect(rightsSchema.safeParse({ ...body, ...change }).success).toBe(false);
  });

  const standing = { role: "owner", rights: ["refunds"], is_main: true };
  const person = { ...standing, user_id: ID, email: null, version: 1, created_at: "2026-11-01T00:00:00Z" };
  const shared = { me: ID, staff_role: "owner" };
  const anEvent = {
    ...{
      id: 1,
      staff_user_id: ID,
      email: null,
      actor_id: null,
      actor_email: null,
      at: "2026-11-01T00:00:00Z",
    },
    ...{ before: null, after: standing },
  };

  test.each(["added", "role_changed", "rights_changed", "handed_over", "removed"])(
    "the page of staff tells who was %s",
    (action) => {
      const people = { ...shared, people: [person], events: [{ ...anEvent, action }] };
      expect(peopleSchema.parse(people)).toEqual(people);
    },
  );

  test.each([
    { people: [{ ...person, role: "visitor" }], events: [] },
    { people: [{ ...person, user_id: 1 }], events: [] },
    { people: [{ ...person, rights: ["all"] }], events: [] },
    { people: [person], events: [{ ...anEvent, action: "promoted" }] },
    { people: [person], events: [{ ...anEvent, action: "" }] },
    { people: [person], events: [{ ...anEvent, after: {} }] },
    { people: [person] },
  ])("%j is no page of staff", (page) => {
    expect(peopleSchema.safeParse({ ...shared, people: [], events: [] }).success).toBe(true);
    expect(peopleSchema.safeParse({ ...shared, ...page }).success).toBe(false);
  });
});
