import type { BrowserContext, Dialog, Page, ViewportSize } from '@playwright/test'

type Kept = {
  context: BrowserContext
  /** Rests at an address without scripts until the next test. */
  page: Page | undefined
  /** The page size of the current test; a context itself keeps that of the test which made it. */
  viewport: ViewportSize
  origins: Set<string>
  isSpoiled: boolean
  isPageSpoiled: boolean
  endListening: () => void
}

/**
 * The contexts of a worker's tests, one for each set of options, each with the page of its last test. A new page starts
 * a process, which reads and compiles every script again: more than half of the work of opening a page. So both are
 * cleaned after a test and reused. A context is closed where a test set the clock of its pages. A page is closed where
 * a test added a script, used the protocol of developer tools, or opened another site, since those cannot be undone.
 */
export class KeptContexts {
  readonly #kept = new Map<string, Kept>()
  readonly #restingPlace: string

  /** @param restingPlace an address without scripts, of the site whose pages most tests open. */
  constructor(restingPlace: string) {
    this.#restingPlace = restingPlace
  }

  /**
   * @param viewport the size of its pages.
   * @param make creates a context; called only where none with these options is kept.
   */
  async take(options: object, viewport: ViewportSize, make: () => Promise<BrowserContext>): Promise<BrowserContext> {
    const key = JSON.stringify(options)
    const known = this.#kept.get(key)
    if (known) {
      known.viewport = viewport
      return known.context
    }
    const context = await make()
    const kept: Kept = {
      context,
      page: undefined,
      viewport,
      origins: new Set(),
      isSpoiled: false,
      isPageSpoiled: false,
      endListening: () => {},
    }
    context.on('page', (page) =>
      page.on('framenavigated', (frame) => {
        const origin = originOf(frame.url())
        if (origin !== 'null') kept.origins.add(origin)
      }),
    )
    const newPage = context.newPage.bind(context)
    context.newPage = async () => {
      const page = await newPage()
      await page.setViewportSize(kept.viewport)
      return page
    }
    const { clock } = context
    const install = clock.install.bind(clock)
    clock.install = (...time) => {
      kept.isSpoiled = true
      return install(...time)
    }
    const newCDPSession = context.newCDPSession.bind(context)
    context.newCDPSession = (...target) => {
      kept.isPageSpoiled = true
      return newCDPSession(...target)
    }
    this.#kept.set(key, kept)
    return context
  }

  async pageOf(context: BrowserContext): Promise<Page> {
    const [, kept] = this.#find(context)
    const page = kept.page ?? (await context.newPage())
    if (!kept.page) {
      kept.endListening = recordListeners(page)
      const addInitScript = page.addInitScript.bind(page) as (...given: unknown[]) => ReturnType<Page['addInitScript']>
      page.addInitScript = (...given) => {
        kept.isPageSpoiled = true
        return addInitScript(...given)
      }
    }
    kept.page = page
    const { width, height } = page.viewportSize() ?? {}
    if (width !== kept.viewport.width || height !== kept.viewport.height) await page.setViewportSize(kept.viewport)
    return page
  }

  /**
   * Removes every trace of a test from `context`: cookies, permissions, routes, stored data, and pages other than the
   * resting one.
   */
  async giveBack(context: BrowserContext): Promise<void> {
    const [key, kept] = this.#find(context)
    if (kept.isSpoiled) {
      this.#kept.delete(key)
      return context.close()
    }
    kept.endListening()
    await context.setOffline(false)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    const own = originOf(this.#restingPlace)
    const isKeepable = !kept.isPageSpoiled && [...kept.origins].every((origin) => origin === own)
    const rests = isKeepable && kept.page && (await rest(kept.page, this.#restingPlace))
    const [any] = context.pages()
    if (any) await clearStorage(any, kept.origins)
    kept.origins.clear()
    const left = context.pages().filter((page) => !rests || page !== kept.page)
    if (!rests) kept.page = undefined
    kept.isPageSpoiled = false
    await Promise.all(left.map((page) => page.close()))
    await context.clearCookies()
    await context.clearPermissions()
  }

  #find(context: BrowserContext): [string, Kept] {
    const found = [...this.#kept].find(([, one]) => one.context === context)
    if (!found) throw new Error('The context is none of these.')
    return found
  }
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : 'null')

/** Records the listeners added to a page. @returns a function that stops recording. */
function recordListeners(page: Page): () => void {
  type Listener = Parameters<Page['off']>
  const added: Listener[] = []
  const on = page.on.bind(page) as (...listener: Listener) => Page
  page.on = ((...listener: Listener) => {
    added.push(listener)
    return on(...listener)
  }) as Page['on']
  return () => {
    for (const listener of added.splice(0)) page.off(...listener)
  }
}

/** Resets a page and moves it to an address without scripts. @returns whether it got there. */
async function rest(page: Page, place: string): Promise<boolean> {
  if (page.isClosed()) return false
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const leave = (dialog: Dialog) => dialog.accept()
  page.on('dialog', leave)
  const answer = await page.goto(place).catch(() => undefined)
  page.off('dialog', leave)
  if (!answer?.ok()) return false
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'none' })
  await page.mouse.move(-1, -1)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.resetNavigationHistory')
  await devtools.detach()
  return true
}

/** The session storage of an origin ends with its local storage. */
async function clearStorage(page: Page, origins: ReadonlySet<string>) {
  const devtools = await page.context().newCDPSession(page)
  for (const origin of origins)
    await devtools.send('Storage.clearDataForOrigin', {
      origin,
      storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
    })
  await devtools.detach()
}
