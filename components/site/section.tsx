type SectionProps = {
  id: string;
  title: string;
  lead?: string;
  isSunken?: boolean;
  aside?: React.ReactNode;
  layout?: string;
  children: React.ReactNode;
};

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
