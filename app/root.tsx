import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@fontsource-variable/inter/index.css'
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import './ui/base.css'
import './ui/layout.css'
import './ui/widths.css'
import { type HeadersFunction, json, type LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import { siteOrigin } from '#server/engine/kernel/config.ts'
import { publicSiteData } from '#server/engine/tenancy/public-site.ts'
import { mustAgreeAgain } from '#server/people/self/consent.ts'
import { PasswordPrompt } from './collections/reauth/password-prompt.tsx'
import { UndoProvider } from './collections/undo.tsx'
import { cookieMatching } from './session/cookies.ts'
import { lazyPart } from './shell/connection/lazy-part.ts'
import { PageGuard } from './shell/connection/page-guard.tsx'
import { ErrorScreen } from './shell/errors/error-screen.tsx'
import { NoSite } from './shell/errors/no-site.tsx'
import { errorPage } from './shell/errors/pages.ts'
import { type ForcedScheme, LookProvider, LookStyles, SchemeScript } from './shell/look.tsx'
import { useNonce } from './shell/nonce.ts'
import { NOTICES_COOKIE, NOTICES_COOKIE_FORM, noticesFor } from './shell/notices.ts'
import { reportError } from './shell/report-errors.ts'
import type { RootData, Viewer } from './shell/root-data.ts'
import { SettledMark } from './shell/settled-mark.tsx'
import { Shell } from './shell/shell.tsx'
import { readSidebar, SIDEBAR_COOKIE } from './shell/sidebar-state.ts'
import { pageTitle } from './shell/title.ts'
import { useFramed } from './shell/use-framed.ts'
import { SwitchedRoot, useHandle, usePageTitle, useRoot, useSwitchedRoot } from './shell/use-root.ts'
import { OncePageRuns } from './ui/once-page-runs.tsx'

/** Only admins publish; members never load it. */
const PublishSheetHost = lazyPart(
  () => import('./features/publishing/sheet-host.tsx').then((module) => ({ default: module.PublishSheetHost })),
  { ahead: false },
)

export const loader = ({ context, request }: LoaderFunctionArgs) => {
  const { app, site, actor } = context
  const viewer: Viewer | null =
    actor.kind === 'person'
      ? {
          id: actor.person.id,
          name: actor.person.name,
          email: actor.person.email,
          avatar: actor.person.avatar,
          role: actor.viewAsUser ? 'user' : actor.person.access_role,
          isAdmin: actor.person.access_role === 'admin',
          settings: actor.person.settings,
          impersonator: actor.impersonator,
          consentIsOld: actor.impersonator === null && mustAgreeAgain(actor.person),
          closing: actor.closing ?? null,
        }
      : null
  const data: RootData = {
    site: site && publicSiteData(site, { signedIn: actor.kind === 'person' }),
    console: context.console,
    viewer,
    host: new URL(request.url).hostname,
    subdomain: site?.reached_at === undefined ? null : new URL(siteOrigin(app.config, site.slug)).hostname,
    notices: viewer
      ? noticesFor(app.resolveSite.notices(), {
          admin: viewer.role === 'admin',
          now: app.clock.now(),
          dismissed: cookieMatching(request.headers.get('cookie'), NOTICES_COOKIE, NOTICES_COOKIE_FORM),
        })
      : [],
    now: app.clock.now().toISOString(),
    theme: viewer?.settings.theme ?? 'Auto',
    sidebar: readSidebar(cookieMatching(request.headers.get('cookie'), SIDEBAR_COOKIE, /^[^\s"]+$/)),
    supportEmail: app.config.SUPPORT_EMAIL,
    commit: app.config.COMMIT,
  }
  return json(data, { status: site || context.console ? 200 : 404 })
}

/** Retry-After of the refusal that the page shows. */
export const headers: HeadersFunction = ({ errorHeaders }) => {
  const seconds = errorHeaders?.get('retry-after')
  return seconds ? { 'retry-after': seconds } : {}
}

/** 0: the browser got no answer at all. */
const statusOf = (error: unknown) =>
  isRouteErrorResponse(error)
    ? error.status
    : error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
      ? 0
      : 500

const SCHEMES: Record<RootData['theme'], ForcedScheme> = { Auto: undefined, Light: 'light', Dark: 'dark' }

export function Layout({ children }: { children: ReactNode }) {
  const root = useRoot()
  const nonce = useNonce()
  const error = useRouteError()
  const handle = useHandle()
  const named = usePageTitle()
  const framed = useFramed()
  const title =
    root && !root.site && !root.console ? 'Site not found' : error ? errorPage(statusOf(error)).title : named
  const scheme = SCHEMES[root?.theme ?? 'Auto']
  const hasScripts = !(handle.scriptless && framed)
  const marks = {
    'data-mantine-color-scheme': scheme ?? 'light',
    'data-respect-reduced-motion': 'true',
    ...(root?.viewer && { 'data-signed-in': '' }),
    ...(hasScripts && { 'data-settled': '' }),
  }
  return (
    <html lang="en-GB" suppressHydrationWarning {...marks}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <meta name="color-scheme" content={scheme ?? 'light dark'} />
        <title>{pageTitle(title, root?.site?.name)}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="preload" as="font" type="font/woff2" href={latin} crossOrigin="anonymous" />
        {/* Painted once its content is there, before the data and the scripts: a part of a page would move. */}
        <link rel="expect" href="#content-end" blocking="render" />
        <Meta />
        <Links />
        <LookStyles color={root?.site?.color ?? ''} />
        {!scheme && <SchemeScript />}
      </head>
      <body>
        <LookProvider scheme={scheme}>{children}</LookProvider>
        <div id="content-end" hidden />
        {hasScripts && (
          <>
            <SettledMark />
            <PageGuard />
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  )
}

export default function App() {
  const root = useRoot()
  const switched = useSwitchedRoot()
  if (root?.console) return <Outlet />
  return root?.site ? (
    <SwitchedRoot.Provider value={switched}>
      <Shell>
        <UndoProvider>
          {!switched && <Outlet />}
          <PasswordPrompt />
          {!switched && root.viewer?.role === 'admin' && (
            <OncePageRuns>
              <PublishSheetHost />
            </OncePageRuns>
          )}
        </UndoProvider>
      </Shell>
    </SwitchedRoot.Provider>
  ) : (
    <NoSite />
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const root = useRoot()
  const status = statusOf(error)
  useEffect(() => {
    if (!isRouteErrorResponse(error)) reportError(error)
  }, [error])
  const body = isRouteErrorResponse(error)
    ? typeof error.data === 'string'
      ? safeJson(error.data)
      : error.data
    : undefined
  if (!root?.site) return root ? <NoSite /> : <NoSite message={errorPage(status).text} />
  return (
    <Shell>
      <ErrorScreen status={status} body={body} />
    </Shell>
  )
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
