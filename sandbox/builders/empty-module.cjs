/* Stands for parts of packages that no test needs: see moduleNameMapper of jest.config.mjs. */
module.exports = {};
