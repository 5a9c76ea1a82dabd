import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const CODE = ['app', 'server', 'bin', 'workers', 'scripts']

/** They name times only as samples. */
const WITH_SAMPLES = [
  'app/ui/time-select.test.tsx',
  'server/deliveries/provider-signatures.test.ts',
  'server/imports/decode.test.ts',
  'server/messages/content/injection.test.ts',
]

/** The unit tests that name a day, a time or a zone. */
const testsOfTimes = () =>
  CODE.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  ).filter(
    (file) =>
      /\.test\.tsx?$/.test(file) &&
      !WITH_SAMPLES.includes(file) &&
      /Date\b|Temporal|zone|\d{4}-\d\d-\d\d|\d:\d\d/.test(readFileSync(file, 'utf8')),
  )

/** No Remix plugin here: routes are reached through the built server in the browser tests. */
export default defineConfig({
  plugins: [
    {
      // Never cache modules that use import.meta.glob: the cached list of files goes stale.
      name: 'fresh-file-lists',
      configureVitest: ({ experimental_defineCacheKeyGenerator }) =>
        experimental_defineCacheKeyGenerator(({ sourceCode }) =>
          sourceCode.includes('import.meta.glob') ? false : undefined,
        ),
    },
  ],
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
    // Each module is compiled once, whichever projects and runs need it.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [...CODE, 'tests/bench'].map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          globalSetup: ['tests/support/run/parsing-thread.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'zone',
          include: testsOfTimes(),
          env: { TZ: 'Pacific/Auckland' },
          globalSetup: ['tests/support/run/parsing-thread.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['tests/{integration,contract,hard}/**/*.test.ts'],
          globalSetup: ['tests/support/run/postgres.ts', 'tests/support/run/parsing-thread.ts'],
        },
      },
    ],
  },
})
