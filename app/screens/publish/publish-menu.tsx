import { Button, Popover } from '@mantine/core'
import { useState } from 'react'
import { FormError } from '../../ui/form-error.tsx'
import { notifiesText } from '../../ui/notification-text.ts'
import classes from './publish.module.css'
import { RecipientsList } from './recipients-button.tsx'
import { shiftsText, usePublish, usePublishPreview } from './use-publish.ts'

type Props = { event: { id: number; name: string; unpublished: number } }

/** Publishes an event's shifts from a row of a list: asks whom that notifies only once it is opened. */
export function PublishMenu({ event }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      withinPortal={false}
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      width={300}
      trapFocus
      hideDetached={false}
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="light"
          h={44}
          aria-label={`Publish ${event.name || 'Untitled Event'}…`}
          onClick={() => setOpened((open) => !open)}
        >
          Publish…
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Publish ${event.name || 'Untitled Event'}`} className={classes.list}>
        {opened && <Question event={event} onDone={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Question({ event, onDone }: Props & { onDone: () => void }) {
  const what = { events: [event.id], shifts: [] }
  const preview = usePublishPreview(what)
  const { publish, busy, problem } = usePublish()
  return (
    <>
      {preview ? <RecipientsList {...preview} /> : <p role="status">Checking who will be notified…</p>}
      <FormError message={problem} />
      <Button
        fullWidth
        mt="sm"
        h={44}
        disabled={!preview}
        loading={busy}
        onClick={() => void publish(what).then((done) => done && onDone())}
      >
        Publish {shiftsText(event.unpublished)}
        {preview && <span className={classes.consequence}>{notifiesText(preview.notifies.people)}</span>}
      </Button>
    </>
  )
}
