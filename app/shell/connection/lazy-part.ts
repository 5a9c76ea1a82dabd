import { type ComponentProps, type ComponentType, createElement, lazy, Suspense } from 'react'
import { beforeLazyRoutes } from './router.ts'
import { untilAnswered } from './waiting.ts'

type Load<T> = () => Promise<T>

const parts = new Set<Load<unknown>>()

/** Loads code on demand and retries without a connection: a failed attempt would replace the page. */
export const loadPart = <T>(load: Load<T>): Promise<T> => untilAnswered(() => loadWithStyles(load))

const lostStyles = new Map<Load<unknown>, string>()

/**
 * Loads a part with the style sheet that an earlier attempt missed: the bundler's loader requests each only once.
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
 * Like React's `lazy`, for a part that waits for the connection.
 * @param ahead false for a part that few need: loaded when opened, not once the page is idle.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in the types of `lazy`.
export function lazyPart<T extends ComponentType<any>>(load: Load<{ default: T }>, { ahead = true } = {}) {
  if (ahead) parts.add(load)
  return lazy(() => loadPart(load))
}

const adminParts: Load<unknown>[] = []

/**
 * Like `lazyPart`, for a part that all admins see first. The server renders it, and an admin's page has its code before
 * it hydrates, so that nothing moves: without a boundary, since an update before that is hydrated would draw it again.
 * Its styles must be those of the page.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in the types of `lazy`.
export function adminPart<T extends ComponentType<any>>(load: Load<{ default: T }>): ComponentType<ComponentProps<T>> {
  let part: T | undefined
  const fetchPart = async () => {
    part = (await (typeof document === 'undefined' ? load() : loadPart(load))).default
  }
  const Late = lazyPart(load)
  if (typeof document === 'undefined') fetchPart()
  else adminParts.push(fetchPart)
  return (props) => (part ? createElement(part, props) : createElement(Suspense, null, createElement(Late, props)))
}

/** Loads the parts that admins see first on the page that was opened. */
export const loadAdminParts = () => Promise.all(adminParts.map((fetchPart) => fetchPart()))

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Loads the page's parts one after the other when the browser is idle. With data saving, a part loads when opened. */
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

export const guardLazyPages = () => beforeLazyRoutes((files) => Promise.all(files.map(fetchFile)), untilAnswered)

async function fetchFile(file: string): Promise<void> {
  const answer = await fetch(file)
  await answer.arrayBuffer()
}
