/*
 * Runs before each file of database and API tests. Each worker uses the sandbox with its own number, so that no two
 * files run on one database at the same time. A run on a single sandbox has no list.
 */
if (process.env.TEST_WORKERS) {
  const sandboxes = JSON.parse(process.env.TEST_WORKERS);
  const own = sandboxes[Number(process.env.JEST_WORKER_ID) - 1];
  if (!own)
    throw new Error(
      `The tests have ${sandboxes.length} sandbox(es): run them with --maxWorkers=${sandboxes.length}.`,
    );
  Object.assign(process.env, own);
}
