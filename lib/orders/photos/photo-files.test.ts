import { fileName, fileNames } from "@/lib/orders/photos/photo-files";

test("a photograph is a folder with a file of each size", () => {
  expect(fileName("2026-11/1", "small")).toBe("2026-11/1/small.jpg");
  expect(fileNames("2026-11/1")).toEqual(["2026-11/1/full.jpg", "2026-11/1/small.jpg"]);
});
