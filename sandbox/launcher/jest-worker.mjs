/*
 * Before each file of database and API tests: this worker uses the sandbox of its own number, so that no two files run at
 * the same time on one database. A run on a single sandbox has no list.
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
