import { readdirSync, readFileSync } from 'node:fs'

/**
 * Processor time in ms of a server and all of PostgreSQL so far, by process; null where the kernel does not tell.
 * Unlike requests per second it hardly depends on other load.
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

/** The parent of a process; null where the kernel does not tell. */
export function parentOf(pid: number, proc = '/proc'): string | null {
  try {
    return /^PPid:\s+(\d+)$/m.exec(readFileSync(`${proc}/${pid}/status`, 'utf8'))?.[1] ?? null
  } catch {
    return null
  }
}

export const taken = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) =>
  [...after].reduce((sum, [id, ms]) => sum + Math.max(0, ms - (before.get(id) ?? ms)), 0)

/**
 * Processor time in ms of a process so far, all threads included. Null where the kernel has no `schedstat`, or only
 * zeros in it.
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
