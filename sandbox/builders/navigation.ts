/**
 * Replaces `next/navigation` in jsdom:
 * `jest.mock("next/navigation", () => jest.requireActual("@/sandbox/builders/navigation").navigation)`.
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

/** The same object for every render, as in Next. */
const router = {
  push: (href: string) => navigation.push(href),
  refresh: () => navigation.refresh(),
  replace: () => {},
};
