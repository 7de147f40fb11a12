/**
 * Stands in for `next/navigation` in jsdom, where there is no router:
 * `jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation)`.
 * A test sets `path` and `query`, and replaces `push` and `refresh` to watch them.
 */
export const navigation = {
  path: "/",
  query: "",
  push: (_href: string): void => {},
  refresh: (): void => {},
  useRouter: () => router,
  usePathname: () => navigation.path,
  useSearchParams: () => new URLSearchParams(navigation.query),
};

/** One object for all renders, as Next.js returns it. */
const router = {
  push: (href: string) => navigation.push(href),
  refresh: () => navigation.refresh(),
  replace: () => {},
};
