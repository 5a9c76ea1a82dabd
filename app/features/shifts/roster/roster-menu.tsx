import { ActionIcon, Button, Menu } from '@mantine/core'
import { Link } from '@remix-run/react'
import {
  IconCalendarOff,
  IconChevronDown,
  IconCloudOff,
  IconCopy,
  IconDots,
  IconExternalLink,
  IconPrinter,
  IconRepeat,
  IconTemplate,
  IconTrash,
  IconUserSearch,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { LateCallOffSheet } from '#app/features/events/decide/late-call-off-sheet.ts'
import { paths } from '#app/shell/paths.ts'
import { useRoot } from '#app/shell/use-root.ts'
import { isEventOff } from '#server/shift-facts/event.pure.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { FindCoverDialog } from './find-cover-dialog.tsx'
import { MessageItems } from './message-items.tsx'
import { RepeatDialog } from './repeat-dialog.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import { UnpublishDialog } from './unpublish-dialog.tsx'
import type { Roster } from './use-roster.ts'

type Open = 'cover' | 'copy' | 'template' | 'repeat' | 'unpublish' | 'call-off' | 'remove' | null

/** Buttons and menus of the head. What would lose or skip staged changes is disabled until these are saved. */
export function RosterMenu({ roster }: { roster: Roster }) {
  const [open, setOpen] = useState<Open>(null)
  const { id, decision, start, end, fields } = roster.editor.event
  const now = useRoot()?.now
  const isOff = isEventOff({ decision })
  const clean = roster.count === 0
  const vacant = roster.shifts.flatMap(({ stored, published }) =>
    stored && published && stored.person === null ? [stored.id] : [],
  )
  const close = () => setOpen(null)
  return (
    <>
      {vacant.length > 0 && !isOff && (
        <Button
          variant="default"
          leftSection={<IconUserSearch size={16} aria-hidden />}
          disabled={!clean}
          onClick={() => setOpen('cover')}
        >
          Find people
        </Button>
      )}
      {!isOff && now !== undefined && end > now && (
        <Button
          variant="default"
          leftSection={<IconCalendarOff size={16} aria-hidden />}
          disabled={!clean}
          onClick={() => setOpen('call-off')}
        >
          Call off…
        </Button>
      )}
      <Menu position="bottom-end" shadow="md" withinPortal={false}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
            Message
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <MessageItems roster={roster} />
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-end" shadow="md" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={paths.event(id)} leftSection={<IconExternalLink size={16} aria-hidden />}>
            Open as a member
          </Menu.Item>
          <Menu.Item component={Link} to={paths.shiftList(id)} leftSection={<IconPrinter size={16} aria-hidden />}>
            Printable shift list
          </Menu.Item>
          <Menu.Divider />
          {!isOff && (
            <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => setOpen('copy')}>
              Copy shifts
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconTemplate size={16} aria-hidden />}
            disabled={!clean || !roster.shifts.length}
            onClick={() => setOpen('template')}
          >
            Save as template
          </Menu.Item>
          <Menu.Item
            leftSection={<IconRepeat size={16} aria-hidden />}
            disabled={!clean}
            onClick={() => setOpen('repeat')}
          >
            Repeat this event
          </Menu.Item>
          {roster.shifts.some(({ published }) => published) && !isOff && (
            <Menu.Item
              leftSection={<IconCloudOff size={16} aria-hidden />}
              disabled={!clean}
              onClick={() => setOpen('unpublish')}
            >
              Unpublish all shifts
            </Menu.Item>
          )}
          <Menu.Item
            c="var(--wb-red-fg)"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={!clean}
            onClick={() => setOpen('remove')}
          >
            Delete this event
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'cover' && <FindCoverDialog shifts={vacant} onClose={close} />}
      {open === 'copy' && <CopyDialog roster={roster} onClose={close} />}
      {open === 'template' && <TemplateDialog roster={roster} onClose={close} />}
      {open === 'repeat' && <RepeatDialog roster={roster} onClose={close} />}
      {open === 'unpublish' && <UnpublishDialog roster={roster} onClose={close} />}
      {open === 'call-off' && (
        <Suspense>
          <LateCallOffSheet
            event={{
              id,
              name: fields.name,
              start,
              end,
              decision,
              location: fields.location === null ? null : roster.nameOf('locations', fields.location),
            }}
            onClose={close}
          />
        </Suspense>
      )}
      {open === 'remove' && <DeleteDialog roster={roster} onClose={close} />}
    </>
  )
}
