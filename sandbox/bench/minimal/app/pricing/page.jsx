export default function Page() {
  return (
    <main>
      <h1>Minimal page</h1>
      <p>{process.env.FILL_PRICING}</p>
    </main>
  );
}
