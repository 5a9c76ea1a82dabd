import { addDomain, checkDomain, listDomains, removeDomain } from '#server/platform/domains.ts'
import { test as base } from './fixture.ts'
import { startPages } from './pages.ts'
import { startDnsServer } from './providers/dns-server.ts'

/** The address of this deployment in the DNS of the tests. */
export const HERE = '203.0.113.7'

/** A DNS that tests fill, the pages over HTTP, and clubs' own domains. */
export const test = base
  .extend('dns', { scope: 'file' }, async ({ world: _ }, { onCleanup }) => {
    const dns = await startDnsServer()
    onCleanup(() => dns.close())
    return dns
  })
  .extend('pages', { scope: 'file' }, async ({ api }, { onCleanup }) => {
    const pages = await startPages(api)
    onCleanup(() => pages.close())
    return pages
  })
  .extend('domains', { scope: 'file' }, ({ world, dns, api }) => {
    const parts = () => ({
      pool: world.pool('platform'),
      now: world.clock.now(),
      baseDomain: api.context.config.BASE_DOMAIN,
      dnsServers: [dns.address],
    })
    /** The web process hears of a change by a notification. */
    const heard = (slug: string, name: string) => {
      api.context.resolveSite.forget(slug)
      api.context.resolveSite.forget(name)
    }
    const act =
      <T>(work: (parts: Parameters<typeof addDomain>[0], wish: { slug: string; name: string }) => Promise<T>) =>
      async (slug: string, name: string): Promise<T> => {
        const done = await work(parts(), { slug, name })
        heard(slug, name)
        return done
      }
    const add = act(addDomain)
    const check = act(checkDomain)
    /** Sets the records that a site's domain needs now. */
    const point = async (slug: string, name: string) => {
      const wanted = (await listDomains(parts(), slug)).find((domain) => domain.name === name)!
      dns.records.set(`${slug}.${parts().baseDomain}`, [{ type: 'A', value: HERE }])
      for (const { name: at, type, value } of wanted.records) dns.records.set(at, [{ type, value }])
    }
    /** Adds the name and its records, without a check. */
    const publish = async (slug: string, name: string) => {
      await add(slug, name)
      await point(slug, name)
    }
    const prove = async (slug: string, name: string) => {
      await publish(slug, name)
      return check(slug, name)
    }
    return { add, check, point, publish, prove, remove: act(removeDomain), parts }
  })
  /** A name for the club, which is not a domain of it yet. */
  .extend('domain', ({ site }) => `duty.${site.slug}.test`)
  /** The name of the club that a call of the API reaches there; null where there is none. */
  .extend('clubAt', { scope: 'file' }, ({ pages }) => async (host: string): Promise<string | null> => {
    const { status, text } = await pages.ask({ path: '/api/organisations/current', host })
    return status === 200 ? JSON.parse(text).name : null
  })
