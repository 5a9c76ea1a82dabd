import { Button, Group } from '@mantine/core'
import { IconCopy, IconTemplate, IconUsersPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CopyDialog, type CopySource } from './copy-dialog.tsx'
import type { Roster } from './use-roster.ts'

export function EmptyRoster({ roster }: { roster: Roster }) {
  const [source, setSource] = useState<CopySource | null>(null)
  return (
    <>
      <EmptyState
        icon={IconUsersPlus}
        title="No shifts yet"
        text="Add the shifts that this event needs below, or begin with those of another event or a template. Only admins see them until you publish."
        action={
          <Group gap="xs" justify="center">
            <Button
              variant="default"
              h={44}
              leftSection={<IconCopy size={16} aria-hidden />}
              onClick={() => setSource('event')}
            >
              Copy from another event
            </Button>
            <Button
              variant="default"
              h={44}
              leftSection={<IconTemplate size={16} aria-hidden />}
              onClick={() => setSource('template')}
            >
              Use a template
            </Button>
          </Group>
        }
      />
      {source && <CopyDialog roster={roster} source={source} onClose={() => setSource(null)} />}
    </>
  )
}
