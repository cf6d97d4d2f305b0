import { defineConfig } from 'vitest/config';

/** The tests of what is mutated, and no databases: a mutant has to be caught by the tests of its own package. */
export default defineConfig({
  test: { include: ['packages/{policy,redaction}/{src,test}/**/*.test.ts'], testTimeout: 60_000, isolate: false },
});
