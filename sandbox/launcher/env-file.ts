import { join } from "node:path";

/** Puts the settings of the project's .env, where there is one, into this process; what is set already stays. */
export function loadEnvFile(root: string): NodeJS.ProcessEnv {
  try {
    process.loadEnvFile(join(root, ".env"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return process.env;
}
