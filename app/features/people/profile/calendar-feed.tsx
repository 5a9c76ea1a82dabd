import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCalendarPlus, IconCheck, IconCopy, IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { useViewer } from '#app/shell/use-root.ts'
import { CALENDAR_DELAY } from '#app/ui/calendar-links.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'

/**
 * A calendar subscription of the viewer's shifts, which can be renewed and ended. Hidden from an admin acting as the
 * person.
 */
export function CalendarFeed() {
  const acting = useViewer()?.impersonator
  return acting ? null : <OwnFeed />
}

function OwnFeed() {
  const [url, setUrl] = useState<string | null>()
  const { call, busy, problem } = useCalls({ reload: 'never' })
  const send = async (method: 'GET' | 'POST' | 'DELETE') => {
    const { ok, body } = await call<{ url: string | null } | null>(method, '/api/calendarfeed')
    if (ok) setUrl(body?.url ?? null)
  }
  const read = useRef(() => send('GET'))
  useEffect(() => void read.current(), [])
  return (
    <SectionCard title="Calendar subscription" icon={IconCalendarPlus}>
      <Stack p="md" pt={0} gap="sm">
        <Text size="sm" c="dimmed">
          See your shifts in the calendar on your phone or computer. It updates automatically, but not straight away:
          Apple looks about every hour, Outlook every few hours. {CALENDAR_DELAY} Urgent changes reach you by email or
          text.
        </Text>
        <FormError message={problem} />
        {url === null && (
          <Button variant="light" loading={busy} onClick={() => send('POST')} style={{ alignSelf: 'flex-start' }}>
            Create an address
          </Button>
        )}
        {url && (
          <>
            <TextInput
              label="Address"
              description="Anyone with this link can see your shifts. Keep it private."
              readOnly
              value={url}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Group gap="xs">
              <Button
                component="a"
                href={url.replace(/^https?:/, 'webcal:')}
                leftSection={<IconCalendarPlus size={18} aria-hidden />}
              >
                Subscribe
              </Button>
              <CopyButton value={url}>
                {({ copied, copy }) => (
                  <Button
                    variant="default"
                    onClick={copy}
                    leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
                  >
                    {copied ? 'Copied' : 'Copy address'}
                  </Button>
                )}
              </CopyButton>
              <Button
                variant="subtle"
                color="gray"
                loading={busy}
                onClick={() => send('POST')}
                leftSection={<IconRefresh size={18} aria-hidden />}
              >
                New address
              </Button>
              <Button variant="subtle" color="gray" disabled={busy} onClick={() => send('DELETE')}>
                End subscription
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </SectionCard>
  )
}
