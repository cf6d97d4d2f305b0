import { defineConfig } from 'vitest/config';

const common = {
  exclude: ['**/node_modules/**', 'bench/scratch/**'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // What is waited for comes when it comes: a busy machine is no fault of ours.
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    projects: [
      // Hundreds of small files: each in a process of its own would spend most of its time on loading the same modules.
      {
        test: { ...common, name: 'unit', include: ['{packages,apps,bench/src,scripts}/**/*.test.ts'], isolate: false },
      },
      { test: { ...common, name: 'e2e', include: ['e2e/**/*.test.ts'] } },
    ],
    globalSetup: ['./packages/testing/src/start-postgres.ts'],
    // One more than the cores that are counted on: processes, browsers and databases are waited for much of the time.
    maxWorkers: 3,
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
