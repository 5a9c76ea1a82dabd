import { useLocation } from '@remix-run/react'
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import plain from '../../ui/plain/plain.module.css'
import { PlainButtonAnchor, PlainButtonLink } from '../../ui/plain/plain-button.tsx'
import { type ApiError, readErrorState } from '../api-error.ts'
import { paths } from '../paths.ts'
import { useRoot } from '../use-root.ts'
import classes from './errors.module.css'
import { apiErrorText, errorPage, pageToRetry } from './pages.ts'

function BackButton({ variant }: { variant?: 'default' }) {
  const root = useRoot()
  const [to, label] =
    root?.site && !root.viewer ? [paths.hello, 'Go to the start'] : [paths.dashboard, 'Back to your dashboard']
  return (
    <PlainButtonLink to={to} leftSection={<IconArrowLeft size={18} aria-hidden />} {...(variant && { variant })}>
      {label}
    </PlainButtonLink>
  )
}

/**
 * Shows an error: the code small, the title large, links back, and the API's message in small text.
 * @param body the response of the failed call; by default that of the call that led here, if any.
 */
export function ErrorScreen({ status, body }: { status: number; body?: unknown }) {
  const { title, text } = errorPage(status)
  const [stored, setStored] = useState<ApiError | null>(null)
  const { state, pathname, search } = useLocation()
  // Only the browser knows it, so it appears after the first render.
  useEffect(() => setStored(readErrorState(state)), [state])
  const apiText = apiErrorText(body) ?? apiErrorText(stored)
  // A link, so that it works without JavaScript too.
  const again = pageToRetry(stored?.from ?? pathname + search)
  const contact = useRoot()?.site?.contact_email
  const isTemporary = status === 0 || status >= 429
  return (
    <div className={classes.page}>
      {status !== 0 && <span className={`${classes.code} num`}>{status}</span>}
      <h1 className={plain.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      <div className={`row cluster ${classes.ways}`}>
        {isTemporary ? (
          <>
            <PlainButtonAnchor href={again} leftSection={<IconRefresh size={18} aria-hidden />}>
              Try again
            </PlainButtonAnchor>
            <BackButton variant="default" />
          </>
        ) : (
          <BackButton />
        )}
        {status === 403 && contact && (
          <PlainButtonAnchor href={`mailto:${contact}`} variant="default">
            Email the club
          </PlainButtonAnchor>
        )}
      </div>
      {apiText && <p className={`muted ${classes.words}`}>{apiText}</p>}
    </div>
  )
}
