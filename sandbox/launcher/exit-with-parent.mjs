// Preloaded into every child process: when the parent is killed, its channel closes and the child ends too,
// so that `kill -9` of the launcher leaves nothing behind that holds a port.
process.on("disconnect", () => process.exit(1));
