import { emptyDataDir, startProduct } from '../support/product.ts'

/** One product with the demo sites for the whole browser run; each spec that changes data uses people or events of its own. */
export default async function globalSetup() {
  const product = await startProduct({ dataDir: emptyDataDir('e2e') })
  process.env.WATCHBILL_PORT = String(product.port)
  return async () => {
    await product.stop()
  }
}
