import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconMessage2, IconX } from '@tabler/icons-react'
import { MAX_NAMED, messageText } from '#app/features/messages/message-data.ts'
import { beginMessage } from '#app/shell/begin-message.ts'
import classes from './grid.module.css'

type Props = { people: readonly number[]; cells: number; onClear: () => void }

export function SelectionBar({ people, cells, onClear }: Props) {
  return (
    <section className={`row cluster ${classes.selection}`} aria-label="Selected cells">
      <b className="num" role="status">
        {cells === 1 ? '1 cell' : `${cells} cells`} selected{people.length === 0 && ', no one in them'}
      </b>
      {people.length > 0 && people.length <= MAX_NAMED && (
        <Button
          component={Link}
          to={beginMessage({ people: [...people] }, { kind: 'roster' })}
          size="xs"
          leftSection={<IconMessage2 size={14} aria-hidden />}
        >
          {messageText(people.length)}
        </Button>
      )}
      <Button size="xs" variant="default" leftSection={<IconX size={14} aria-hidden />} onClick={onClear}>
        Clear
      </Button>
    </section>
  )
}
