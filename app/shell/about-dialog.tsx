import { Anchor, Button, Code, Group, Stack, Text } from '@mantine/core'
import { Link, useNavigate } from '@remix-run/react'
import { useState } from 'react'
import { Modal } from '../ui/modal.tsx'
import { fetchApi, HANDLED_STATUSES } from './fetch-api.ts'
import { paths } from './paths.ts'
import { VERSION } from './root-data.ts'
import { useRoot, useSite } from './use-root.ts'

export function AboutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const site = useSite()
  const root = useRoot()
  const navigate = useNavigate()
  const [status, setStatus] = useState('')
  const warn = async () => {
    const answer = await fetchApi(
      paths.report,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ message: 'Test warning' }),
      },
      HANDLED_STATUSES,
    ).catch(() => null)
    const body = (await answer?.json().catch(() => null)) as { detail?: string } | null | undefined
    setStatus(body?.detail ?? 'The warning could not be sent.')
  }
  const leave = () => {
    onClose()
    navigate('/500')
  }
  const clear = () => {
    localStorage.clear()
    window.location.reload()
  }
  return (
    <Modal opened={opened} onClose={onClose} title="About">
      <Stack gap="sm">
        <Text>
          Watchbill is a volunteer management platform. Hundreds of people use it every month to plan and work their
          shifts.
        </Text>
        <Text fz="sm">
          Your club:{' '}
          <Anchor href={`mailto:${site.contact_email}`} inherit underline="always">
            {site.contact_email}
          </Anchor>
        </Text>
        <Text fz="sm">
          Technical support:{' '}
          <Anchor href={`mailto:${root?.supportEmail}`} inherit underline="always">
            {root?.supportEmail}
          </Anchor>
        </Text>
        <Text fz="sm">
          For developers:{' '}
          <Anchor component={Link} to={paths.apiDocs} onClick={onClose} inherit underline="always">
            API reference
          </Anchor>
        </Text>
        <Text fz="sm" c="dimmed">
          Version <Code>{VERSION}</Code> <Code>{root?.commit.slice(0, 7)}</Code>
        </Text>
        <Group gap="xs">
          <Button variant="default" size="sm" onClick={clear}>
            Clear local storage and reload
          </Button>
          <Button variant="default" size="sm" onClick={leave}>
            Open the server-error page
          </Button>
          <Button variant="default" size="sm" onClick={() => void warn()}>
            Send a test warning
          </Button>
        </Group>
        <Text fz="sm" role="status">
          {status}
        </Text>
      </Stack>
    </Modal>
  )
}
