import { Button } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { Link, useNavigate } from '@remix-run/react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useDelete } from '#app/collections/use-delete.tsx'
import { followsText } from '#app/features/answers/no-answer-words.ts'
import { useAskedFirst } from '#app/features/answers/use-asked-first.ts'
import { Countdown } from '#app/features/events/decide/countdown.tsx'
import { Meter } from '#app/features/events/decide/meter.tsx'
import { useDecide } from '#app/features/events/decide/use-decide.ts'
import { CallOff, GoAhead } from '#app/features/events/decide/verbs.tsx'
import { PublishButton } from '#app/features/publishing/publish-button.tsx'
import {
  KeysNote,
  Later,
  type ListPosition,
  Panel,
  PanelActions,
  Position,
} from '#app/features/requests/panel-parts.tsx'
import { useAnswered } from '#app/features/requests/use-answer.ts'
import { useItemKeys } from '#app/features/requests/use-item-keys.ts'
import { Moves } from '#app/features/swaps/moves.tsx'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats, useViewer } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import { PhoneText } from '#app/ui/phone-text.tsx'
import type { EventToDecide } from '#server/events/decide/queries.ts'
import { needText } from '#server/events/decide/rules.ts'
import type { SwapList } from '#server/swaps/contract.ts'
import type { ToDoItem } from '#server/todo/contract.ts'
import { detailText, elseText, factsOf, iconOf, titleOf } from './item-words.ts'

const ActivateDialog = lazyPart(() =>
  import('#app/features/people/person/activate-dialog.tsx').then((module) => ({ default: module.ActivateDialog })),
)

/** What an item's answer needs beyond its row. */
export type ItemDetail = { decision: SerializeFrom<EventToDecide> | null; swap: SwapList | null }

type Props = {
  item: ToDoItem
  word: string
  detail: ItemDetail
  now: string
  next: string
  listPosition: ListPosition | null
}

/** One thing to do, with its best next action; requests have panels of their own. */
export function ItemPanel(props: Props) {
  const { item, word, listPosition } = props
  const when = useDateFormats()
  const Glyph = iconOf(item.kind)
  const title = titleOf(item)
  return (
    <Panel label={`${word}: ${title}`}>
      <header>
        {item.person ? <Avatar name={item.who} src={item.avatar} size={48} /> : <Glyph size={32} aria-hidden />}
        <div>
          <h2>
            <Link to={pageOf(item)}>{title}</Link>
          </h2>
          <p>
            {word} · {detailText(item, when)}
          </p>
        </div>
        <Position at={listPosition} keysOn />
      </header>
      <p>{elseText(item, when)}</p>
      <Answer {...props} />
    </Panel>
  )
}

const pageOf = ({ kind, id, person, event, facts }: ToDoItem): string =>
  kind === 'message'
    ? paths.message(factsOf({ facts }).channel, id)
    : person
      ? paths.person(person)
      : paths.eventShifts(event ?? 0)

const ANSWERS: Record<string, (props: Props) => ReactNode> = {
  silent: SilentAnswer,
  swap: SwapAnswer,
  gap: GapAnswer,
  registration: RegistrationAnswer,
  draft: DraftAnswer,
  decide: DecideAnswer,
}

function Answer(props: Props) {
  const Of = ANSWERS[props.item.kind] ?? LinkAnswer
  return <Of {...props} />
}

type ActionsProps = Pick<Props, 'next' | 'listPosition'> & {
  children: ReactNode
  problem?: string | undefined
  keys?: readonly [string, () => void][]
  answers?: string
}

function Actions({ next, listPosition, children, problem, keys: own = [], answers = '' }: ActionsProps) {
  const keys = useItemKeys(listPosition, next, own)
  return (
    <>
      <FormError message={problem} />
      <PanelActions>
        {children}
        <Later to={next} keysOn={keys.on} />
      </PanelActions>
      <KeysNote keys={keys} answers={answers} />
    </>
  )
}

function SilentAnswer({ item, next, listPosition }: Props) {
  const { send, offer, busy, problem } = useAnswered(next)
  const { phone } = factsOf(item)
  const first = useAskedFirst(item.id)
  const undo = { path: `/api/shifts/${item.id}/answer`, body: { answer: 'asked' } }
  const record = async (given: 'confirmed' | 'declined', said: string) => {
    if (await send('PUT', '/api/shifts/answers', [{ id: item.id, answer: given }])) offer(said, undo)
  }
  const seekCover = async () => {
    if (await send('POST', '/api/covers', { shift: item.id })) offer(seekingText(item), undo)
  }
  const coming = () => record('confirmed', `${item.who} is coming: recorded under your name.`)
  return (
    <>
      <div className="cluster">
        {phone ? (
          <Button component="a" href={`tel:${phone}`} mih={48} variant="light">
            <span>
              Phone <PhoneText number={phone} />
            </span>
          </Button>
        ) : (
          <Button component={Link} to={paths.person(item.person ?? 0)} mih={48} variant="light">
            Add a number
          </Button>
        )}
        <Button mih={48} variant="subtle" disabled={busy} onClick={seekCover}>
          Find cover
        </Button>
      </div>
      <Actions
        next={next}
        listPosition={listPosition}
        problem={problem}
        keys={[['A', () => void (busy || coming())]]}
        answers="A or Enter coming"
      >
        <Button mih={48} loading={busy} onClick={coming}>
          Coming
        </Button>
        <Button
          mih={48}
          variant="default"
          disabled={busy}
          onClick={() => record('declined', `${item.who} can’t come: recorded under your name.`)}
        >
          Can’t come: {followsText(first)}
        </Button>
      </Actions>
    </>
  )
}

/** Looks for cover where no one does yet; else opens the search that found no one. */
function GapAnswer(props: Props) {
  const { item, next, listPosition } = props
  const { send, offer, busy, problem } = useAnswered(next)
  if (factsOf(item).cover !== null) return <LinkAnswer {...props} />
  const seek = async () => {
    const search = (await send('POST', '/api/covers', { shift: item.id })) as { id: number } | null
    if (search) offer(seekingText(item), { path: `/api/covers/${search.id}/stop`, body: {} })
  }
  return (
    <Actions
      next={next}
      listPosition={listPosition}
      problem={problem}
      keys={[['A', () => void (busy || seek())]]}
      answers="A or Enter find cover"
    >
      <Button mih={48} loading={busy} onClick={seek}>
        Find cover
      </Button>
      <Button component={Link} to={pageOf({ ...item, person: null })} mih={48} variant="default">
        Open roster
      </Button>
    </Actions>
  )
}

const seekingText = ({ who }: ToDoItem) => `We’re looking for cover for ${who}.`

function SwapAnswer({ item, detail: { swap: list }, next, listPosition }: Props) {
  const { send, offer, busy, problem } = useAnswered(next)
  const me = useViewer()?.id
  const swap = list?.swaps[0]
  if (!list || !swap) return null
  const decide = async (verb: 'approve' | 'decline', said: string) => {
    // A no of someone who is in the swap is their own, and cannot be undone.
    const isOwn = verb === 'decline' && swap.circle.some(({ person }) => person === me)
    if ((await send('PUT', `/api/swaps/${swap.id}/${verb}`, { together: item.id })) && !isOwn)
      offer(said, { path: `/api/swaps/${swap.id}/undo`, body: { together: item.id } })
  }
  const approve = () => decide('approve', 'The swap is approved, and the shifts have moved.')
  return (
    <>
      <div className="wrap">
        <Moves swap={swap} list={list} />
      </div>
      <Actions
        next={next}
        listPosition={listPosition}
        problem={problem}
        keys={[['A', () => void (busy || approve())]]}
        answers="A or Enter approve"
      >
        <Button mih={48} loading={busy} onClick={approve}>
          Approve swap
        </Button>
        <Button
          mih={48}
          variant="default"
          disabled={busy}
          onClick={() => decide('decline', 'The swap is declined. Nothing has moved.')}
        >
          Decline swap
        </Button>
        <Button component={Link} to={paths.allSwaps} mih={48} variant="subtle">
          All swaps
        </Button>
      </Actions>
    </>
  )
}

function RegistrationAnswer({ item, next, listPosition }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { email, confirmed } = factsOf(item)
  const goOn = useNext(next)
  const refusal = useDelete({
    collection: 'people',
    singular: 'registration',
    id: item.id,
    name: item.who,
    done: `The registration of ${item.who} is refused and removed. They are not notified.`,
    onDeleted: goOn,
  })
  return (
    <>
      <Actions
        next={next}
        listPosition={listPosition}
        problem={refusal.refused}
        keys={[['A', () => setOpen(true)]]}
        answers="A or Enter activate"
      >
        <Button mih={48} aria-label={`Activate ${item.who}`} onClick={() => setOpen(true)}>
          Activate
        </Button>
        <Button
          mih={48}
          variant="default"
          loading={refusal.busy}
          aria-label={`Refuse ${item.who}`}
          onClick={refusal.remove}
        >
          Refuse
        </Button>
      </Actions>
      {refusal.dialog}
      {isOpen && (
        <Suspense>
          <ActivateDialog person={{ id: item.id, name: item.who, email, confirmed }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function DecideAnswer(props: Props) {
  const { detail, next } = props
  const goOn = useNext(next)
  return detail.decision ? (
    <OpenDecision {...props} event={detail.decision} onDecided={goOn} />
  ) : (
    <LinkAnswer {...props} />
  )
}

type DecisionProps = Pick<Props, 'now' | 'next' | 'listPosition'> & {
  event: SerializeFrom<EventToDecide>
  onDecided: () => void
}

function OpenDecision({ event, now, next, listPosition, onDecided }: DecisionProps) {
  const { decide, busy, problem } = useDecide(event)
  const goAhead = async () => {
    if (await decide('go')) onDecided()
  }
  return (
    <>
      <p className="num">{needText(event)}</p>
      <Countdown to={event.decide_at} now={now} />
      <Meter need={event} all={event.all} />
      <Actions
        next={next}
        listPosition={listPosition}
        problem={problem}
        keys={[['A', () => void (busy || goAhead())]]}
        answers="A or Enter go ahead"
      >
        <GoAhead event={event} filled={event.filled} all={event.all} busy={busy} onClick={goAhead} />
        <CallOff event={event} hear={event.hear} onCalledOff={onDecided} />
        <Button component={Link} to={paths.eventShifts(event.id)} mih={48} variant="subtle">
          Open roster
        </Button>
      </Actions>
    </>
  )
}

function DraftAnswer({ item, next, listPosition }: Props) {
  const when = useDateFormats()
  const goOn = useNext(next)
  const publish = useRef<HTMLButtonElement>(null)
  return (
    <Actions
      next={next}
      listPosition={listPosition}
      keys={[['A', () => publish.current?.click()]]}
      answers="A or Enter publish"
    >
      <PublishButton
        events={[item.id]}
        event={item.id}
        about={`${item.what}, ${when.date(item.start ?? '')}`}
        count={factsOf(item).unpublished}
        stamp={`${factsOf(item).unpublished}`}
        height={48}
        button={publish}
        onPublished={goOn}
      />
      <Button component={Link} to={paths.eventShifts(item.id)} mih={48} variant="default">
        Open roster
      </Button>
    </Actions>
  )
}

/** Moves on to the next thing. */
function useNext(next: string) {
  const navigate = useNavigate()
  return () => navigate(next, { replace: true, preventScrollReset: true })
}

const LINKS: Record<string, (item: ToDoItem) => [text: string, to: string]> = {
  gap: (item) => ['Find cover', paths.coverGap(factsOf(item).cover ?? 0)],
  unreached: ({ person }) => ['Correct the address or number', paths.person(person ?? 0)],
  outside: ({ event }) => ['Open roster', paths.eventShifts(event ?? 0)],
  unfit: ({ event }) => ['Open roster', paths.eventShifts(event ?? 0)],
  message: (item) => ['Continue', pageOf(item)],
  decide: ({ event }) => ['Open roster', paths.eventShifts(event ?? 0)],
}

function LinkAnswer({ item, next, listPosition }: Props) {
  const navigate = useNavigate()
  const [text, to] = LINKS[item.kind]?.(item) ?? ['Open', paths.eventShifts(item.event ?? 0)]
  return (
    <Actions next={next} listPosition={listPosition} keys={[['A', () => navigate(to)]]} answers="A or Enter open">
      <Button component={Link} to={to} mih={48}>
        {text}
      </Button>
    </Actions>
  )
}
