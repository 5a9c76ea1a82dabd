import { Button } from '@mantine/core'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { openProof } from './sheet-store.ts'

type Props = { event: { id: number; name: string }; about: string }

/** Opens the proof of an event from a row of a list; recipients are loaded only then. */
export function PublishRowButton({ event: { id, name }, about }: Props) {
  return (
    <Button
      variant="light"
      h={44}
      aria-label={`Publish ${eventName(name)}…`}
      aria-haspopup="dialog"
      onClick={() => openProof({ about, event: id, what: { events: [id], shifts: [] } })}
    >
      Publish…
    </Button>
  )
}
