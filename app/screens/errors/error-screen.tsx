import { Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { paths } from '../../paths.ts'
import { storedApiError } from '../../shell/api-error.ts'

const PAGES: Record<number, { title: string; text: string }> = {
  403: { title: 'Not Authorized', text: 'You do not have permission to view this page or to complete the last action.' },
  404: { title: 'Page not found', text: 'There is nothing at this address. It may have been moved or removed.' },
  429: { title: 'Request Throttled', text: 'There were too many requests in a short time. Please wait a moment and try again.' },
  500: { title: 'Server Error', text: 'Something went wrong on our side. Please try again.' },
}

/**
 * The pages of specification §2.2: code small, sentence large, the way out first, the API's own words in small text.
 * @param body what the failed call answered; without it the stored API error of the browser is shown, if any.
 */
export function ErrorScreen({ status, body }: { status: number; body?: unknown }) {
  const page = PAGES[status] ?? (status === 503 ? { title: 'Not available', text: 'The service is not available for a moment. Please try again.' } : PAGES[500]!)
  const [stored, setStored] = useState<unknown>(null)
  useEffect(() => setStored(storedApiError()), [])
  const details = body ?? stored
  return (
    <Stack align="flex-start" gap="sm" maw={560} py={{ base: 24, sm: 64 }}>
      <Text c="dimmed" fw={600} className="num">
        {status}
      </Text>
      <Title order={1}>{page.title}</Title>
      <Text>{page.text}</Text>
      <Group gap="xs" mt="xs">
        <Button component={Link} to={paths.dashboard}>
          Go to the dashboard
        </Button>
        {status !== 403 && status !== 404 && (
          <Button variant="default" onClick={() => window.location.reload()}>
            Try again
          </Button>
        )}
      </Group>
      {details != null && details !== '' && (
        <Code block fz="xs" mt="md" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {typeof details === 'string' ? details : JSON.stringify(details)}
        </Code>
      )}
    </Stack>
  )
}
