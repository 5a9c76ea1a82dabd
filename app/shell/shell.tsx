import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { OncePageRuns } from '../ui/once-page-runs.tsx'
import { ApiErrorBanner } from './api-error-banner.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ClosingBanner } from './closing-banner.tsx'
import { lazyPart } from './connection/lazy-part.ts'
import { UnsentBanner } from './connection/unsent-banner.tsx'
import { ConsentBanner } from './consent-banner.tsx'
import { useDrawer } from './drawer.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { ImpersonationBanner } from './impersonation-banner.tsx'
import { NoticeLine } from './notice-line.tsx'
import { Progress } from './progress.tsx'
import { SectionTabs } from './section-tabs.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { useFollowedLinks } from './use-followed-links.ts'
import { useFramed } from './use-framed.ts'
import { useHandle, useRoot, useViewer } from './use-root.ts'

const FreshPage = lazyPart(() => import('./fresh-page.ts').then((module) => ({ default: module.FreshPage })))

export function Shell({ children }: { children: ReactNode }) {
  const viewer = useViewer()
  const notices = useRoot()?.notices
  const framed = useFramed()
  const { width, ownBand } = useHandle()
  const { pathname } = useLocation()
  const drawer = useDrawer()
  useFollowedLinks()
  const navigable = viewer !== null && !framed
  const headless = framed || (ownBand === true && viewer === null)
  const admin = viewer?.role === 'admin'
  return (
    <div
      className={classes.shell}
      data-headless={headless || undefined}
      data-navigable={navigable || undefined}
      data-sm={drawer.widths.sm}
      data-md={drawer.widths.md}
    >
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <Progress />
      {!headless && <Header drawer={drawer} pathname={pathname} />}
      {navigable && drawer.open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: for fingers; the toggle and Escape close the drawer too.
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
        <div className={classes.scrim} onClick={drawer.close} />
      )}
      {navigable && <Sidebar drawer={drawer} admin={admin} pathname={pathname} />}
      <div
        className={classes.page}
        data-bottom={(navigable && !admin) || undefined}
        style={width ? { ['--content' as string]: width } : undefined}
      >
        <ImpersonationBanner />
        {!framed && <ConsentBanner />}
        {!framed && viewer?.closing && <ClosingBanner />}
        {!framed && notices?.map((notice) => <NoticeLine key={notice.id} notice={notice} />)}
        {!framed && <UnsentBanner />}
        <ApiErrorBanner />
        <main id="content" className={classes.content} tabIndex={-1}>
          {navigable && <SectionTabs admin={admin} />}
          {children}
        </main>
        {!framed && <Footer />}
      </div>
      {navigable && !admin && <BottomBar pathname={pathname} />}
      {navigable && (
        <OncePageRuns>
          <FreshPage />
        </OncePageRuns>
      )}
    </div>
  )
}
