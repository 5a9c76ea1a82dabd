import { defineConfig } from 'vitest/config'

/** No Remix plugin here: routes are reached through the built server in the browser tests. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { TZ: process.env.TZ ?? 'UTC', NODE_ENV: 'test', LOG_LEVEL: 'silent' },
    setupFiles: ['tests/support/quiet-console.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['app/**/*.test.{ts,tsx}', 'server/**/*.test.ts', 'workers/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['tests/{integration,contract,faults}/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
        },
      },
    ],
  },
})
