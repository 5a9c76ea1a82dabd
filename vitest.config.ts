import { defineConfig } from 'vitest/config'

/** No Remix plugin here: routes are reached through the built server in the browser tests. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Files keep their state in fixtures; loading the modules anew for each file would take half of the time.
    isolate: false,
    // Far more than a test takes: a slow machine is no defect. Whoever promises a time measures it.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 15_000 } },
    env: { TZ: process.env.TZ ?? 'UTC', NODE_ENV: 'test', LOG_LEVEL: 'silent' },
    setupFiles: ['tests/support/run/quiet-console.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'app/**/*.test.{ts,tsx}',
            'server/**/*.test.ts',
            'bin/**/*.test.ts',
            'workers/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/bench/**/*.test.ts',
          ],
          globalSetup: ['tests/support/run/parsing-thread.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['tests/{integration,contract,faults}/**/*.test.ts'],
          globalSetup: ['tests/support/run/postgres.ts', 'tests/support/run/parsing-thread.ts'],
        },
      },
    ],
  },
})
