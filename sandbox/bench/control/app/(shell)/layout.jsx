import { loadSession } from "./session.js";

export const metadata = { title: "Same shell", robots: { index: false, follow: false } };

const LINKS = [
  ["/dashboard", "Dashboard"],
  ["/portal/profile", "Profile"],
  ["/submit", "Submit Cards"],
  ["/admin", "Admin"],
];
const FOOTER = ["Pricing", "Terms", "Privacy", "Refunds", "Insurance"];

/** The product's header and footer as they read, without its styles. */
export default async function Layout({ children }) {
  const session = await loadSession();
  return (
    <html lang="en">
      <body>
        <a href="#main">Skip to content</a>
        <header>
          <a href="/">SlabRelay</a>
          <nav aria-label="Main">
            {LINKS.map(([href, label]) => (
              <a key={href} href={href}>
                {label}
              </a>
            ))}
          </nav>
          <span title={session?.email}>{session?.email}</span>
          <form method="post" action="/api/auth/sign-out">
            <button type="submit">Sign Out</button>
          </form>
        </header>
        {children}
        <footer>
          {FOOTER.map((label) => (
            <a key={label} href={`/${label.toLowerCase()}`}>
              {label}
            </a>
          ))}
        </footer>
      </body>
    </html>
  );
}
