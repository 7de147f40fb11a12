// Preloaded into every child process. When the parent is killed, the channel closes and the child exits too, so that
// `kill -9` on the launcher leaves no process that occupies a port.
process.on("disconnect", () => process.exit(1));
