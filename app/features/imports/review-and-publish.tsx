import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { PublishButton } from '#app/features/publishing/publish-button.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { countText } from '#app/ui/count-text.ts'
import { Modal } from '#app/ui/modal.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { UnpublishedOfImport } from '#server/imports/contract.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import classes from './result.module.css'

const MAX_PUBLISHED = 1000

export function ReviewAndPublish({ unpublished }: { unpublished: readonly UnpublishedOfImport[] }) {
  const when = useDateFormats()
  const [open, setOpen] = useState(false)
  const shifts = unpublished.flatMap((event) => event.shifts)
  const now = shifts.slice(0, MAX_PUBLISHED)
  return (
    <SectionCard title="Not published yet" icon={IconSend} accent="unpublished">
      <div className={`row cluster between ${classes.next}`}>
        <p>
          Members do not see {shifts.length === 1 ? 'this shift' : 'these shifts'} yet, and no one is reminded about{' '}
          {shifts.length === 1 ? 'it' : 'them'}.
        </p>
        <Button h={44} leftSection={<IconSend size={16} aria-hidden />} onClick={() => setOpen(true)}>
          Review and publish {countText(shifts.length, 'shift')}
        </Button>
      </div>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={`${countText(shifts.length, 'shift')} of ${countText(unpublished.length, 'event')}`}
        centered
      >
        <Stack gap="sm">
          <ul className={`list ${classes.events}`}>
            {unpublished.map((event) => (
              <li key={event.event}>
                <Link to={paths.eventShifts(event.event)}>{eventName(event.name)}</Link>
                <small>
                  {when.dateTime(event.start)}, {countText(event.shifts.length, 'shift')}
                </small>
              </li>
            ))}
          </ul>
          {now.length < shifts.length && (
            <Text fz="sm">
              At most {countText(MAX_PUBLISHED, 'shift')} are published at a time, and the others follow.
            </Text>
          )}
          <PublishButton
            shifts={now}
            count={now.length}
            about={`${countText(unpublished.length, 'event')} of this import`}
            stamp={String(shifts.length)}
            height={44}
            onOpen={() => setOpen(false)}
          />
        </Stack>
      </Modal>
    </SectionCard>
  )
}
