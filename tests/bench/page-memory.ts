import { siteOf } from './dataset.ts'
import { load } from './load.ts'
import { collected, probed, resident } from './memory.ts'
import { pagesOf } from './pages.ts'
import type { Bench } from './rig.ts'

const MOST_GROWTH_MB = 10
const ROUNDS_A_PAGE = 2.5

/**
 * Memory of the web process after thousands of pages: heap and buffers after a full collection, and resident memory
 * before it.
 * @throws when the live memory grows.
 */
export const pageMemory: Bench = async ({ scale, dataset, product }) => {
  const data = await dataset('many')
  const { target } = await product(data, probed)
  const { pid } = target
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, resident(pid))
  }, 250)
  /** @returns how many pages were opened. */
  const open = async (atLeast: number) => {
    let opened = 0
    while (opened < atLeast)
      for (const { path, reader } of pagesOf(data, target))
        opened += (await load(scale, reader, path, [siteOf(data)], ROUNDS_A_PAGE)).answered
    return opened
  }
  try {
    await open(scale.pages.warm)
    const before = await collected(pid)
    const opened = await open(scale.pages.measured)
    const after = await collected(pid)
    const growth = after.live - before.live
    console.log(
      `page-memory ${opened.toFixed(0)} pages: ${before.live.toFixed(1)} MB held before, ${after.live.toFixed(1)} after; resident ${most.toFixed(0)} MB at most, ${after.rss.toFixed(0)} after collection`,
    )
    if (scale.keepsGoals && growth > MOST_GROWTH_MB) throw new Error(`Pages leave ${growth.toFixed(1)} MB behind.`)
  } finally {
    clearInterval(watch)
  }
}
