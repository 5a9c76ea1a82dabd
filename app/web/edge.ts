import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { withoutSecret } from '#server/engine/access/secret-paths.pure.ts'
import { stopwatch } from '#server/engine/kernel/clock.ts'
import { domainOrigin, siteOrigin } from '#server/engine/kernel/config.ts'
import { classifyHost, type HostKind } from '#server/engine/tenancy/resolve-site.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { WebContext } from './context.ts'
import { SiteMoved, SiteUnread } from './failure.ts'

export type Locals = {
  requestId: string
  nonce?: string
  site: Site | null
  console: boolean
  route?: string | undefined
}

export type Answer = ServerResponse & { locals: Locals }

/** Calendars keep asking at the old address: their 503 is no error of ours, and the alert of errors leaves it out. */
const MOVED_ROUTE = 'moved'

/** The outermost steps of each page or call; they do not need express. */
export function createEdge(context: WebContext) {
  return {
    /** Sets the request's id and the client's address, and logs one line after the response. */
    begin(req: IncomingMessage, res: ServerResponse, address: string): Answer {
      const answer = Object.assign(res, { locals: { requestId: randomUUID(), site: null, console: false } as Locals })
      const { locals } = answer
      res.setHeader('x-request-id', locals.requestId)
      if (context.config.production) res.setHeader('strict-transport-security', transportSecurity(req, context))
      req.headers['x-watchbill-client-ip'] = address
      // Only `Host` decides the site; Remix would build the page's URL from this header.
      delete req.headers['x-forwarded-host']
      const elapsed = stopwatch()
      const path = withoutSecret(pathOf(req))
      res.on('finish', () => {
        const ms = elapsed()
        const { method } = req
        context.requestMetrics.observe({ route: locals.route, method, status: res.statusCode, seconds: ms / 1000 })
        context.log.info(
          {
            request_id: locals.requestId,
            site: locals.site?.id ?? null,
            method: req.method,
            path,
            status: res.statusCode,
            ms: Math.round(ms),
          },
          'request',
        )
      })
      return answer
    },

    /** Finds the site of the one `Host` header; several headers match no site. @throws SiteUnread, SiteMoved. */
    async siteOf(req: IncomingMessage, locals: Pick<Locals, 'route'>): Promise<{ host: HostKind; site: Site | null }> {
      const host = hasOneHost(req) ? classifyHost(req.headers.host, context.config.BASE_DOMAIN) : UNKNOWN
      const name = host.kind === 'site' ? host.slug : host.kind === 'domain' ? host.name : null
      const site = name === null ? null : await readSite(context, name)
      if (!site && name !== null) await refuseMoved(context, name, host.kind, locals)
      return { host, site }
    },
  }
}

/** @throws SiteUnread with the reason when the data cannot be read. */
const readSite = (context: WebContext, name: string): Promise<Site | null> =>
  context.resolveSite(name).catch((cause: unknown) => {
    throw new SiteUnread(cause)
  })

/** @throws SiteMoved for a club that another deployment has now. */
async function refuseMoved(
  { resolveSite, config }: WebContext,
  name: string,
  kind: HostKind['kind'],
  locals: Pick<Locals, 'route'>,
): Promise<void> {
  const origin = await resolveSite.movedTo(name).catch((cause: unknown) => {
    throw new SiteUnread(cause)
  })
  if (origin === null) return
  locals.route = MOVED_ROUTE
  throw new SiteMoved(origin, origin === (kind === 'domain' ? domainOrigin : siteOrigin)(config, name))
}

/** The other names below a club's own domain are not the product's to decide about. */
const transportSecurity = ({ headers }: IncomingMessage, { config }: WebContext): string =>
  classifyHost(headers.host, config.BASE_DOMAIN).kind === 'domain'
    ? 'max-age=31536000'
    : 'max-age=31536000; includeSubDomains'

const UNKNOWN: HostKind = { kind: 'unknown' }

export type Edge = ReturnType<typeof createEdge>

export const isApi = ({ url = '' }: IncomingMessage): boolean => /^\/api(?:[/?]|$)/i.test(url)

export const pathOf = ({ url = '' }: IncomingMessage): string => {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]!.toLowerCase() === 'host') hosts++
  return hosts === 1
}
