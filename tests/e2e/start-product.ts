import { emptyDataDir, startProduct } from '../support/product.ts'

/**
 * One product with the demo sites for the whole browser run; each spec that changes data uses people or events of its own.
 * With `WATCHBILL_PORT` set, the product that already listens there is used, and `WATCHBILL_DATA` names its data folder.
 */
export default async function globalSetup() {
  if (process.env.WATCHBILL_PORT) return
  const dataDir = emptyDataDir('e2e')
  const product = await startProduct({ dataDir })
  process.env.WATCHBILL_DATA = dataDir
  process.env.WATCHBILL_PORT = String(product.port)
  return async () => {
    await product.stop()
  }
}
