export const dynamic = "force-dynamic";

/** The least that is made for each request: its scripts carry a nonce, and it has no data. */
export default function Page() {
  return (
    <main>
      <h1>Minimal dynamic page</h1>
    </main>
  );
}
