import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { FormError } from '#app/ui/form-error.tsx'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { publishFew } from './publish-few.ts'
import { openProof } from './sheet-store.ts'
import classes from './unpublished.module.css'
import { usePublish } from './use-publish.ts'

type Props = { event: { id: number; name: string; planned_at: string | null }; about: string }

/**
 * Publishes an event from a row of a list, or opens its proof where that notifies many, has a warning or is planned;
 * recipients are loaded only then.
 */
export function PublishRowButton({ event: { id, name, planned_at }, about }: Props) {
  const { publish, problem } = usePublish()
  const [busy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const what = { events: [id], shifts: [] }
  const ask = { about, event: id, what }
  const press = async () => {
    if (planned_at) return openProof(ask)
    setBusy(true)
    await publishFew(ask, async () => {
      const isPublished = await publish(what)
      if (isPublished) focusBeside(button.current)
      return isPublished
    })
    setBusy(false)
  }
  return (
    <span className={classes.end}>
      <Button
        ref={button}
        variant="light"
        h={44}
        loading={busy}
        onClick={press}
        aria-label={`Publish ${eventName(name)}`}
      >
        Publish
      </Button>
      <FormError message={problem} />
    </span>
  )
}

/** Moves the focus to the same button of the row below, or above: its own row disappears. */
function focusBeside(button: HTMLElement | null) {
  let row: Element | null = button
  while (
    row &&
    !row.nextElementSibling?.querySelector('button') &&
    !row.previousElementSibling?.querySelector('button')
  )
    row = row.parentElement
  const beside = [row?.nextElementSibling, row?.previousElementSibling].flatMap(
    (one) => one?.querySelector('button') ?? [],
  )
  beside[0]?.focus()
}
