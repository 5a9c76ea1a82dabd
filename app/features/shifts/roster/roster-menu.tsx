import { ActionIcon, Menu } from '@mantine/core'
import { Link } from '@remix-run/react'
import {
  IconCalendarOff,
  IconCloudOff,
  IconCopy,
  IconDots,
  IconExternalLink,
  IconList,
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
import { countText } from '#app/ui/count-text.ts'
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

/** Actions that would lose or skip staged changes are disabled until these are saved. */
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
          <Menu.Item component={Link} to={paths.events} leftSection={<IconList size={16} aria-hidden />}>
            All events
          </Menu.Item>
          <MessageItems roster={roster} />
          {vacant.length > 0 && !isOff && (
            <Menu.Item
              leftSection={<IconUserSearch size={16} aria-hidden />}
              disabled={!clean}
              onClick={() => setOpen('cover')}
            >
              Find people for {countText(vacant.length, 'open shift')}
            </Menu.Item>
          )}
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
          {!isOff && now !== undefined && end > now && (
            <Menu.Item
              leftSection={<IconCalendarOff size={16} aria-hidden />}
              disabled={!clean}
              onClick={() => setOpen('call-off')}
            >
              Call off the event…
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
