import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/engine/kernel/config.ts'

const FOLDER = 'infra/one-machine'
const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8')
const services = readdirSync(FOLDER).filter((file) => file.endsWith('.service'))
const entries = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^[A-Za-z_]+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
const settings = Object.fromEntries(entries(read('watchbill.env')))

test('the product accepts the settings of one machine once the blanks are filled', () => {
  const known = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(Object.keys(settings).filter((name) => !known.includes(name))).toEqual(['BACKUP_DIR', 'MALLOC_ARENA_MAX'])
  const filled = {
    ...settings,
    ...{ SESSION_SECRET: 's'.repeat(32), SUPPORT_EMAIL: 'help@club.org', MAIL_FROM: 'duty@club.org' },
    SMTP_URL: 'smtp://mail.club.org',
  }
  const blank = Object.entries(filled).filter(([, value]) => value === '')
  expect(blank).toEqual([])
  const config = readConfig(filled as unknown as NodeJS.ProcessEnv, ['--embedded'])
  expect(config).toMatchObject({ production: true, hosts: ['127.0.0.1'], TRUST_PROXY: 1 })
})

test('each service runs what exists, as its own user, and writes only to its folders', () => {
  expect(services).toEqual(['watchbill-backup.service', 'watchbill.service'])
  for (const file of services) {
    const unit = Object.fromEntries(entries(read(file)))
    expect(unit).toMatchObject({ User: 'watchbill', ProtectSystem: 'strict', EnvironmentFile: '/etc/watchbill.env' })
    const [program, script = ''] = unit.ExecStart!.split(' ').filter((word) => !word.startsWith('--'))
    expect([file, program, existsSync(script) || script === 'build/main.js']).toEqual([
      file,
      script.endsWith('.sh') ? 'sh' : 'node',
      true,
    ])
    const folders = unit.StateDirectory!.split(' ').map((folder) => `/var/lib/${folder}`)
    const needed = [settings.DATA_DIR, ...(script.endsWith('.sh') ? [settings.BACKUP_DIR] : [])]
    expect([file, folders]).toEqual([file, needed])
  }
})

test('the services are confined alike', () => {
  const confinement = (file: string) =>
    entries(read(file)).filter(([name]) =>
      /^(NoNew|Capab|UMask|Protect|Private|Lock|Restrict|RemoveIPC|System)/.test(name),
    )
  const [first, ...others] = services.map(confinement)
  expect(first!.length).toBeGreaterThan(20)
  for (const other of others) expect(other).toEqual(first)
})

test.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)('systemd accepts the units', () => {
  // It takes other files of a unit's folder for units too.
  const folder = mkdtempSync(path.join(tmpdir(), 'watchbill-units-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const units = readdirSync(FOLDER).filter((file) => /\.(service|timer)$/.test(file))
  for (const file of units) cpSync(path.join(FOLDER, file), path.join(folder, file))
  const verify = () => execFileSync('systemd-analyze', ['verify', ...units], { cwd: folder, stdio: 'pipe' }).toString()
  expect(verify()).toBe('')
})
