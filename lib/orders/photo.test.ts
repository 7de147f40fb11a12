import { PHOTO_KINDS, photoAlt, photoKind, photoPath } from "@/lib/orders/photo";

test.each(PHOTO_KINDS)("%s has words of its own", (kind) => {
  expect(photoKind(kind)).toMatch(/^(The|A) [a-z ]+$/);
  expect(PHOTO_KINDS.filter((other) => photoKind(other) === photoKind(kind))).toEqual([kind]);
});

test.each([null, "selfie", ""])("%j is a photograph all the same", (kind) => {
  expect(photoKind(kind)).toBe("A photograph");
});

test.each([
  [{}, "/api/photos/1?size=small"],
  [{ order: "2", link: "1.a_-" }, "/api/photos/1?size=small&order=2&link=1.a_-"],
  [{ order: "2" }, "/api/photos/1?size=small"],
  [{ track: "a b&c" }, "/api/photos/1?size=small&track=a+b%26c"],
])("with %j its address is %s", (proof, path) => {
  expect(photoPath("1", "small", proof)).toBe(path);
});

test("it is told apart from others of its kind", () => {
  expect(photoAlt({ kind: "count" }, 1, 3)).toBe("The counted cards, photograph 2 of 3");
});
