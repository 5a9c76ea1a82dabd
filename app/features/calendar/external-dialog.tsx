import { Button } from '@mantine/core'
import { IconArrowUpRight } from '@tabler/icons-react'
import { useDateFormats } from '#app/shell/use-root.ts'
import { Modal } from '#app/ui/modal.tsx'
import { wholeDays } from './agenda-time.ts'
import classes from './calendar.module.css'
import type { Item } from './items.ts'

export function ExternalDialog({ item, onClose }: { item: Item | null; onClose: () => void }) {
  const when = useDateFormats()
  return (
    <Modal opened={item !== null} onClose={onClose} title={item?.organisation || 'Another club’s event'} centered>
      {item && (
        <>
          <dl className={classes.facts}>
            <dt>Organisation</dt>
            <dd>{item.organisation}</dd>
            <dt>Event</dt>
            <dd>{item.name}</dd>
            <dt>Start</dt>
            <dd className="num">{item.all_day ? wholeDays(item, when.day) : when.dateTime(item.start)}</dd>
            {item.location && (
              <>
                <dt>Location</dt>
                <dd>{item.location}</dd>
              </>
            )}
          </dl>
          {item.event_url && (
            <Button
              component="a"
              href={item.event_url}
              target="_blank"
              rel="noopener noreferrer"
              fullWidth
              h={44}
              rightSection={<IconArrowUpRight size={17} aria-hidden />}
            >
              Go to Site
            </Button>
          )}
        </>
      )}
    </Modal>
  )
}
