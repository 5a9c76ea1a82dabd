import { type ComponentType, lazy } from 'react'
import { beforeLazyRoutes } from './router.ts'
import { untilAnswered } from './waiting.ts'

type Load<T> = () => Promise<T>

/** The parts of the loaded pages that are loaded on demand. */
const parts = new Set<Load<unknown>>()

/** Loads code on demand: again and again without a connection, since a failed attempt would replace the page. */
export const loadPart = <T>(load: Load<T>): Promise<T> => untilAnswered(() => loadWithStyles(load))

/** The style sheets of parts that got no answer. */
const lostStyles = new Map<Load<unknown>, string>()

/**
 * Loads a part with the style sheet that an earlier attempt did not get: the bundler's loader asks for each only once.
 * @throws TypeError without a connection, as `import` does.
 */
async function loadWithStyles<T>(load: Load<T>): Promise<T> {
  const lost = lostStyles.get(load)
  if (lost) await addStyles(lost)
  lostStyles.delete(load)
  try {
    return await load()
  } catch (error) {
    const [, address] =
      /^Unable to preload CSS for (\S{1,300})$/.exec(error instanceof Error ? error.message : '') ?? []
    if (!address) throw error
    lostStyles.set(load, address)
    throw new TypeError('The styles of a part got no answer.', { cause: error })
  }
}

const addStyles = (address: string) =>
  new Promise<void>((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address })
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new TypeError('The styles of a part got no answer.'))
    }
    document.head.append(link)
  })

/**
 * As React's `lazy`, for a part that waits for the connection.
 * @param ahead false for a part that few need: it is loaded when it is opened, and not once the page is idle.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in the types of `lazy`.
export function lazyPart<T extends ComponentType<any>>(load: Load<{ default: T }>, { ahead = true } = {}) {
  if (ahead) parts.add(load)
  return lazy(() => loadPart(load))
}

/** Whether the browser is asked to save data; not all browsers say. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Loads the page's parts when the browser has nothing else to do, one after the other. Where data is saved a part is loaded when it is
 * opened.
 */
export function loadPartsWhenIdle(): () => void {
  if (savesData()) return () => {}
  let isOver = false
  const later = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200))
  const next = () => {
    const [load] = parts
    if (isOver || !load) return
    parts.delete(load)
    // A failed attempt is repeated when the part is needed.
    loadWithStyles(load).then(
      () => later(next),
      () => {},
    )
  }
  later(next)
  return () => {
    isOver = true
  }
}

/** Fetches the code of a page before the router does. */
export const guardLazyPages = () => beforeLazyRoutes((files) => Promise.all(files.map(fetchFile)), untilAnswered)

async function fetchFile(file: string): Promise<void> {
  const answer = await fetch(file)
  await answer.arrayBuffer()
}
