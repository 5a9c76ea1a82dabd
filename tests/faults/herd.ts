import { type ChildProcess, fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { WorkerSettings } from './worker-process.ts'

const SCRIPT = fileURLToPath(new URL('./worker-process.ts', import.meta.url))

/** The SDK's note about old versions of Node.js says nothing about the test. */
const QUIET = { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' }

/** Worker processes that are killed and replaced. */
export type Herd = { killOne(): Promise<void>; stop(): Promise<void> }

/** Bundled once, so that a worker starts as fast as it does in production. */
async function bundled(): Promise<string> {
  const outfile = path.resolve(`.cache/fault-worker-${process.pid}.mjs`)
  const options = { bundle: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external' } as const
  await build({ ...options, entryPoints: [SCRIPT], outfile, logLevel: 'warning' })
  return outfile
}

/** Starts `size` workers; `killOne` kills a random running one without warning and starts another in its place. */
export async function startHerd(size: number, settings: WorkerSettings, random: () => number): Promise<Herd> {
  const script = await bundled()
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
  const kill = (child: ChildProcess) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill('SIGKILL')
    })
  return {
    killOne: async () => {
      const at = Math.floor(random() * workers.length)
      const victim = workers[at]!
      await victim.ready
      await new Promise((resolve) => setTimeout(resolve, 50 + random() * 700))
      await kill(victim.child)
      workers[at] = start()
    },
    stop: async () => {
      await Promise.all(workers.map(({ child }) => kill(child)))
      rmSync(script, { force: true })
    },
  }
}
