import { type ReactNode, useRef } from 'react'
import { SiteLogo } from '../../shell/site-logo.tsx'
import { useRoot } from '../../shell/use-root.ts'
import { Contours } from '../../ui/contours.tsx'
import { useKeptText } from './kept-text.ts'
import classes from './sign-in.module.css'

/** The layout of every sign-in step: a brand band with the club's logo (none on the operators' console), then one form. */
export function SignInFrame({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const site = useRoot()?.site
  const page = useRef<HTMLDivElement>(null)
  useKeptText(page)
  return (
    <div className={classes.page} ref={page}>
      <section className={classes.frame} aria-label={title}>
        <div className={classes.band}>
          <Contours />
          <span className={classes.plate}>
            <SiteLogo size={36} />
          </span>
          <span className={classes.club}>{site?.name ?? 'Watchbill operators'}</span>
        </div>
        <div className={classes.body}>
          <h1>{title}</h1>
          {text && <p>{text}</p>}
          {children}
        </div>
      </section>
    </div>
  )
}
