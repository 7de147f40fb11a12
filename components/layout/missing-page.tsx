import { paths } from "@/lib/base/paths";

export function MissingPage() {
  return (
    <main id="main" className="container-page flex-1 py-16">
      <h1 className="text-3xl font-semibold">We can&apos;t find that page</h1>
      <p className="py-5">
        <a className="link" href={paths.home}>
          Go to the home page
        </a>
      </p>
    </main>
  );
}
