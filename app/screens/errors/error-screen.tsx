import { Button, Group, Text, Title } from '@mantine/core'
import { Link, useLocation } from '@remix-run/react'
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { readErrorState } from '../../shell/api-error.ts'
import { paths } from '../../shell/paths.ts'
import { useRoot } from '../../shell/use-root.ts'
import classes from './errors.module.css'
import { apiWords, errorPage } from './pages.ts'

const back = { component: Link, to: paths.dashboard, leftSection: <IconArrowLeft size={18} aria-hidden /> } as const

/**
 * The error pages: code small, sentence large, the way out first, the API's own words in small text.
 * @param body what the failed call answered; without it what the call answered that opened this page, if any.
 */
export function ErrorScreen({ status, body }: { status: number; body?: unknown }) {
  const { title, text } = errorPage(status)
  const [stored, setStored] = useState<unknown>(null)
  const { state } = useLocation()
  // Known to the browser alone: it comes after the first rendering.
  useEffect(() => setStored(readErrorState(state)), [state])
  const words = apiWords(body) ?? apiWords(stored)
  const contact = useRoot()?.site?.contact_email
  const mayPass = status === 0 || status >= 429
  return (
    <div className={classes.page}>
      {status !== 0 && <span className={`${classes.code} num`}>{status}</span>}
      <Title order={1}>{title}</Title>
      <Text c="dimmed">{text}</Text>
      <Group gap="xs" mt={8}>
        {mayPass ? (
          <>
            <Button onClick={() => window.location.reload()} leftSection={<IconRefresh size={18} aria-hidden />}>
              Try again
            </Button>
            <Button {...back} variant="default">
              Back to your dashboard
            </Button>
          </>
        ) : (
          <Button {...back}>Back to your dashboard</Button>
        )}
        {status === 403 && contact && (
          <Button component="a" href={`mailto:${contact}`} variant="default">
            Email the club
          </Button>
        )}
      </Group>
      {words && <p className={classes.words}>{words}</p>}
    </div>
  )
}
