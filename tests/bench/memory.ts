import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { waitUntil } from '#tests/support/waiting.ts'

const FILE = path.resolve(`.cache/bench-memory-${process.pid}.json`)
const MB = 2 ** 20

export const probed = {
  NODE_OPTIONS: `--import ${pathToFileURL(path.resolve('tests/bench/memory-probe.mjs'))}`,
  BENCH_MEMORY_FILE: FILE,
}

/** Resident memory of a process in MB, garbage included. */
export const resident = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

export const forgetMost = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Peak resident memory of a process in MB, as the kernel counts it. */
export const mostResident = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Memory of a probed process in MB after a full collection: `live` is heap and buffers. */
export async function collected(pid: number): Promise<{ rss: number; live: number }> {
  rmSync(FILE, { force: true })
  process.kill(pid, 'SIGUSR2')
  await waitUntil('the process tells of its memory', () => existsSync(FILE), { withinMs: 10_000, everyMs: 5 })
  const { rss, live } = JSON.parse(readFileSync(FILE, 'utf8')) as { rss: number; live: number }
  return { rss: rss / MB, live: live / MB }
}
