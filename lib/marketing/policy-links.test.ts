import { site } from "@/lib/base/site";
import { linkedPieces } from "@/lib/marketing/policy-links";

const mail = `mailto:${site.contactEmail}`;

test.each([
  ["Nothing to press.", [["Nothing to press.", null]]],
  [
    "Write to us, or see the insurance page.",
    [
      ["Write to us", mail],
      [", or see the ", null],
      ["insurance page", "/insurance"],
      [".", null],
    ],
  ],
  [
    `It is on the pricing page; write to ${site.contactEmail}`,
    [
      ["It is on the ", null],
      ["pricing page", "/pricing"],
      ["; write to ", null],
      [site.contactEmail, mail],
    ],
  ],
])("%s leads where it names something", (text, pieces) => {
  expect(linkedPieces(text).map(({ words, href }) => [words, href])).toEqual(pieces);
});
