import { openCluster, SITES } from './dataset.ts'
import { load, productOn } from './load.ts'
import { collected, probed, resident } from './memory.ts'
import { addressOf, PAGES } from './pages.ts'

const PAGES_WARM = 3_000
const PAGES_MEASURED = Number(process.env.BENCH_PAGES ?? 20_000)
const MOST_GROWTH_MB = 10
const SECONDS = 5

/**
 * What the process of the web holds after thousands of pages: its heap and buffers once all garbage is collected, and its resident
 * memory before that. @throws when what it holds grows.
 */
export async function pageMemory(): Promise<void> {
  const cluster = await openCluster()
  const data = await cluster.dataset(SITES)
  const product = await productOn(data, probed)
  const { pid } = product.target
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, resident(pid))
  }, 250)
  /** Opens the pages in turn. @returns how many were opened. */
  const open = async (atLeast: number) => {
    let opened = 0
    while (opened < atLeast)
      for (const page of Object.values(PAGES)) {
        const { target, path, site } = addressOf(product.target, page)
        opened += (await load(target, path, [site], { seconds: SECONDS })).rate * SECONDS
      }
    return opened
  }
  try {
    await open(PAGES_WARM)
    const before = await collected(pid)
    const opened = await open(PAGES_MEASURED)
    const after = await collected(pid)
    const growth = after.live - before.live
    console.log(
      `page-memory ${opened.toFixed(0)} pages: ${before.live.toFixed(1)} MB held before, ${after.live.toFixed(1)} after; resident ${most.toFixed(0)} MB at most, ${after.rss.toFixed(0)} after collection`,
    )
    if (growth > MOST_GROWTH_MB) throw new Error(`Pages leave ${growth.toFixed(1)} MB behind.`)
  } finally {
    clearInterval(watch)
    await product.stop()
    await cluster.stop()
  }
}
