import { Button, Group, Stack, Text } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import { formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import { changeLabel, type Site } from './site.ts'

type Changing = Pick<Site, 'slug' | 'name' | 'status'>

const isDone = (data: unknown) => typeof data === 'object' && data !== null && 'status' in data && !('problem' in data)

export function ChangeDialog({ site, onClose }: { site: Changing | null; onClose: () => void }) {
  return (
    <Modal opened={site !== null} onClose={onClose} title={site && `${changeLabel(site)} ${site.name}?`} centered>
      {site && <ConfirmChange site={site} onClose={onClose} />}
    </Modal>
  )
}

function ConfirmChange({ site, onClose }: { site: Changing; onClose: () => void }) {
  const fetcher = useFetcher<unknown>()
  const settled = fetcher.state === 'idle' && isDone(fetcher.data)
  useEffect(() => {
    if (settled) onClose()
  }, [settled, onClose])
  const suspends = site.status === 'active'
  return (
    <fetcher.Form method="post" action={paths.consoleState(site.slug, suspends ? 'suspend' : 'resume')}>
      <Stack gap="md">
        <FormError message={formError(fetcher.data)} />
        <Text>
          {suspends
            ? 'The site goes offline: no one can sign in and no reminders are sent. Nothing is lost, and you can resume it at any time.'
            : 'People can sign in again straight away, and reminders resume.'}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" h={44} onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button type="submit" h={44} color={suspends ? 'red' : 'brand'} loading={fetcher.state !== 'idle'}>
            {changeLabel(site)}
          </Button>
        </Group>
      </Stack>
    </fetcher.Form>
  )
}
