import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { toPlainText } from "@react-email/render";
import {
  App,
  type EmailDriver,
  getAuthSchemaSql,
  getStorageSchemaSql,
  SmtpEmailDriver,
  setExperimental,
} from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import type { JWK } from "jose";
import postgres from "postgres";
import { site } from "../../lib/base/site.ts";
import { applyMigrations } from "../postgres/migrate.ts";
import type { Service } from "../postgres/postgres.ts";
import { keepPrepared, readRoleTimeouts, setContextAtOnce } from "../postgres/request-context.ts";
import { AccessTokens } from "./access-tokens.ts";
import { withDoubleConfirmation } from "./email-change.ts";
import { fileStorage, withHostedStorage } from "./file-storage.ts";
import { hostedAuth } from "./hosted-auth.ts";

export type SupabaseApiOptions = {
  port: number;
  databaseUrl: string;
  smtpPort: number;
  appUrl: string;
  supabaseDir: string;
  storageDir: string;
  publishableKey: string;
  secretKey: string;
  /** A private key (ES256) or a shared secret (HS256). */
  signingKey: JWK | string;
  confirmEmail: boolean;
  log: (line: string) => void;
};

const SESSION_SECONDS = 3600;

/** Buckets may set a lower limit. */
const STORAGE_LIMIT = "10MiB";

const CLOSE_SECONDS = 2;

/** Migrates the database and serves the Supabase API (data, auth, storage) on 127.0.0.1. */
export async function startSupabaseApi(options: SupabaseApiOptions): Promise<Service> {
  const sql = postgres(options.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(getAuthSchemaSql());
    await sql.unsafe(getStorageSchemaSql());
    await sql.unsafe(readFileSync(join(import.meta.dirname, "supabase-base.sql"), "utf8"));
    const { applied } = await applyMigrations(sql, join(options.supabaseDir, "migrations"));
    if (applied.length > 0) options.log(`Applied ${applied.length} database migrations.`);

    const connection = createPostgresConnection({
      url: options.databaseUrl,
      postgresOptions: { max: 30, onnotice: () => {} },
    });
    keepPrepared(connection);
    setContextAtOnce(connection, await readRoleTimeouts(sql));
    const mails = mailDriver(options.smtpPort);
    const tokens = new AccessTokens(options.signingKey);
    const app = createApp(options, connection, mails, tokens.serviceSecret);
    await warmUp(app, options.secretKey);
    // The first data request grants everything to everyone, so the project's grants are applied again.
    await sql`select private.apply_grants()`;

    const authSql = postgres(options.databaseUrl, { max: 5, onnotice: () => {} });
    const url = `http://127.0.0.1:${options.port}`;
    const doublyConfirming = withDoubleConfirmation(
      async (request, env: Peer) =>
        withHostedStorage((whole) => app.fetch(whole, env))(await tokens.translate(request)),
      authSql,
      (facts) => mails.send(accountMail(options, "email-change", facts.NewEmail, facts)),
    );
    const answer = hostedAuth<Peer>(doublyConfirming, {
      sql: authSql,
      tokens,
      address: `${url}/auth/v1`,
      appName: site.name,
      sessionSeconds: SESSION_SECONDS,
      sendConfirmation: (facts) => mails.send(accountMail(options, "confirmation", facts.Email, facts)),
    });
    const server = await listen(answer, options.port);
    const stop = async () => {
      await server.stop();
      await authSql.end({ timeout: CLOSE_SECONDS });
      // Doesn't wait for an interrupted transaction.
      await connection.driver.end({ timeout: CLOSE_SECONDS });
    };
    return { url, stop };
  } finally {
    await sql.end();
  }
}

const templateOf = ({ supabaseDir }: SupabaseApiOptions, name: string) =>
  join(supabaseDir, "templates", `${name}.html`);

const SUBJECTS = {
  confirmation: `Confirm your email for ${site.name}`,
  recovery: `Set a new ${site.name} password`,
  "email-change": `Confirm your new email for ${site.name}`,
  "magic-link": `Log in to ${site.name}`,
};
type Template = keyof typeof SUBJECTS;

function accountMail(
  options: SupabaseApiOptions,
  name: Template,
  to: string,
  facts: { Email: string; TokenHash: string },
) {
  const known: Record<string, string> = { ...facts, SiteURL: options.appUrl };
  const html = readFileSync(templateOf(options, name), "utf8").replace(
    /\{\{ \.(\w+) \}\}/g,
    (_, variable: string) => known[variable] ?? "",
  );
  return { to, subject: SUBJECTS[name], html };
}

function createApp(
  options: SupabaseApiOptions,
  connection: ReturnType<typeof createPostgresConnection>,
  mails: EmailDriver,
  secret: string,
) {
  const template = (name: Template) => ({ subject: SUBJECTS[name], content_path: templateOf(options, name) });
  setExperimental("storage", true);
  const app = new App({
    connection,
    storage: { enabled: true, file_size_limit: STORAGE_LIMIT },
    auth: {
      enabled: true,
      site_url: options.appUrl,
      additional_redirect_urls: [`${options.appUrl}/**`],
      jwt_secret: secret,
      jwt_expiry: SESSION_SECONDS,
      publishable_key: options.publishableKey,
      secret_key: options.secretKey,
      enable_signup: true,
      minimum_password_length: 6,
      email: {
        enable_signup: true,
        enable_confirmations: options.confirmEmail,
        double_confirm_changes: true,
        template: {
          confirmation: template("confirmation"),
          recovery: template("recovery"),
          email_change: template("email-change"),
          magic_link: template("magic-link"),
        },
      },
    },
    options: {
      drivers: { email: mails },
    },
  });
  app._storageAdapter = fileStorage(options.storageDir);
  return app;
}

/**
 * Uses a custom driver, because configured SMTP requires credentials and STARTTLS, which the mailbox lacks. The text
 * part comes from our template, because the API's text links to a path that the app doesn't have.
 */
function mailDriver(port: number): EmailDriver {
  const from = { name: site.name, address: site.contactEmail };
  const smtp = new SmtpEmailDriver({ host: "127.0.0.1", port, from, requireTls: false });
  return { send: (mail) => smtp.send({ ...mail, text: mail.html ? toPlainText(mail.html) : mail.text }) };
}

async function warmUp(app: App, secretKey: string): Promise<void> {
  const answer = await app.fetch(
    new Request("http://127.0.0.1/rest/v1/profiles?select=user_id&limit=1", {
      headers: { apikey: secretKey },
    }),
  );
  if (!answer.ok)
    throw new Error(`The Supabase API does not answer: ${answer.status} ${await answer.text()}`);
}

type Peer = { peerAddress: string | null };
type Answer = (request: Request, env: Peer) => Response | Promise<Response>;

function listen(answer: Answer, port: number): Promise<{ stop: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        port,
        hostname: "127.0.0.1",
        fetch: (request, env) => answer(request, { peerAddress: env.incoming.socket.remoteAddress ?? null }),
      },
      () =>
        resolve({
          stop: () =>
            new Promise((closed) => {
              server.close(() => closed());
              if ("closeAllConnections" in server) server.closeAllConnections();
            }),
        }),
    );
    server.once("error", reject);
    // Longer than any client keeps an idle connection. Otherwise a request could fail while the server closes the
    // connection.
    if ("keepAliveTimeout" in server) server.keepAliveTimeout = 120_000;
  });
}
