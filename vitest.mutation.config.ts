import { defineConfig } from 'vitest/config';

/**
 * The tests of what is mutated, and no databases: a mutant has to be caught by the tests of its own package. With every
 * mutant of it in place, code is many times slower, so that tests of long texts take minutes.
 */
export default defineConfig({
  test: {
    include: [
      'packages/{policy,redaction}/{src,test}/**/*.test.ts',
      'packages/upstream/src/{template,request,destination}/**/*.test.ts',
    ],
    testTimeout: 600_000,
    isolate: false,
  },
});
