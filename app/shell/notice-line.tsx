import { OncePageRuns } from '../ui/once-page-runs.tsx'
import classes from './banner.module.css'
import { lazyPart } from './connection/lazy-part.ts'
import type { ShownNotice } from './notices.ts'
import { useDateFormats } from './use-root.ts'

const HideNotice = lazyPart(() => import('./hide-notice.tsx').then((module) => ({ default: module.HideNotice })), {
  ahead: false,
})

/** A notice of the operators to all clubs, with its times at the site, until the reader hides it. */
export function NoticeLine({ notice: { id, text, starts_at, ends_at } }: { notice: ShownNotice }) {
  const when = useDateFormats()
  return (
    <div className={`row cluster ${classes.banner}`} data-tone="slate" role="status">
      <p>
        {text} ({when.short(starts_at)}, {when.range(starts_at, ends_at)})
      </p>
      <OncePageRuns>
        <HideNotice notice={id} />
      </OncePageRuns>
    </div>
  )
}
