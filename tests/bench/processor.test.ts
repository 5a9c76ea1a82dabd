import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { threadTime } from './processor.ts'

/** A fake /proc: processes with the contents of `schedstat` of each thread, or null where the kernel has none. */
function procOf(processes: Record<string, (string | null)[]>): string {
  const proc = mkdtempSync(path.join(tmpdir(), 'proc-'))
  for (const [id, threads] of Object.entries(processes))
    threads.forEach((schedstat, at) => {
      const folder = path.join(proc, id, 'task', `${at}`)
      mkdirSync(folder, { recursive: true })
      if (schedstat !== null) writeFileSync(path.join(folder, 'schedstat'), schedstat)
    })
  return proc
}

test.each([
  ['threads are added up', { '7': ['2000000 0 1', '3500000 9 9'] }, 5.5],
  ['a kernel without the file tells nothing', { '7': [null] }, null],
  ['nor does one that counts nothing', { '7': ['0 0 0', '0 0 0'] }, null],
  ['nor does a process that is gone', {}, null],
] as [string, Record<string, (string | null)[]>, number | null][])('%s', (_, processes, ms) =>
  expect(threadTime('7', procOf(processes))).toBe(ms),
)
