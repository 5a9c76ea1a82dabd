import type { SerializeFrom } from '@remix-run/node'
import { Link, useFetcher } from '@remix-run/react'
import { IconArrowBackUp } from '@tabler/icons-react'
import { formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { OutsideMark } from '#app/ui/outside-mark.tsx'
import { PlainButton } from '#app/ui/plain/plain-button.tsx'
import { StateBadge } from '#app/ui/state-badge.tsx'
import type { ShownOpenShift } from '#server/open-shifts/contract.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import classes from './open-shifts.module.css'
import { rowName } from './row-name.ts'
import { HELP_NEEDED, shiftName, threatText } from './shift-words.ts'
import type { Claim } from './use-claims.ts'

/** Equal open shifts as one row. */
export type OpenRow = SerializeFrom<ShownOpenShift> & {
  /** Number of equal shifts, for admins; null for members. */
  open: number | null
  /** The other parts of the viewer's request. */
  also: { assignment_name: string | null; role_name: string | null }[]
}

type Props = {
  row: OpenRow
  claim: Claim | undefined
  /** Whether members take shifts here; otherwise they request them. */
  selfAssign: boolean
  rows: ReadonlyMap<number, OpenRow>
  onTake: (row: OpenRow) => void
  onGiveBack: (claim: Claim) => void
}

export function OpenShiftRow({ row, claim, selfAssign, rows, onTake, onGiveBack }: Props) {
  const when = useDateFormats()
  const threat = threatText(row, when)
  const isOn = claim?.state === 'taken' || claim?.state === 'settled'
  const instead = (claim?.instead ?? []).flatMap((id) => rows.get(id) ?? [])
  return (
    <li className={classes.row} id={`shift-${row.id}`} data-on={isOn || undefined}>
      <span className={classes.time}>{when.range(row.start, row.end)}</span>
      <div className={`wrap ${classes.what}`}>
        <h4>{rowName(row)}</h4>
        <div className={classes.event}>
          <Link to={paths.event(row.event)}>{eventName(row.event_name)}</Link>
          {row.place_name && ` · ${row.place_name}`}
          {(row.open ?? 0) > 1 && ` · ${row.open} open`}
        </div>
        {row.outside && <OutsideMark />}
        {threat && !isOn && <p className={classes.urgent}>{threat}</p>}
        {!threat && row.event_filled === 0 && !isOn && <p className={classes.urgent}>No one yet</p>}
        {!threat && row.event_filled === null && !isOn && <p className={classes.urgent}>{HELP_NEEDED}</p>}
        {row.availability === 'if_required' && <p>You marked this day as “only if required”.</p>}
        {claim?.message && (
          <p role="alert" className={classes.refused}>
            {claim.message}
          </p>
        )}
        {instead.length > 0 && (
          <p>
            You could do{' '}
            {instead.map((other, i) => (
              <span key={other.id}>
                {i > 0 && ', '}
                <a href={`#shift-${other.id}`}>
                  {shiftName(other)}, {when.short(other.start)}
                </a>
              </span>
            ))}
            .
          </p>
        )}
      </div>
      <div className={`row cluster ${classes.verb}`} role="status">
        {isOn ? (
          <>
            <StateBadge state="on" />
            {claim.state === 'taken' && (
              <PlainButton
                variant="subtle"
                h={44}
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                onClick={() => onGiveBack(claim)}
                aria-label={`Undo: ${rowName(row)}`}
              >
                Undo
              </PlainButton>
            )}
          </>
        ) : selfAssign ? (
          claim?.state !== 'refused' && (
            <PlainButton
              variant="light"
              h={44}
              px={18}
              loading={claim?.state === 'taking'}
              onClick={() => onTake(row)}
              aria-label={`Take it: ${rowName(row)}, ${when.short(row.start)}`}
            >
              Take it
            </PlainButton>
          )
        ) : (
          <AskForIt row={row} />
        )}
      </div>
    </li>
  )
}

function AskForIt({ row }: { row: OpenRow }) {
  const { Form, state, data } = useFetcher()
  const when = useDateFormats()
  const problem = formError(data)
  const of = `${rowName(row)}, ${when.short(row.start)}`
  return (
    <Form
      method="post"
      action={row.requested ? paths.eventWithdraw(row.event) : paths.eventSignUp(row.event)}
      className={classes.ask}
    >
      {row.requested ? (
        <>
          <StateBadge state="requested" />
          <PlainButton type="submit" variant="subtle" h={44} loading={state !== 'idle'} aria-label={`Withdraw: ${of}`}>
            Withdraw
          </PlainButton>
        </>
      ) : (
        <>
          <input type="hidden" name="assignment" value={row.assignment ?? ''} />
          <input type="hidden" name="role" value={row.role ?? ''} />
          <PlainButton
            type="submit"
            variant="light"
            h={44}
            px={18}
            loading={state !== 'idle'}
            aria-label={`Ask for it: ${of}`}
          >
            Ask for it
          </PlainButton>
        </>
      )}
      {problem && (
        <p role="alert" className={classes.refused}>
          {problem}
        </p>
      )}
    </Form>
  )
}
