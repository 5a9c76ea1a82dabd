import { chromium, defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.mjs'
import { isInMemory } from './tests/support/run/scratch.ts'

// Found by the first process; the workers read this file again.
process.env.TEST_BROWSER ??= findBrowser() ?? ''
const browser = process.env.TEST_BROWSER
if (!process.env.TEST_WORKER_INDEX) console.log(`Browser: ${browser || 'none; npm test installs one'}`)

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: false,
  // Each has a product of its own; one of somebody's own (`WATCHBILL_PORT`) is not shared.
  workers: process.env.WATCHBILL_PORT ? 1 : 2,
  retries: 0,
  // Far more than any step takes here: a slow machine is no defect. What is slow for people is measured by the benches.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  outputDir: 'test-results',
  globalSetup: './tests/e2e/start-product.ts',
  use: {
    // What is not there fails after this, not at the end of the test's time.
    actionTimeout: 30_000,
    locale: 'en-GB',
    timezoneId: 'America/New_York',
    // Frames of animations take a twentieth of the processor time of a run; `finishAnimations` ends what still moves.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // Named, Playwright's own would start with windows.
      ...(browser && browser !== chromium.executablePath() && { executablePath: browser }),
      // By default the memory that its processes share is files on a disk.
      ...(isInMemory() && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages of a worker compile the same scripts again and again: what was compiled is kept. A third of a run's time.
        '--v8-cache-options=code',
        '--js-flags=--no-flush-bytecode --min-semi-space-size=64',
      ],
    },
    screenshot: 'only-on-failure',
  },
})
