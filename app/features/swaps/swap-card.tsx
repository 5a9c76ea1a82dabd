import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import {
  IconArrowRight,
  IconArrowsExchange,
  IconCheck,
  IconCircleCheck,
  IconHourglass,
  IconX,
} from '@tabler/icons-react'
import { useCalls } from '#app/collections/use-call.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { FormError } from '#app/ui/form-error.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import type { Swap, SwapList, SwapShift } from '#server/swaps/contract.ts'
import { CircleDrawing } from './circle-drawing.tsx'
import { initialsOf, type NamedPart, namedParts, shiftText, swapTitle, togetherOf } from './circle-words.ts'
import type { NoteLate } from './late-answers.tsx'
import classes from './swaps.module.css'

type Props = { swap: Swap; list: SwapList; me: number; noteLate: NoteLate }

export function SwapCard({ swap, list, me, noteLate }: Props) {
  const parts = namedParts(swap, list.people, me)
  const mine = parts.find(({ isMe }) => isMe)
  if (!mine) return null
  const isDone = swap.state === 'done'
  const asks = swap.state === 'proposed' && mine.accepted === null
  const shiftOf = (id: number | null) => (id === null ? undefined : list.shifts[id])
  return (
    <SectionCard title={titleOf(swap, asks)} icon={isDone ? IconCircleCheck : IconArrowsExchange}>
      <div className={classes.body}>
        {swap.comments && swap.person !== me && (
          <p className={classes.words}>
            <b>{list.people[swap.person]?.name ?? 'Someone'}</b>: “{swap.comments}”
          </p>
        )}
        <div className={`row cluster ${classes.sides}`}>
          {mine.gives !== null && (
            <Side
              label={isDone ? 'You gave' : 'You give'}
              shift={shiftOf(mine.gives)}
              note={mine.to && `to ${mine.to.name}`}
            />
          )}
          {mine.gives !== null && mine.gets !== null && (
            <IconArrowRight size={22} aria-hidden className={classes.between} />
          )}
          {mine.gets !== null && (
            <Side
              label={isDone ? 'You have' : 'You get'}
              shift={shiftOf(mine.gets)}
              note={mine.from && `from ${mine.from.name}`}
              isGot
            />
          )}
        </div>
        {parts.length > 1 && parts.every(({ gives }) => gives !== null) && (
          <Circle parts={parts} isDone={isDone} shiftOf={shiftOf} />
        )}
        <Standing swap={swap} parts={parts} mine={mine} />
        {asks && <Answer swap={swap} people={parts.length} isHandOver={mine.gives === null} noteLate={noteLate} />}
        {isDone && mine.gets !== null && shiftOf(mine.gets) && (
          <Button
            component={Link}
            to={paths.event(shiftOf(mine.gets)!.event)}
            variant="default"
            h={44}
            className={classes.see}
          >
            See the event
          </Button>
        )}
      </div>
    </SectionCard>
  )
}

function titleOf({ kind, state, circle }: Swap, asks: boolean): string {
  if (kind === 'hand_over') return state === 'done' ? 'Handed over' : asks ? 'Can you take this shift?' : 'A hand-over'
  if (state === 'done') return 'Swapped'
  return `${swapTitle(circle.length)}${asks ? ' for you' : ''}`
}

type SideProps = { label: string; shift: SwapShift | undefined; note: string | null; isGot?: boolean }

function Side({ label, shift, note, isGot }: SideProps) {
  const when = useDateFormats()
  return (
    <div className={`stack ${classes.side}`} data-tone={isGot ? 'green' : undefined}>
      <b>{label}</b>
      {shift ? (
        <div className={classes.shift}>
          <DateTile parts={when.parts(shift.start)} />
          <div className="wrap">
            <div className={`num ${classes.time}`}>{when.range(shift.start, shift.end)}</div>
            <div>{shiftText(shift)}</div>
            {note && <div>{note}</div>}
          </div>
        </div>
      ) : (
        <p>This shift was removed.</p>
      )}
    </div>
  )
}

type CircleProps = {
  parts: readonly NamedPart[]
  isDone: boolean
  shiftOf: (id: number | null) => SwapShift | undefined
}

function Circle({ parts, isDone, shiftOf }: CircleProps) {
  const when = useDateFormats()
  // An arrow leads to the receiver of the shift, so the order is reversed.
  const members = [...parts].reverse()
  return (
    <div className={`row cluster ${classes.circle}`}>
      <CircleDrawing
        members={members.map(({ name, isMe, accepted }) => ({
          name,
          isMe,
          initials: initialsOf(name),
          said: isDone || accepted === true,
        }))}
      />
      <ul className={`list ${classes.moves}`}>
        {members.map((part) => {
          const shift = shiftOf(part.gives)
          return (
            <li key={part.person}>
              <div className="wrap">
                <b>
                  {part.isMe ? 'You' : part.name} → {part.to?.isMe ? 'you' : part.to?.name}
                </b>
                {shift && (
                  <div className="muted">
                    {when.short(shift.start)}, {shiftText(shift)}
                  </div>
                )}
              </div>
              <SaidTag part={part} isDone={isDone} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function SaidTag({ part, isDone }: { part: NamedPart; isDone: boolean }) {
  const [tone, icon, text] = isDone
    ? (['green', IconCheck, 'Done'] as const)
    : part.accepted
      ? (['green', IconCheck, part.isMe ? 'You said yes' : 'Said yes'] as const)
      : part.accepted === false
        ? (['red', IconX, 'Said no'] as const)
        : (['amber', IconHourglass, part.isMe ? 'Your answer' : 'No reply yet'] as const)
  return (
    <Tag tone={tone} icon={icon} quiet>
      {text}
    </Tag>
  )
}

function Standing({ swap, parts, mine }: { swap: Swap; parts: readonly NamedPart[]; mine: NamedPart }) {
  const when = useDateFormats()
  if (swap.state === 'done') return <p className={classes.note}>Your calendar and reminders update automatically.</p>
  if (swap.state !== 'proposed') return null
  const missing = parts.filter(({ accepted }) => accepted === null).length
  const ends = swap.ends_at && (
    <>
      {' '}
      Expires <span className="num">{when.shortTime(swap.ends_at)}</span>.
    </>
  )
  if (swap.awaits_approval)
    return <p className={classes.note}>Everyone has said yes. The shifts move once a coordinator approves it.</p>
  if (mine.gives === null)
    return (
      <p className={classes.note}>
        Until you say yes it stays {parts.find(({ gives }) => gives !== null)?.name ?? 'theirs'}’s.{ends}
      </p>
    )
  const isLast = missing === 1 && mine.accepted === null
  return (
    <p className={classes.note}>
      {isLast && parts.length > 2 && <b>Everyone else has said yes. Yours is the last answer. </b>}
      {mine.gets === null
        ? 'The shift is still yours until someone takes it.'
        : 'Nothing changes until everyone has said yes.'}
      {ends}
    </p>
  )
}

type AnswerProps = Pick<Props, 'swap' | 'noteLate'> & { people: number; isHandOver: boolean }

function Answer({ swap, people, isHandOver, noteLate }: AnswerProps) {
  const form = useCalls()
  const send = (verb: 'accept' | 'decline') => async () => {
    if (noteLate(await form.call('PUT', `/api/swaps/${swap.id}/${verb}`, togetherOf(swap)))) form.clear()
  }
  const isLast = swap.circle.filter(({ accepted }) => accepted === null).length === 1
  return (
    <>
      <FormError message={form.problem} />
      <div className={classes.answers}>
        <Button
          mih={48}
          h="auto"
          py={6}
          loading={form.busy}
          onClick={send('accept')}
          leftSection={<IconCheck size={18} aria-hidden />}
        >
          {isHandOver ? 'I’ll take it' : isLast && people > 2 ? 'Swap, and move them all now' : 'Swap'}
        </Button>
        <Button
          mih={48}
          h="auto"
          py={6}
          variant="default"
          disabled={form.busy}
          onClick={send('decline')}
          leftSection={<IconX size={18} aria-hidden />}
        >
          {isHandOver ? 'No, sorry' : 'No, keep mine'}
        </Button>
      </div>
    </>
  )
}
