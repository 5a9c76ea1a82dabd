import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded into the product's process by `memory.ts`. On SIGUSR2 it collects all garbage and writes the memory still in
 * use to a file, which separates memory in use from memory not yet returned.
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
