import { renderToStaticMarkup } from "react-dom/server";
import { LinkScreen } from "@/components/account/sign-in/link-screen";

const JARGON = "Invalid PKCE or implicit-flow URL";

test.each([
  ["recovery", "Ask for a new one and open it within an hour.", "/login?view=forgot"],
  ["signup", "just log in", "/login?view=resend"],
  ["email_change", "just log in", "/login?view=resend"],
] as const)("a used %s link says so at once, without jargon, and offers another", (type, text, href) => {
  const html = renderToStaticMarkup(<LinkScreen link={{ tokenHash: "hash", type }} isUsed />);
  expect(html).toContain("This link has expired or was already used.");
  expect(html).toContain(text);
  expect(html).toContain(`href="${href}"`);
  expect(html).not.toContain(JARGON);
});

test("a link that is none of ours is named in the catalogue's words", () => {
  expect(renderToStaticMarkup(<LinkScreen link="unusable" isUsed={false} />)).toContain(JARGON);
});
