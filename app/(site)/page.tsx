export default function HomePage() {
  return <main>home</main>;
}
