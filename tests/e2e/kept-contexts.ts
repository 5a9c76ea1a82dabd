import type { BrowserContext, Page } from '@playwright/test'

type Kept = { context: BrowserContext; origins: Set<string>; isSpoiled: boolean }

/**
 * The contexts of a worker's tests, one for each set of options. A new one would read and compile every script of the product again, which is
 * half of the work of opening a page, so a context is emptied after a test and serves the next. Where a test set the clock of the pages,
 * which cannot be taken back, it is closed.
 */
export class KeptContexts {
  readonly #kept = new Map<string, Kept>()

  /** @param make creates a context; called only where none with these options is kept. */
  async take(options: object, make: () => Promise<BrowserContext>): Promise<BrowserContext> {
    const key = JSON.stringify(options)
    const known = this.#kept.get(key)
    if (known) return known.context
    const kept: Kept = { context: await make(), origins: new Set(), isSpoiled: false }
    kept.context.on('page', (page) => page.on('framenavigated', (frame) => kept.origins.add(originOf(frame.url()))))
    const { clock } = kept.context
    const install = clock.install.bind(clock)
    clock.install = (...time) => {
      kept.isSpoiled = true
      return install(...time)
    }
    this.#kept.set(key, kept)
    return kept.context
  }

  /** Leaves nothing of a test in `context`: no page, cookie, permission or route, nor what its pages stored. */
  async giveBack(context: BrowserContext): Promise<void> {
    const [key, kept] = [...this.#kept].find(([, one]) => one.context === context) ?? []
    if (!kept || key === undefined) return
    if (kept.isSpoiled) {
      this.#kept.delete(key)
      return context.close()
    }
    await context.setOffline(false)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    const [page] = context.pages()
    if (page) await clearStorage(page, kept.origins)
    kept.origins.clear()
    await Promise.all(context.pages().map((open) => open.close()))
    await context.clearCookies()
    await context.clearPermissions()
  }
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : 'null')

async function clearStorage(page: Page, origins: ReadonlySet<string>) {
  const devtools = await page.context().newCDPSession(page)
  for (const origin of origins)
    if (origin !== 'null')
      await devtools.send('Storage.clearDataForOrigin', {
        origin,
        storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
      })
}
