import { emptyProfile, profileRowSchema } from "@/lib/profile/profile";

test("an account without a profile has an empty one, which nothing can be sent to", () => {
  const empty = emptyProfile("00000000-0000-4000-8000-000000000001");
  expect(profileRowSchema.parse(empty)).toEqual(empty);
  expect(empty.is_complete).toBe(false);
  expect(empty.country).toBe("US");
});
