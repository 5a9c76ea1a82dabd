import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { OncePageRuns } from '#app/ui/once-page-runs.tsx'
import classes from './pending-requests.module.css'

const WithTooltip = lazyPart(() =>
  import('./comment-tooltip.tsx').then((module) => ({ default: module.CommentTooltip })),
)

/** The first lines of a comment; its tooltip has all of it. */
export function RequestComment({ text }: { text: string }) {
  const button = (
    <button type="button" className={classes.comment} aria-label={`Comment: ${text}`}>
      <span>“{text}”</span>
    </button>
  )
  return (
    <OncePageRuns fallback={button}>
      <WithTooltip text={text}>{button}</WithTooltip>
    </OncePageRuns>
  )
}
