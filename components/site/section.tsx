type SectionProps = {
  id: string;
  title: string;
  lead?: string;
  isSunken?: boolean;
  /** Next to the heading where there's space. */
  aside?: React.ReactNode;
  /** Utility class that lays out the heading and the content. */
  layout?: string;
  children: React.ReactNode;
};

/** Shows a section of the landing page. `id` is its anchor. */
export function Section({ id, title, lead, isSunken, aside, layout = "", children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={isSunken ? "part bg-surface-band" : "part"}>
      <div className={`container-page ${layout}`}>
        <header>
          <div>
            <h2 id={`${id}-title`}>{title}</h2>
            {lead ? <p>{lead}</p> : null}
          </div>
          {aside}
        </header>
        {children}
      </div>
    </section>
  );
}
