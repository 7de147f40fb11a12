import { connect, emptyTables } from "./test-database";

// Each file of database tests finds nothing of the one before it, neither to mistake for its own nor to search through.
emptyTables(connect());
