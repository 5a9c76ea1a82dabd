import { readdirSync, readFileSync } from 'node:fs'

/**
 * Processor time in ms that a server and all of PostgreSQL have taken so far, by process; null where the kernel does not tell it.
 * Unlike answers a second it is hardly touched by what else the machine does.
 */
export function processorTime(pid: number, postmaster: string | null): ReadonlyMap<string, number> | null {
  if (postmaster === null) return null
  try {
    const backends = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
    const times = [String(pid), ...backends].map((id) => [id, threadTime(id)] as const)
    if (times[0]![1] === null) return null
    return new Map(times.map(([id, ms]) => [id, ms ?? 0]))
  } catch {
    return null
  }
}

/** The process that started another; null where the kernel does not tell it. */
export function parentOf(pid: number, proc = '/proc'): string | null {
  try {
    return /^PPid:\s+(\d+)$/m.exec(readFileSync(`${proc}/${pid}/status`, 'utf8'))?.[1] ?? null
  } catch {
    return null
  }
}

/** What was taken between two readings. */
export const taken = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) =>
  [...after].reduce((sum, [id, ms]) => sum + Math.max(0, ms - (before.get(id) ?? ms)), 0)

/**
 * Processor time in ms that a process has taken so far, with all of its threads; null where the kernel does not tell it: without the
 * file, or with nothing but zeros in it.
 */
export function threadTime(id: string, proc = '/proc'): number | null {
  try {
    const sum = readdirSync(`${proc}/${id}/task`).reduce(
      (sum, task) => sum + Number(readFileSync(`${proc}/${id}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
      0,
    )
    return sum || null
  } catch {
    return null
  }
}
