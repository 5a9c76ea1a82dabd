/** The product that a worker's tests talk to: its port, and its data folder where a test looks behind the pages. */
export type RunningProduct = { port: number; dataDir: string }

/** Tells the workers, which are processes of their own, of the products that were started for them. */
export function share(products: RunningProduct[]) {
  process.env.WATCHBILL_PRODUCTS = JSON.stringify(products.map(({ port, dataDir }) => ({ port, dataDir })))
}

/** The one of this worker: no other worker's tests touch it. */
export function runningProduct(): RunningProduct {
  const { WATCHBILL_PORT, WATCHBILL_DATA = '', WATCHBILL_PRODUCTS, TEST_PARALLEL_INDEX } = process.env
  if (WATCHBILL_PORT) return { port: Number(WATCHBILL_PORT), dataDir: WATCHBILL_DATA }
  const product = (JSON.parse(WATCHBILL_PRODUCTS ?? '[]') as RunningProduct[])[Number(TEST_PARALLEL_INDEX)]
  if (!product) throw new Error('No product runs for this worker.')
  return product
}
