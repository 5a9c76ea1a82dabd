/** The product of a worker's tests: its port, and its data folder for tests that read the stored data. */
export type RunningProduct = { port: number; dataDir: string }

/** Passes the products to the workers, which are separate processes. */
export function share(products: RunningProduct[]) {
  process.env.WATCHBILL_PRODUCTS = JSON.stringify(products.map(({ port, dataDir }) => ({ port, dataDir })))
}

export function runningProduct(): RunningProduct {
  const { WATCHBILL_PORT, WATCHBILL_DATA = '', WATCHBILL_PRODUCTS, TEST_PARALLEL_INDEX } = process.env
  if (WATCHBILL_PORT) return { port: Number(WATCHBILL_PORT), dataDir: WATCHBILL_DATA }
  const product = (JSON.parse(WATCHBILL_PRODUCTS ?? '[]') as RunningProduct[])[Number(TEST_PARALLEL_INDEX)]
  if (!product) throw new Error('No product runs for this worker.')
  return product
}
