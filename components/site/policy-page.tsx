import { POLICIES_CHANGED, type Policy, splitAtLinks } from "@/lib/marketing/policies";

export function PolicyPage({ policy }: { policy: Policy }) {
  return (
    <main id="main" className="container-page py-14 sm:py-20">
      <article>
        <h1 className="text-4xl font-semibold">{policy.title}</h1>
        <p className="mt-3 text-lg text-text-muted">{policy.lead}</p>
        {policy.parts.map(({ heading, texts }) => (
          <section key={heading} className="mt-10 grid gap-x-10 gap-y-3 md:grid-cols-[1fr_2fr]">
            <h2 className="text-xl font-semibold">{heading}</h2>
            {texts.map((text) => (
              <p key={text} className="max-w-[68ch] wrap-anywhere md:col-start-2">
                {splitAtLinks(text).map(({ words, href }) =>
                  href === null ? (
                    words
                  ) : (
                    <a key={words} className="link" href={href}>
                      {words}
                    </a>
                  ),
                )}
              </p>
            ))}
          </section>
        ))}
        <p className="mt-12 text-sm text-text-muted">Last updated {POLICIES_CHANGED}</p>
      </article>
    </main>
  );
}
