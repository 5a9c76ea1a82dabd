// Finds the Chromium of the tests: Playwright's, else the system's, else installs one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** The headless shell first: it needs a quarter less processor time. */
const SYSTEM = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
)

/** A browser with missing libraries exists but does not start. */
const runs = (file) => existsSync(file) && spawnSync(file, ['--version']).status === 0

/** @returns {string | undefined} the path of a Chromium that runs on this machine. */
export const findBrowser = () => [chromium.executablePath(), ...SYSTEM].find(runs)

const isQuiet = { stdio: 'ignore' }
const asRoot =
  process.getuid?.() === 0 ? [] : spawnSync('sudo', ['-n', 'true'], isQuiet).status === 0 ? ['sudo', '-n'] : null

function root(...command) {
  if (!asRoot) return false
  const [file, ...args] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', ...command]
  return spawnSync(file, args, isQuiet).status === 0
}

const ways = [
  () => {
    const env = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000', ...process.env }
    spawnSync('node_modules/.bin/playwright', ['install', 'chromium'], { ...isQuiet, env })
    if (!findBrowser()) root('node_modules/.bin/playwright', 'install-deps', 'chromium')
  },
  () => {
    root('apt-get', 'update', '-qq')
    const install = (name) =>
      root('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation')
    return install('chromium-headless-shell') || install('chromium')
  },
]

/** Installs a Chromium if there is none. @returns {string | undefined} its path; undefined on failure. */
export function provideBrowser() {
  let found = findBrowser()
  if (!found) console.log('No Chromium found; installing one.')
  for (const install of found ? [] : ways) {
    install()
    found = findBrowser()
    if (found) break
  }
  if (!found)
    console.log(
      'No Chromium: install one (Debian: `apt-get install chromium-headless-shell`) to run the browser tests.',
    )
  return found
}
