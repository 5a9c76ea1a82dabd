import { Button, Textarea } from '@mantine/core'
import type { FetcherWithComponents } from '@remix-run/react'
import { IconMessagePlus } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { ordinal } from '#app/features/waiting/ordinal.ts'
import type { useListCalls } from '#app/features/waiting/use-list-calls.ts'
import { fieldError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { AskedTimes } from './asked-times.tsx'
import classes from './event.module.css'
import type { WayIn } from './ways-in.ts'

type Props = {
  event: { id: number; start: string; end: string }
  ways: readonly WayIn[]
  /** Whether this is what the reader came for. */
  isFirst: boolean
  /** Whether the button stays at the thumb on a phone. */
  atThumb: boolean
  fetcher: FetcherWithComponents<unknown>
  list: ReturnType<typeof useListCalls>
}

const place = (position: number) => (position === 1 ? 'first' : ordinal(position))

/** What follows the button, in one line. */
function followsText(way: WayIn): string {
  if (way.kind === 'take') return `${way.name} is yours straight away.`
  if (way.kind === 'join') return `Join the waiting list and you’ll be asked ${place(way.position)}.`
  return way.isAny ? 'The club chooses your shift and emails you.' : 'The club decides and emails you.'
}

/** One button for every way in. */
export function CountMeIn({ event, ways, isFirst, atThumb, fetcher, list }: Props) {
  const { Form, state, data } = fetcher
  const [chosen, setChosen] = useState<string | null>(null)
  const [comments, setComments] = useState(false)
  const [runs, setRuns] = useState(false)
  useEffect(() => setRuns(true), [])
  const way = ways.find(({ key }) => key === chosen) ?? ways[0]!
  const join = (form: FormEvent) => {
    if (way.kind !== 'join') return
    form.preventDefault()
    void list.send('POST', '/api/waiting', { event: event.id, assignment: way.assignment })
  }
  return (
    <Form
      method="post"
      action={way.kind === 'take' ? paths.takeShift(way.shift) : paths.eventSignUp(event.id)}
      className={classes.ask}
      onSubmit={join}
    >
      {ways.length > 1 && (
        // Before the page runs, a choice could not change where the form goes.
        <fieldset className={classes.ways} disabled={!runs}>
          <legend>{isFirst ? 'Which part?' : 'Which other part?'}</legend>
          {ways.map((one) => (
            <Way key={one.key} way={one} event={event} checked={one === way} onChoose={setChosen} />
          ))}
        </fieldset>
      )}
      {way.kind === 'take' && (
        <>
          <input type="hidden" name="shown_start" value={way.start} />
          <input type="hidden" name="shown_end" value={way.end} />
        </>
      )}
      {way.kind === 'ask' && <input type="hidden" name="assignment" value={way.assignment ?? ''} />}
      {way.kind === 'ask' && <input type="hidden" name="role" value={way.role ?? ''} />}
      {way.kind === 'ask' && comments && (
        <Textarea
          name="comments"
          label="Comment"
          autosize
          minRows={2}
          maxLength={2000}
          autoFocus
          error={fieldError(data, 'comments')}
        />
      )}
      <div className={atThumb ? classes.stick : undefined} data-follows>
        <Button
          type="submit"
          h={48}
          fz="md"
          fullWidth
          variant={isFirst ? 'filled' : 'light'}
          loading={state !== 'idle' || list.busy}
          disabled={way.kind === 'join' && !runs}
          aria-describedby="count-me-in"
        >
          Count me in
        </Button>
        <p id="count-me-in" className={classes.follows}>
          {ways.length === 1 && way.kind === 'join' ? `${way.name} is full. ` : ''}
          {followsText(way)}
        </p>
      </div>
      {way.kind !== 'join' && (
        <div>
          <AskedTimes key={way.key} start={way.start} end={way.end} answer={data} />
          {way.kind === 'ask' && !comments && (
            <Button
              variant="subtle"
              justify="flex-start"
              h={44}
              leftSection={<IconMessagePlus size={18} aria-hidden />}
              onClick={() => setComments(true)}
            >
              Add a comment
            </Button>
          )}
        </div>
      )}
    </Form>
  )
}

type WayProps = {
  way: WayIn
  event: { start: string; end: string }
  checked: boolean
  onChoose: (key: string) => void
}

function Way({ way, event, checked, onChoose }: WayProps) {
  const when = useDateFormats()
  const isWhole = Date.parse(way.start) === Date.parse(event.start) && Date.parse(way.end) === Date.parse(event.end)
  return (
    <label className={classes.way}>
      <input type="radio" name="way" checked={checked} onChange={() => onChoose(way.key)} />
      <span>
        {way.name}
        {way.kind === 'join' && <small>Full · join the waiting list (you’d be {place(way.position)})</small>}
        {way.kind !== 'join' && !isWhole && <small className="num">{when.within(way, event)}</small>}
      </span>
    </label>
  )
}
