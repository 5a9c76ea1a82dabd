import { Button, NativeSelect } from '@mantine/core'
import { useDateFormats } from '#app/shell/use-root.ts'
import { SectionCard } from '#app/ui/section-card.tsx'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'
import type { SwapOptions, SwapWants } from '#server/swaps/contract.ts'
import { withoutUnticked } from './address.ts'
import { swapTitle } from './circle-words.ts'
import type { SendParts } from './hand-over.tsx'
import { ShiftChoice } from './shift-choice.tsx'
import classes from './swaps.module.css'

export type Wishes = {
  wants: SwapWants
  /** Months with shifts of others, `YYYY-MM`, and the chosen one. */
  months: string[]
  month: string | null
  /** Shifts that currently match the wishes, and the unticked ones. */
  fits: SwapOptions['shifts']
  not: number[]
  assignments: { id: number; name: string }[]
  /** First names of the people whom the offer would ask now; null while no circle is possible. */
  possible: string[] | null
}

type Props = Wishes & SendParts & { set: (changes: Record<string, string | null>) => void }

const MAX_CHIPS = 4

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const toggled = (list: readonly number[], one: number) =>
  (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]).join(',') || null

export function OfferWishes({ wants, months, month, fits, not, assignments, possible, set, ...rest }: Props) {
  const when = useDateFormats()
  const { send, busy, day, problem } = rest
  const monthName = (one: string) => when.day(`${one}-01`, 'MMMM YYYY')
  const ticked = fits.filter(({ id }) => !not.includes(id))
  const offer = () => send({ wants: withoutUnticked(wants, fits, not) })
  return (
    <>
      <SectionCard title="I would take">
        <div className={classes.body}>
          <fieldset className={`cluster ${classes.chips}`}>
            <legend>Any shift on</legend>
            {WEEKDAYS.map((label, at) => (
              <Chip
                key={label}
                isOn={wants.weekdays?.includes(at + 1) ?? false}
                onClick={() => set({ days: toggled(wants.weekdays ?? [], at + 1) })}
              >
                {label}
              </Chip>
            ))}
          </fieldset>
          {months.length > MAX_CHIPS ? (
            <NativeSelect
              label="When"
              size="md"
              value={month ?? ''}
              onChange={(event) => set({ month: event.currentTarget.value || null })}
              data={[{ value: '', label: 'Any time' }, ...months.map((one) => ({ value: one, label: monthName(one) }))]}
            />
          ) : (
            <fieldset className={`cluster ${classes.chips}`}>
              <legend>When</legend>
              <Chip isOn={!month} onClick={() => set({ month: null })}>
                Any time
              </Chip>
              {months.map((one) => (
                <Chip key={one} isOn={month === one} onClick={() => set({ month: one })}>
                  {monthName(one)}
                </Chip>
              ))}
            </fieldset>
          )}
          {assignments.length > 0 && (
            <fieldset className={`cluster ${classes.chips}`}>
              <legend>What</legend>
              <Chip isOn={!wants.assignments} onClick={() => set({ assignment: null })}>
                Anything I can do
              </Chip>
              {assignments.map(({ id, name }) => (
                <Chip
                  key={id}
                  isOn={wants.assignments?.includes(id) ?? false}
                  onClick={() => set({ assignment: toggled(wants.assignments ?? [], id) })}
                >
                  {name}
                </Chip>
              ))}
            </fieldset>
          )}
          {fits.length > 0 && (
            <fieldset className={`cluster ${classes.chips}`} style={{ display: 'block' }}>
              <legend>These fit today. Untick any you wouldn’t take.</legend>
              {fits.map((shift) => (
                <ShiftChoice
                  key={shift.id}
                  shift={shift}
                  type="checkbox"
                  checked={!not.includes(shift.id)}
                  onChange={() => set({ not: toggled(not, shift.id) })}
                />
              ))}
            </fieldset>
          )}
          {fits.length === 0 && (
            <p className={classes.note}>No shift fits today. Your offer stays open until one does.</p>
          )}
        </div>
      </SectionCard>
      <SectionCard title="What happens next">
        <div className={classes.body}>
          <p className={classes.note}>
            We look for swaps between two, three or four people, so that everyone gets a shift they can and want to do.
            Everyone has 48 hours to say yes. Nothing changes until everyone has said yes.
          </p>
          <div className={classes.possible} data-tone={possible ? 'green' : 'slate'} role="status">
            {possible ? (
              <>
                <b>{swapTitle(possible.length + 1)} is possible now</b>, with {wordList(possible)}. They’ll be asked as
                soon as you offer.
              </>
            ) : (
              'No swap fits yet. You’ll get a message when one does.'
            )}
          </div>
          {problem}
          <Button mih={48} loading={busy} disabled={fits.length > 0 && ticked.length === 0} onClick={offer}>
            Offer {day}
          </Button>
        </div>
      </SectionCard>
    </>
  )
}

function Chip({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: string }) {
  return (
    <Button
      variant={isOn ? 'light' : 'default'}
      radius="xl"
      mih={44}
      h="auto"
      py={6}
      px={14}
      aria-pressed={isOn}
      onClick={onClick}
      style={{ whiteSpace: 'normal' }}
    >
      {children}
    </Button>
  )
}
