import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{packages,apps,e2e,bench/src,scripts}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'bench/scratch/**'],
    globalSetup: ['./packages/testing/src/start-postgres.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is waited for comes when it comes: a busy machine is no fault of ours.
    expect: { poll: { timeout: 20_000 } },
    // With --coverage: what the gate stands on.
    coverage: {
      provider: 'v8',
      include: ['packages/{policy,redaction}/src/**/*.ts'],
      reporter: ['text', 'json'],
      reportsDirectory: 'reports/coverage',
      thresholds: { branches: 100 },
    },
  },
});
