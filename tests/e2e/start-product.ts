import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { FullConfig } from '@playwright/test'
import { dataDirs, emptyDataDir, startProduct } from '../support/product.ts'
import { isInMemory } from '../support/run/scratch.ts'
import { share } from './running-product.ts'

/**
 * Starts a product with the demo sites for each worker, so that no two tests change the same data at the same time;
 * each spec that changes data uses its own people or events. With `WATCHBILL_PORT` set, a single worker uses the
 * product that already listens there, and `WATCHBILL_DATA` names its data folder.
 */
export default async function globalSetup({ workers }: FullConfig) {
  if (process.env.WATCHBILL_PORT) return
  const starts = await Promise.allSettled(
    Array.from({ length: workers }, async (_, worker) => {
      const dataDir = emptyDataDir(`e2e-${worker}`)
      return { ...(await startProduct({ dataDir })), dataDir }
    }),
  )
  const products = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const stopAll = async () => {
    await Promise.all(products.map((product) => product.stop()))
    if (isInMemory()) keepOnlyLogs(dataDirs())
  }
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed) {
    await stopAll()
    throw failed.reason
  }
  share(products)
  return stopAll
}

/** Frees memory; the logs explain a failed run. */
function keepOnlyLogs(folder: string) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && !entry.name.endsWith('.log')) rmSync(path.join(entry.parentPath, entry.name))
}
