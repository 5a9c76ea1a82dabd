import { Button } from '@mantine/core'
import { useState } from 'react'
import { SectionCard } from '#app/ui/section-card.tsx'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'
import type { SwapOptions, SwapShift } from '#server/swaps/contract.ts'
import { withoutUnticked } from './address.ts'
import { swapTitle } from './circle-words.ts'
import type { SendParts } from './hand-over.tsx'
import { ShiftChoices } from './shift-choice.tsx'
import { Chip, type Filters, ShiftFilters, toggled } from './shift-filters.tsx'
import classes from './swaps.module.css'

export type Wishes = Omit<Filters, 'set'> & {
  /** Shifts that currently match the wishes, and the unticked ones. */
  fits: SwapOptions['shifts']
  not: number[]
  /** First names of the people whom the offer would ask now; null while no circle is possible. */
  possible: string[] | null
}

type Props = Wishes & Filters & SendParts & { given: SwapShift }

export function OfferWishes({ wants, months, month, fits, not, assignments, possible, set, given, ...rest }: Props) {
  const { send, busy, day, problem } = rest
  const hasWishes = Object.keys(wants).length > 0 || not.length > 0
  const [chooses, setChoosing] = useState(hasWishes)
  const isChoosing = chooses || hasWishes
  const takeAny = () => {
    setChoosing(false)
    set({ days: null, month: null, assignment: null, not: null })
  }
  const ticked = fits.filter(({ id }) => !not.includes(id))
  const offer = () => send({ wants: withoutUnticked(wants, fits, not) })
  return (
    <>
      <SectionCard title="I’d take">
        <div className={classes.body}>
          <div className="cluster">
            <Chip isOn={!isChoosing} onClick={takeAny}>
              Anything that suits me
            </Chip>
            <Chip isOn={isChoosing} onClick={() => setChoosing(true)}>
              Only some shifts
            </Chip>
          </div>
          {isChoosing && (
            <>
              <ShiftFilters {...{ wants, months, month, assignments, set }} />
              {fits.length > 0 && (
                <fieldset className={`cluster ${classes.chips}`} style={{ display: 'block' }}>
                  <legend>These fit today. Untick any you wouldn’t take.</legend>
                  <ShiftChoices
                    shifts={fits}
                    given={given}
                    single={false}
                    isChecked={(id) => !not.includes(id)}
                    onChange={(id) => set({ not: toggled(not, id) })}
                  />
                </fieldset>
              )}
              {fits.length === 0 && (
                <p className={classes.note}>No shift fits today. Your offer stays open until one does.</p>
              )}
            </>
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
