import type { FullConfig } from '@playwright/test'
import { emptyDataDir, startProduct } from '../support/product.ts'
import { share } from './running-product.ts'

/**
 * Starts a product with the demo sites for each worker, so that no two tests change the same data at the same time; each spec
 * that changes data uses its own people or events. With `WATCHBILL_PORT` set, the product that already listens there is
 * used by a single worker, and `WATCHBILL_DATA` names its data folder.
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
  const stopAll = async () => void (await Promise.all(products.map((product) => product.stop())))
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed) {
    await stopAll()
    throw failed.reason
  }
  share(products)
  return stopAll
}
