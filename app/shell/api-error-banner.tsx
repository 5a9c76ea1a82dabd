import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type ApiError, onApiError, storeApiError, storedApiError } from './api-error.ts'

/** The dismissible banner above the content (specification §2.1). */
export function ApiErrorBanner() {
  const [error, setError] = useState<ApiError | null>(null)
  useEffect(() => onApiError(() => setError(storedApiError())), [])
  if (!error) return null
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
