import { renderToStaticMarkup } from "react-dom/server";
import { NavLink } from "@/components/layout/nav-link";

let path = "/";
jest.mock("next/navigation", () => ({ usePathname: () => path }));

/** What the link says of where the visitor is. */
function current(
  at: string,
  link: { href: string; section?: string | readonly string[] },
): string | undefined {
  path = at;
  const html = renderToStaticMarkup(<NavLink {...link}>Link</NavLink>);
  return /aria-current="(\w+)"/.exec(html)?.[1];
}

test.each([
  ["its own page", "/admin", "/admin", undefined, "page"],
  ["a page below it", "/admin/receive", "/admin", undefined, "true"],
  ["a page that begins alike", "/admins", "/admin", undefined, undefined],
  ["another page", "/dashboard", "/admin", undefined, undefined],
  ["its own page, with a section of its own", "/admin", "/admin", "/admin/order/", "page"],
  ["its section", "/admin/order/1", "/admin", "/admin/order/", "true"],
  ["one of its sections", "/admin/user-profile", "/admin", ["/admin/order/", "/admin/user-profile"], "true"],
  ["a page beside its section", "/admin/receive", "/admin", "/admin/order/", undefined],
] as const)("a link is marked on %s", (_what, at, href, section, expected) => {
  expect(current(at, section ? { href, section } : { href })).toBe(expected);
});
