import { existsSync } from 'node:fs'
import { chromium, defineConfig } from '@playwright/test'

/** Playwright's own Chromium if it is there, else the system's; the one without windows needs a quarter less processor time. */
const own = existsSync(chromium.executablePath())
const system = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path))
if (!process.env.TEST_WORKER_INDEX)
  console.log(
    `Browser: ${own ? "Playwright's own Chromium" : (system ?? 'none found; run npx playwright install chromium')}`,
  )

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
    locale: 'en-GB',
    timezoneId: 'America/New_York',
    // Frames of animations take a twentieth of the processor time of a run; `finishAnimations` ends what still moves.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(own || !system ? {} : { executablePath: system }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    screenshot: 'only-on-failure',
  },
})
