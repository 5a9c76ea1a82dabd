import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormError } from '#app/ui/form-error.tsx'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { publishFew } from './publish-few.ts'
import { usePublish } from './use-publish.ts'

type Props = { event: { id: number; name: string }; about: string }

/**
 * Publishes an event from a row of a list, or opens its proof where that notifies many or has a warning; recipients are
 * loaded only then.
 */
export function PublishRowButton({ event: { id, name }, about }: Props) {
  const { publish, problem } = usePublish()
  const [busy, setBusy] = useState(false)
  const what = { events: [id], shifts: [] }
  const press = async () => {
    setBusy(true)
    await publishFew({ about, event: id, what }, () => publish(what))
    setBusy(false)
  }
  return (
    <>
      <Button variant="light" h={44} loading={busy} onClick={press} aria-label={`Publish ${eventName(name)}`}>
        Publish
      </Button>
      <FormError message={problem} />
    </>
  )
}
