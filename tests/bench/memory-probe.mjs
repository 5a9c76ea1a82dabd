import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Is loaded into the product's process by `memory.ts`: on SIGUSR2 it collects all garbage and writes what is left to a file. What the
 * process holds is told apart by this from what it has not yet given back.
 */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const file = process.env.BENCH_MEMORY_FILE
process.on('SIGUSR2', () => {
  collect()
  collect()
  const { rss, heapUsed, external } = process.memoryUsage()
  writeFileSync(`${file}.new`, JSON.stringify({ rss, live: heapUsed + external }))
  renameSync(`${file}.new`, file)
})
