import { IconArrowLeft, IconMaximize, IconRefresh, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { SiteLogo } from '#app/shell/site-logo.tsx'
import { useSite } from '#app/shell/use-root.ts'
import { Contours } from '#app/ui/contours.tsx'
import classes from './kiosk.module.css'

type Props = {
  title: string
  tone?: 'start' | 'thanks'
  onBack?: () => void
  onRefresh?: () => void
  onStartOver?: () => void
  notice?: ReactNode
  foot?: ReactNode
  children: ReactNode
}

export function Frame({ title, tone, onBack, onRefresh, onStartOver, notice, foot, children }: Props) {
  const site = useSite()
  const heading = useRef<HTMLHeadingElement>(null)
  const lastTitle = useRef(title)
  // Moves focus to the new question, for keyboards and screen readers.
  useEffect(() => {
    if (lastTitle.current !== title) heading.current?.focus()
    lastTitle.current = title
  }, [title])
  const start = tone === 'start'
  return (
    <div className={classes.kiosk} data-tone-of={tone}>
      {start && <Contours />}
      <header className={classes.top}>
        {onBack && (
          <button type="button" className={classes.text} onClick={onBack}>
            <IconArrowLeft size={28} aria-hidden />
            Back
          </button>
        )}
        {start || !onBack ? (
          <span className={classes.club}>
            <span className={classes.plate}>
              <SiteLogo size={44} />
            </span>
            <span>{site.name}</span>
          </span>
        ) : null}
        <h1 ref={heading} tabIndex={-1} data-hidden={start || undefined}>
          {title}
        </h1>
        {onStartOver && (
          <button type="button" className={classes.text} data-over onClick={onStartOver}>
            <IconX size={26} aria-hidden />
            Start over
          </button>
        )}
        {onRefresh && (
          <button type="button" className={classes.icon} aria-label="Refresh" onClick={onRefresh}>
            <IconRefresh size={30} aria-hidden />
          </button>
        )}
        <button type="button" className={classes.icon} aria-label="Full screen" onClick={toggleFullscreen}>
          <IconMaximize size={30} aria-hidden />
        </button>
      </header>
      <div className={classes.notice} aria-live="polite">
        {notice}
      </div>
      <div className={classes.main}>{children}</div>
      {foot}
      <footer className={classes.help}>
        <span>Need help? {[site.contact_name, site.contact_email].filter(Boolean).join(', ')}</span>
        <span>{site.prefix}</span>
      </footer>
    </div>
  )
}

function toggleFullscreen(): void {
  // Ignores devices that have no full screen or do not allow it.
  const exited = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.({ navigationUI: 'hide' })
  exited?.catch(() => {})
}
