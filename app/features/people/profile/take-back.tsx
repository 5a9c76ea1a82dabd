import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useUndo } from '#app/collections/undo.tsx'
import { useCalls } from '#app/collections/use-call.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { useServerClock } from '#app/ui/use-server-clock.ts'

type Props = {
  shift: { id: number; name: string; take_back_until: string | null }
  /** The server's time of the page, ISO. */
  now: string
}

/** Undoes a start recorded by mistake, as long as possible. */
export function TakeBack({ shift: { id, name, take_back_until }, now }: Props) {
  const clock = useServerClock(now)
  const form = useCalls()
  const { offer } = useUndo()
  const [over, setOver] = useState(false)
  useEffect(() => {
    setOver(false)
    if (take_back_until === null) return
    const timer = setTimeout(() => setOver(true), Math.max(0, Date.parse(take_back_until) - Date.parse(clock())))
    return () => clearTimeout(timer)
  }, [take_back_until, clock])
  if (take_back_until === null || over) return null
  const takeBack = async () => {
    if ((await form.call('DELETE', `/api/shifts/${id}/start`)).ok) offer(`The start of ${name} has been undone.`)
  }
  return (
    <>
      <Button variant="default" h={44} loading={form.busy} onClick={takeBack} aria-label={`Undo the start of ${name}`}>
        Undo
      </Button>
      <FormError message={form.problem} />
    </>
  )
}
