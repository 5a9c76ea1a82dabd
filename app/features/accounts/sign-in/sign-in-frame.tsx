import { type ReactNode, useRef } from 'react'
import { SiteLogo } from '#app/shell/site-logo.tsx'
import { useRoot } from '#app/shell/use-root.ts'
import { Contours } from '#app/ui/contours.tsx'
import type { Icon, Tone } from '#app/ui/section-card.tsx'
import { useKeptText } from './kept-text.ts'
import classes from './sign-in.module.css'

type Props = {
  title: string
  text?: string
  sign?: { icon: Icon; tone: Tone } | undefined
  /** A low band over a wider page, for the pages behind links of messages. */
  slim?: boolean
  children: ReactNode
}

export function SignInFrame({ title, text, sign, slim = false, children }: Props) {
  const site = useRoot()?.site
  const page = useRef<HTMLDivElement>(null)
  useKeptText(page)
  return (
    <div className={classes.page} ref={page}>
      <section className={`card ${classes.frame}`} data-slim={slim || undefined} aria-label={title}>
        <div className={classes.band}>
          <Contours />
          <span className={classes.plate}>
            <SiteLogo size={slim ? 28 : 36} />
          </span>
          <span className={classes.club}>{site?.name ?? 'Watchbill operators'}</span>
        </div>
        <div className={classes.body}>
          <h1>
            {sign && (
              <span className={classes.sign} data-tone={sign.tone}>
                <sign.icon size={28} stroke={1.75} aria-hidden />
              </span>
            )}
            <span>{title}</span>
          </h1>
          {text && <p>{text}</p>}
          {children}
        </div>
      </section>
    </div>
  )
}
