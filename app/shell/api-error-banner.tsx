import { Alert } from '@mantine/core'
import { useLocation, useNavigate } from '@remix-run/react'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type ApiError, onApiError, onErrorPage, storeApiError, storedApiError } from './api-error.ts'

const ERROR_PAGE = /^\/(403|404|429|500)\/?$/

/**
 * The dismissible banner above the content (specification §2.1), for what has no page of its own. It also opens the error
 * pages, and forgets the stored error once the reader has gone on from there.
 */
export function ApiErrorBanner() {
  const [error, setError] = useState<ApiError | null>(null)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => onApiError(() => setError(storedApiError())), [])
  useEffect(() => onErrorPage((status) => navigate(`/${status}`)), [navigate])
  useEffect(() => {
    if (!ERROR_PAGE.test(pathname)) storeApiError(null)
  }, [pathname])
  if (!error || error.status !== undefined) return null
  return (
    <Alert
      color="red"
      radius={0}
      role="alert"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={() => storeApiError(null)}
    >
      {error.message}
    </Alert>
  )
}
