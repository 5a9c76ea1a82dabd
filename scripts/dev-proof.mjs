// `npm run proof:dev`: measures the time from an edit to the screen under `npm run dev`. Uses a separate port and data,
// edits a screen and a server file while a browser looks, and restores both.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { provideBrowser } from './browser.mjs'

const LIMIT_MS = 2_000
const PORT = 4399
const ORIGIN = `http://harbour.localhost:${PORT}`

const EDITS = [
  {
    what: 'a screen',
    file: 'app/features/accounts/sign-in/hello-form.tsx',
    from: 'title="Hello"',
    to: 'title="Hello from an edit"',
    shown: 'Hello from an edit',
  },
  {
    what: 'a route',
    file: 'app/features/accounts/routes/hello.tsx',
    from: "title: 'Hello'",
    to: "title: 'Edited title'",
    title: /Edited title/,
  },
]

const data = mkdtempSync(path.join(tmpdir(), 'watchbill-dev-proof-'))
const originals = new Map(EDITS.map(({ file }) => [file, readFileSync(file, 'utf8')]))
const restore = () => {
  for (const [file, text] of originals) writeFileSync(file, text)
}

const started = performance.now()
const dev = spawn(process.execPath, ['--import', 'tsx', 'bin/dev.ts'], {
  env: { ...process.env, PORT: String(PORT), DATA_DIR: data, LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
process.on('SIGINT', () => process.exit(130))
process.on('exit', () => {
  restore()
  dev.kill('SIGTERM')
})

await new Promise((resolve, reject) => {
  dev.stdout.on('data', (chunk) => String(chunk).includes('Watchbill is running.') && resolve())
  dev.once('exit', (code) => reject(new Error(`npm run dev ended with ${code}`)))
})
console.log(`npm run dev is ready after ${seconds(started)}`)

const browser = await chromium.launch({ executablePath: provideBrowser() })
let failed = false
try {
  const page = await browser.newPage()
  const complaints = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  const first = performance.now()
  await page.goto(`${ORIGIN}/hello`, { timeout: 240_000 })
  await page.getByText('Hello', { exact: true }).first().waitFor({ timeout: 240_000 })
  await page.waitForLoadState('networkidle')
  console.log(`first page after ${seconds(first)}`)
  for (const edit of EDITS) await measure(page, edit)
  for (const complaint of complaints) console.log(`the browser's console: ${complaint}`)
} finally {
  await browser.close()
  restore()
}
const ended = new Promise((resolve) => dev.once('exit', resolve))
dev.kill('SIGTERM')
await ended
rmSync(data, { recursive: true, force: true })
process.exit(failed ? 1 : 0)

async function measure(page, { what, file, from, to, shown, title }) {
  const text = originals.get(file)
  if (!text.includes(from)) throw new Error(`${file} no longer says ${from}`)
  writeFileSync(file, text.replace(from, to))
  const begun = performance.now()
  if (shown) await page.getByText(shown).first().waitFor({ timeout: 60_000 })
  else
    await page.waitForFunction((source) => new RegExp(source).test(document.title), title.source, { timeout: 60_000 })
  const took = performance.now() - begun
  if (took > LIMIT_MS) failed = true
  console.log(
    `${what} (${file}): on screen after ${Math.round(took)} ms, limit ${LIMIT_MS}; load ${loadavg()[0]?.toFixed(0)}`,
  )
  writeFileSync(file, text)
  await page.waitForTimeout(1_000)
}

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
