import { useLocation, useNavigate } from '@remix-run/react'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { PlainAlert } from '../ui/plain/plain-alert.tsx'
import { PlainButton } from '../ui/plain/plain-button.tsx'
import { type ApiError, errorState, onApiError, onErrorPage, storeApiError } from './api-error.ts'
import classes from './banner.module.css'

/**
 * The dismissible banner above the content, for errors without a page; the next navigation clears it. Also opens the
 * error pages.
 */
export function ApiErrorBanner() {
  const [error, setError] = useState<ApiError | null>(null)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => onApiError(setError), [])
  useEffect(() => {
    if (pathname) setError(null)
  }, [pathname])
  useEffect(
    () =>
      onErrorPage(({ status, error }) =>
        navigate(`/${status}`, { state: errorState({ from: location.pathname + location.search, ...error }) }),
      ),
    [navigate],
  )
  if (!error) return null
  return (
    <PlainAlert
      tone="red"
      role="alert"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      closeLabel="Dismiss"
      onClose={() => storeApiError(null)}
    >
      {error.message}
      {error.retry && (
        <PlainButton className={classes.again} variant="default" h={44} onClick={error.retry}>
          Try again
        </PlainButton>
      )}
    </PlainAlert>
  )
}
