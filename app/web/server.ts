import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import compression from 'compression'
import express from 'express'
import { holdsOperatorCookie } from '#server/accounts/sessions/tokens.ts'
import { hasSecret } from '#server/engine/access/secret-paths.pure.ts'
import { domainOrigin } from '#server/engine/kernel/config.ts'
import { isReady } from '#server/engine/kernel/metrics-server.ts'
import { SITE_NOT_FOUND } from '#server/engine/tenancy/resolve-site.ts'
import { FRAME_SOURCES } from '#server/markdown/contract.ts'
import { frameOrigins } from '#server/organisation/frame-origins.pure.ts'
import { type ApiCalls, createApiListener } from './api-listener.ts'
import type { WebContext } from './context.ts'
import { devRoutes } from './dev-routes.ts'
import { createEdge, type Edge, type Locals as RequestLocals } from './edge.ts'
import { type Failure, failureOf } from './failure.ts'
import { forwardErrors } from './forward-errors.ts'
import { landingPage } from './landing.ts'
import { createListener, type Listener } from './listener.ts'
import { mediaRoutes } from './media-routes.ts'
import { byMethod, setAllowHeader } from './methods.ts'
import { plainPage } from './plain-page.ts'
import { providerHooks } from './provider-hooks.ts'
import { CAUGHT, routeOfData } from './remix-protocol.ts'

declare module 'express-serve-static-core' {
  interface Locals extends RequestLocals {}
}

export type Pages = express.RequestHandler & {
  /** Whether the URL alone authorises the page's form, so that it may come from any page. */
  actsAlone: (path: string) => boolean
}

type Options = {
  context: WebContext
  pages: Pages
  calls: ApiCalls
  clientFolder: string
}

/**
 * Creates the HTTP server: health, request id, headers, static files, host → site, then Remix. The API has a separate
 * listener.
 */
export function createWebServer({ context, pages, calls, clientFolder }: Options): Listener {
  const app = express()
  const edge = createEdge(context)
  const files = new Set(readdirSync(clientFolder, { recursive: true, encoding: 'utf8' }).map((file) => `/${file}`))
  const listener = createListener(
    byMethod({ isFile: (path) => files.has(path), api: (req, res) => api(req, res), pages: app }),
  )
  app.disable('x-powered-by')
  app.set('trust proxy', context.config.TRUST_PROXY)
  app.use(ownTargetsOnly)
  app.get('/healthz', (_req, res) => void res.json({ status: 'ok' }))
  const readiness = oneAtATime(context.readiness)
  app.get(
    '/readyz',
    forwardErrors(async (_req, res) => {
      const parts: Record<string, string> = listener.stopping() ? { server: 'stopping' } : await readiness()
      res.status(isReady(parts) ? 200 : 503).json(parts)
    }),
  )
  const api = createApiListener({
    context,
    edge,
    calls,
    headers: { ...FIXED_HEADERS, 'content-security-policy': API_POLICY },
    trusts: app.get('trust proxy fn'),
  })
  app.use((req, res, next) => {
    edge.begin(req, res, req.ip ?? '')
    setAllowHeader(res)
    next()
  })
  app.use(setHeaders(FIXED_HEADERS))
  app.use(
    '/assets',
    compression(),
    express.static(path.join(clientFolder, 'assets'), { immutable: true, maxAge: '1y', index: false, redirect: false }),
  )
  const publicFiles = express.static(clientFolder, {
    maxAge: '1h',
    index: false,
    redirect: false,
    setHeaders: shownAnywhere,
  })
  app.use((req, res, next) => (files.has(req.path) ? publicFiles(req, res, next) : next()))
  app.use(contentSecurityPolicy)
  app.use(keepSecretAddresses)
  app.use(providerHooks(context))
  app.use(hostToSite(context, edge))
  if (context.config.devRoutes) app.use(devRoutes(context))
  app.use(knownHostsOnly)
  app.use(mediaRoutes(context))
  app.use('/events/public', framable(context.config))
  app.use(ownPathsOnly)
  app.use(ownDomainFirst(context))
  app.use(compression())
  app.use(ownPagesOnly(context, pages))
  app.all('*', pages)
  app.use(lastResort(context))
  return listener
}

/**
 * Shares the result of a running call with calls that arrive meanwhile, so that many of them open no more connections
 * than one.
 */
function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => {
    running ??= work().finally(() => {
      running = null
    })
    return running
  }
}

/** Lets web mail show the logos of the demo clubs on its pages. */
const shownAnywhere = (res: { setHeader(name: string, value: string): unknown }) =>
  void res.setHeader('cross-origin-resource-policy', 'cross-origin')

/** Refuses an absolute URL, as sent to proxies: only `Host` decides the site. */
const ownTargetsOnly: express.RequestHandler = (req, res, next) => {
  if (req.url.startsWith('/')) next()
  else res.status(404).json({ detail: SITE_NOT_FOUND })
}

/** Responds on a host without a site, or with an invalid name: a page at every path that a browser opens. */
const knownHostsOnly: express.RequestHandler = (req, res, next) => {
  const { host = '' } = req.headers
  const isReadable = /^[\w.-]+(?::\d{1,5})?$/.test(host) && URL.canParse(`http://${host}`)
  if (res.locals.site || (res.locals.console && isReadable)) return next()
  if (routeOfData(req.originalUrl) !== null) res.set(CAUGHT)
  const page = { title: 'Site not found', heading: SITE_NOT_FOUND }
  sayPlainly(req, res, 404, { page, body: { detail: SITE_NOT_FOUND } }, ['html', 'json'])
}

/** Refuses a path that decodes to another host: it is no page, and the router cannot build a URL from it. */
const ownPathsOnly: express.RequestHandler = (req, res, next) => {
  if (!/^\/(?:[/\\]|%2f|%5c)/i.test(req.url)) return next()
  const page = { title: 'Page not found', text: 'There’s no page at this address.' }
  sayPlainly(req, res, 404, { page, body: { detail: 'Not found.' } })
}

/**
 * Documents that keep working on both names: a kiosk is paired with one, and a provider returns to one. An operator's
 * secret never goes to a name whose DNS is the club's.
 */
const AT_EACH_NAME = /^\/(?:kiosk|login\/done|feeds|console|operator-entry)(?:\/|$)/i
const DOCUMENTS = ['document', 'iframe', 'frame', 'embed', 'object', undefined]

/**
 * Redirects a page to the site's own domain. Not for good, since the subdomain is back as soon as the domain is removed.
 * Calls, forms, secret links and what a page loads stay where they were asked for.
 */
const ownDomainFirst =
  ({ config }: WebContext): express.RequestHandler =>
  (req, res, next) => {
    const { site } = res.locals
    const isDocument =
      ['GET', 'HEAD'].includes(req.method) &&
      DOCUMENTS.some((kind) => kind === req.headers['sec-fetch-dest']) &&
      routeOfData(req.originalUrl) === null
    const domain = site?.own_domain
    const stays =
      !domain ||
      domain === site.reached_at ||
      hasSecret(req.path) ||
      AT_EACH_NAME.test(req.path) ||
      holdsOperatorCookie(req.headers.cookie)
    if (stays || !isDocument) next()
    else res.redirect(`${domainOrigin(config, domain)}${req.originalUrl}`)
  }

/** The API's responses are data: nothing in them may load or run. */
const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const FIXED_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

function setHeaders(headers: Record<string, string>): express.RequestHandler {
  const entries = Object.entries(headers)
  return (_req, res, next) => {
    for (const [name, value] of entries) res.setHeader(name, value)
    next()
  }
}

/**
 * Hides a secret URL from other sites. Without any referrer, browsers would send the page's forms with `Origin: null`.
 */
const keepSecretAddresses: express.RequestHandler = (req, res, next) => {
  if (hasSecret(req.path)) res.setHeader('referrer-policy', 'same-origin')
  next()
}

/** The policy of every page; only the route of the framed calendar may widen `frame-ancestors`. */
const contentSecurityPolicy: express.RequestHandler = (_req, res, next) => {
  const nonce = randomBytes(16).toString('base64')
  res.locals.nonce = nonce
  res.setHeader(
    'content-security-policy',
    [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
      `style-src-elem 'self' 'nonce-${nonce}'`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob: https:",
      "font-src 'self'",
      "connect-src 'self'",
      `frame-src ${FRAME_SOURCES.join(' ')}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
  )
  next()
}

/** Allows the public calendar in frames on the club's listed web sites only. */
const framable =
  ({ production }: { production: boolean }): express.RequestHandler =>
  (_req, res, next) => {
    const origins = frameOrigins(res.locals.site?.embed_origins ?? [], { production })
    if (origins.length) {
      const policy = String(res.getHeader('content-security-policy'))
      res.setHeader(
        'content-security-policy',
        policy.replace("frame-ancestors 'none'", `frame-ancestors 'self' ${origins.join(' ')}`),
      )
      res.removeHeader('x-frame-options')
    }
    next()
  }

function hostToSite(context: WebContext, edge: Edge): express.RequestHandler {
  return forwardErrors(async (req, res, next) => {
    const { host, site } = await edge.siteOf(req, res.locals)
    res.locals.site = site
    if (host.kind === 'landing' && req.path === '/' && ['GET', 'HEAD'].includes(req.method)) {
      res.type('html').send(await landingPage(context))
      return
    }
    if (host.kind === 'platform') {
      res.locals.console = /^\/console(?:\/|$)/.test(req.path)
      if (req.path === '/') res.redirect('/console')
      else next()
      return
    }
    next()
  })
}

/**
 * Responds without a route: a page for a browser, else JSON.
 * @param forms the first is the default for clients that accept both.
 */
function sayPlainly(
  req: express.Request,
  res: express.Response,
  status: number,
  { page, body }: Pick<Failure, 'page' | 'body'>,
  forms = ['json', 'html'],
): void {
  const loads = routeOfData(req.originalUrl) === null && req.accepts(forms) === 'html'
  res.status(status)
  if (!loads) {
    res.json(body)
    return
  }
  // A form is not sent again automatically.
  const { refresh, ...shown } = page
  const repeats = req.method === 'GET'
  const refreshes = refresh !== undefined && repeats ? { refresh } : {}
  if (refreshes.refresh) res.set('refresh', String(refreshes.refresh))
  const text = refresh === undefined || repeats ? page.text : 'Please go back and try again in a moment.'
  const again = status === 429 && repeats ? req.originalUrl : undefined
  const club = res.locals.site?.name
  res
    .type('html')
    .send(
      plainPage({ ...shown, text, ...refreshes, again, club, words: page.heading || body.moved_to ? '' : words(body) }),
    )
}

/**
 * Refuses a form that a page of another site sends, before any route runs. Without an `Origin` the route decides, since
 * programs and one-click unsubscribing send none.
 */
const ownPagesOnly =
  ({ config }: WebContext, { actsAlone }: Pages): express.RequestHandler =>
  (req, res, next) => {
    const { origin, host } = req.headers
    const safe = ['GET', 'HEAD', 'OPTIONS'].includes(req.method)
    const isOwn = origin === undefined || origin === `${new URL(config.publicOrigin).protocol}//${host}`
    if (safe || isOwn || actsAlone(req.path)) {
      next()
      return
    }
    const page = { title: 'Not Authorized', text: 'You do not have permission to complete the last action.' }
    sayPlainly(req, res, 403, { page, body: { detail: 'This request came from another page.' } })
  }

/** Handles errors that even the route pipeline could not translate; a browser gets a page. */
function lastResort({ log }: WebContext): express.ErrorRequestHandler {
  return (error, req, res, next) => {
    if (res.headersSent) {
      next(error)
      return
    }
    const failure = failureOf(error, { url: req.originalUrl, requestId: res.locals.requestId, log })
    res.set(failure.headers)
    sayPlainly(req, res, failure.status, failure)
  }
}

const words = ({ detail, request_id }: Failure['body']) =>
  [detail, request_id && `Request ${request_id}`].filter(Boolean).join(' ')
