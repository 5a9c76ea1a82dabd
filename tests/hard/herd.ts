import { type ChildProcess, fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as workFor } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { WorkerSettings } from './worker-process.ts'

const SCRIPT = fileURLToPath(new URL('./worker-process.ts', import.meta.url))

/** The SDK's note about old versions of Node.js is irrelevant to the test. */
const QUIET = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' }

export type Herd = {
  killOne(): Promise<void>
  /** Lets every worker look for work once more and finish, then stops them. */
  finish(): Promise<void>
  stop(): Promise<void>
}

/** Bundled with its packages, so that it starts in half the time: many are killed and replaced. */
async function bundle(): Promise<string> {
  const outfile = path.resolve(`.cache/fault-worker-${process.pid}.mjs`)
  const options = { bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'warning' } as const
  await build({
    ...options,
    entryPoints: [SCRIPT],
    outfile,
    external: ['@node-rs/argon2', 'sharp', 'pg-native'],
    banner: { js: "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)" },
  })
  process.once('exit', () => rmSync(outfile, { force: true }))
  return outfile
}

let bundled: Promise<string> | undefined

/** `killOne` kills a random running worker without warning and starts another in its place. */
export async function startHerd(size: number, settings: WorkerSettings, random: () => number): Promise<Herd> {
  bundled ??= bundle()
  const script = await bundled
  const start = () => {
    const child = fork(script, [JSON.stringify(settings)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...QUIET },
    })
    const ready = new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', (code) => reject(new Error(`A worker ended while starting: ${code}`)))
    })
    ready.catch(() => {})
    return { child, ready }
  }
  const workers = Array.from({ length: size }, start)
  await Promise.all(workers.map((worker) => worker.ready))
  const ended = (child: ChildProcess) =>
    child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  const kill = (child: ChildProcess) => {
    child.kill('SIGKILL')
    return ended(child)
  }
  return {
    killOne: async () => {
      const at = Math.floor(random() * workers.length)
      const victim = workers[at]!
      await victim.ready
      await workFor(50 + random() * 700)
      await kill(victim.child)
      workers[at] = start()
    },
    finish: async () => {
      await Promise.all(workers.map((worker) => worker.ready))
      for (const { child } of workers) child.send('finish')
      await Promise.all(workers.map(({ child }) => ended(child)))
    },
    stop: async () => {
      await Promise.all(workers.map(({ child }) => kill(child)))
    },
  }
}
