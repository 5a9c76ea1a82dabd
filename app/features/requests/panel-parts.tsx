import { ActionIcon, Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconAlertTriangle, IconCheck, IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CompetencyTags } from '#app/features/people/person/competency-tags.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { hoursText } from '#app/ui/duration-text.ts'
import { Avatar } from '#app/ui/person-chip.tsx'
import type { useSingleKeys } from '#app/ui/use-single-keys.ts'
import type { AboutPerson, RequestRow, ShiftForRequest } from '#server/requests/answer/contract.ts'
import { askedTimesText } from '#server/requests/asked-times.pure.ts'
import classes from './panel.module.css'

export const assignmentText = ({ assignment, role }: Pick<ShiftForRequest, 'assignment' | 'role'>) =>
  [assignment, role].filter(Boolean).join(', ') || 'No assignment'

export type ListPosition = { position: number; count: number; above: string | null; below: string | null }

type HeadOf = {
  request: Pick<
    RequestRow,
    'person' | 'person_name' | 'person_avatar' | 'comments' | 'assignment' | 'role' | 'modified_start' | 'modified_end'
  >
  about: AboutPerson
}

type HeadProps = { detail: HeadOf; listPosition: ListPosition | null; keysOn: boolean; children: ReactNode }

export function PanelHead({ detail: { request, about }, listPosition, keysOn, children }: HeadProps) {
  const when = useDateFormats()
  const asked = askedTimesText(request, when.time)
  return (
    <>
      <header>
        <Avatar name={request.person_name} src={request.person_avatar} size={48} />
        <div>
          <h2>
            <Link to={paths.person(request.person)}>{request.person_name}</Link>
          </h2>
          <p>{children}</p>
        </div>
        <Position at={listPosition} keysOn={keysOn} />
      </header>
      {request.comments && <blockquote>{request.comments}</blockquote>}
      {(request.assignment || request.role) && <p>Would like: {assignmentText(request)}</p>}
      {asked && <p className="num">Has asked to {asked}.</p>}
      <dl className={classes.facts}>
        <div>
          <dt>Shifts in the last year</dt>
          <dd className="num">
            {about.past === 0 ? 'None' : `${about.past} (${hoursText(about.hours)})`}, on average {about.average}
          </dd>
        </div>
        <div>
          <dt>Last shift</dt>
          <dd className="num">{about.last ? when.short(about.last) : 'Never'}</dd>
        </div>
        <div>
          <dt>Next shift</dt>
          <dd className="num">{about.next ? when.short(about.next) : 'None'}</dd>
        </div>
        <div>
          <dt>Competencies</dt>
          <dd>{about.held?.length ? <CompetencyTags held={about.held} /> : 'None'}</dd>
        </div>
      </dl>
    </>
  )
}

export const Panel = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className={classes.panel} aria-label={label}>
    {children}
  </section>
)

export const PanelActions = ({ children }: { children: ReactNode }) => (
  <div className={classes.actions} data-thumb>
    {children}
  </div>
)

export const Position = ({ at, keysOn }: { at: ListPosition | null; keysOn: boolean }) =>
  at && (
    <nav className={`num row muted ${classes.position}`} aria-label="Alongside this">
      <Neighbour to={at.above} label="Previous" letter={keysOn ? 'K' : undefined} />
      {at.position} of {at.count}
      <Neighbour to={at.below} label="Next" letter={keysOn ? 'J' : undefined} />
    </nav>
  )

type NeighbourProps = { to: string | null; label: string; letter: string | undefined }

function Neighbour({ to, label, letter }: NeighbourProps) {
  const Glyph = label.startsWith('Next') ? IconChevronRight : IconChevronLeft
  const looks = { variant: 'default', size: 44, 'aria-label': label } as const
  const body = (
    <>
      <Glyph size={18} aria-hidden />
      {letter && <kbd aria-hidden>{letter}</kbd>}
    </>
  )
  return to ? (
    <ActionIcon component={Link} to={to} preventScrollReset aria-keyshortcuts={letter} {...looks}>
      {body}
    </ActionIcon>
  ) : (
    <ActionIcon disabled {...looks}>
      {body}
    </ActionIcon>
  )
}

export function Reasons({ place }: { place: Pick<ShiftForRequest, 'fits' | 'for' | 'against'> }) {
  return (
    <span className={`cluster ${classes.reasons}`}>
      {place.against.map((text) => (
        <span key={text} data-tone={place.fits ? 'amber' : 'red'}>
          <IconAlertTriangle size={13} aria-hidden />
          {text}
        </span>
      ))}
      {place.for.map((text) => (
        <span key={text} data-tone="green">
          <IconCheck size={13} aria-hidden />
          {text}
        </span>
      ))}
    </span>
  )
}

type DeclineProps = { label: string; next: string; keysOn: boolean; onDecline: () => void }

export const DeclineOrLater = ({ label, next, keysOn, onDecline }: DeclineProps) => (
  <>
    <Button
      variant="default"
      leftSection={<IconX size={16} aria-hidden />}
      rightSection={keysOn && <kbd aria-hidden>D</kbd>}
      aria-keyshortcuts={keysOn ? 'D' : undefined}
      onClick={onDecline}
    >
      {label}
    </Button>
    <Later to={next} keysOn={keysOn} />
  </>
)

export const Later = ({ to, keysOn }: { to: string; keysOn: boolean }) => (
  <Button
    component={Link}
    to={to}
    preventScrollReset
    variant="subtle"
    color="gray"
    rightSection={keysOn && <kbd aria-hidden>S</kbd>}
    aria-keyshortcuts={keysOn ? 'S' : undefined}
  >
    Later
  </Button>
)

type KeysProps = { keys: ReturnType<typeof useSingleKeys>; answers?: string }

/** @param answers the keys of the answer, such as "A or Enter assign, D decline". */
export const KeysNote = ({ keys, answers = 'A or Enter assign, D decline' }: KeysProps) => (
  <p className={`muted ${classes.keys}`}>
    {keys.on
      ? `Keys: J next, K previous, S later${answers && `, ${answers}`}, U undo.`
      : 'Keyboard shortcuts are off on this page.'}{' '}
    <button type="button" onClick={() => keys.turn(!keys.on)}>
      {keys.on ? 'Turn them off' : 'Turn them on'}
    </button>
  </p>
)

type AnywayProps = {
  name: string
  places: readonly ShiftForRequest[]
  busy: boolean
  waits: boolean
  onConfirm: () => void
  onBack: () => void
}

export function AssignAnyway({ name, places, busy, waits, onConfirm, onBack }: AnywayProps) {
  return (
    <section className={`stack ${classes.anyway}`} data-tone="amber" aria-label="Assign anyway">
      <div role="alert">
        {places.map((place) => (
          <p key={place.shift}>
            <b>
              {name} isn’t suitable{(place.assignment || place.role) && ` for ${assignmentText(place)}`}.
            </b>{' '}
            {place.against.map((text) => `${text}.`).join(' ')}
          </p>
        ))}
      </div>
      <div className={classes.actions}>
        <Button variant="default" loading={busy} disabled={waits} onClick={onConfirm}>
          Assign {name} anyway
        </Button>
        <Button variant="subtle" color="gray" onClick={onBack} data-autofocus>
          Choose another
        </Button>
      </div>
    </section>
  )
}
