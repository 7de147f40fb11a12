export const metadata = { title: "Minimal page", description: "The least that Next.js serves." };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
