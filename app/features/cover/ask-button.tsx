import { Button } from '@mantine/core'
import type { Calls } from '#app/collections/use-call.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import type { Board } from '#server/cover/board/queries.ts'
import { titleOf } from './board-words.ts'

type Props = { shift: Board['open'][number]; form: Calls }

export function AskButton({ shift, form }: Props) {
  const when = useDateFormats()
  return (
    <Button
      mih={44}
      variant="light"
      disabled={form.busy}
      onClick={() => form.call('POST', '/api/covers', { shift: shift.shift })}
      aria-label={`Ask ${shift.group ?? 'all'} now: ${titleOf(shift)}, ${shift.event_name}, ${when.short(shift.start)}`}
    >
      Ask {shift.group ?? 'all'}
    </Button>
  )
}
