/* Replaces parts of packages that no test needs (moduleNameMapper in jest.config.mjs). */
module.exports = {};
