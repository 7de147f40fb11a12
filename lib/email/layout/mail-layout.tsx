import type { ReactNode } from "react";
import { Body, Container, Head, Html, Preview, Section } from "react-email";
import { site } from "@/lib/base/site";
import { darkRules, paint } from "@/lib/email/layout/paint";
import { Paragraph } from "@/lib/email/layout/parts";

const FONT = "-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif";

const PHONE_RULES =
  "@media (max-width:480px){.x-gutter{padding-left:20px !important;padding-right:20px !important}" +
  ".x-outer{padding:20px 8px !important}.x-h1{font-size:25px !important}}";

type MailLayoutProps = {
  title: string;
  preheader: string;
  /** Shows our name at the top. A slab label already has it. */
  hasBrand: boolean;
  reason: string;
  /** URL of our contact page. Without it, the email shows our email address. */
  contactPage?: string;
  /** Where to turn off such emails. Missing in emails that are always sent. */
  choicesPage?: string | undefined;
  children: ReactNode;
};

export function MailLayout({
  title,
  preheader,
  hasBrand,
  reason,
  contactPage,
  choicesPage,
  children,
}: MailLayoutProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{title}</title>
        <style>{`:root{color-scheme:light dark}${PHONE_RULES}${darkRules()}`}</style>
      </Head>
      <Body {...paint(["page"], { margin: 0, padding: 0, fontFamily: FONT })}>
        <Preview useTitleTag={false}>{preheader}</Preview>
        <Section {...paint(["page"], { padding: "32px 16px" })} tdClassName="x-outer">
          <Container style={{ maxWidth: 600, width: "100%" }}>
            {hasBrand ? (
              <Section style={{ padding: "0 4px 20px" }}>
                <Brand />
              </Section>
            ) : null}
            <Section
              {...paint(["sheet", "edge"], {
                borderWidth: 1,
                borderStyle: "solid",
                borderRadius: 14,
                borderCollapse: "separate",
              })}
            >
              {children}
            </Section>
            <Section style={{ padding: "24px 4px 8px" }}>
              <Paragraph tone="muted" size={13}>
                Questions?{contactPage ? " " : " Email "}
                <a {...paint(["link"])} href={contactPage ?? `mailto:${site.contactEmail}`}>
                  {contactPage ? "Contact us" : site.contactEmail}
                </a>
                .
              </Paragraph>
              <Paragraph tone="muted" size={13}>
                {reason}
              </Paragraph>
              {choicesPage ? (
                <Paragraph tone="muted" size={13}>
                  <a {...paint(["link"])} href={choicesPage}>
                    Choose which emails you get
                  </a>
                </Paragraph>
              ) : null}
            </Section>
          </Container>
        </Section>
      </Body>
    </Html>
  );
}

/** The icon, a slab, is drawn in table cells because email clients drop SVG. */
function Brand() {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0}>
      <tbody>
        <tr>
          <td
            {...paint(["accent"], {
              width: 13,
              height: 20,
              padding: "3px 3.5px",
              borderRadius: 4,
              lineHeight: 0,
            })}
          >
            <div style={{ height: 4, borderRadius: 1, backgroundColor: "#ffffff" }} />
            <div
              style={{
                height: 10,
                marginTop: 3,
                border: "1.5px solid #ffffff",
                borderRadius: 1,
                fontSize: 0,
              }}
            />
          </td>
          <td
            {...paint(["ink"], { paddingLeft: 10, fontSize: 17, fontWeight: 600, letterSpacing: "-0.01em" })}
          >
            {site.name}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
