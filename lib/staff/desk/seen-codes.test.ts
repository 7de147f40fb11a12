import { newlySeen, type SeenCodes } from "@/lib/staff/desk/seen-codes";

/** What is told of pictures that are taken so many milliseconds after the first. */
function told(...pictures: [codes: string[], at: number][]): string[][] {
  let seen: SeenCodes = new Map();
  return pictures.map(([codes, at]) => {
    const result = newlySeen(seen, codes, at);
    seen = result.seen;
    return result.fresh;
  });
}

test.each<[string, [string[], number][], string[][]]>([
  [
    "a label that stays in view, once",
    [
      [["A"], 0],
      [["A"], 1_500],
      [["A"], 3_000],
    ],
    [["A"], [], []],
  ],
  [
    "a label that a picture in between misses, once",
    [
      [["A"], 0],
      [[], 1_000],
      [["A"], 1_999],
    ],
    [["A"], [], []],
  ],
  [
    "a label that is shown again",
    [
      [["A"], 0],
      [["A"], 2_000],
    ],
    [["A"], ["A"]],
  ],
  [
    "two labels side by side, each once",
    [
      [["A", "B", "A"], 0],
      [["B"], 100],
    ],
    [["A", "B"], []],
  ],
  ["nothing", [[[], 0]], [[]]],
])("%s", (_, pictures, expected) => expect(told(...pictures)).toEqual(expected));
