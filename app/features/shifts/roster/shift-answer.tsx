import { IconCircleCheck, IconHelpCircle, IconUserSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useCall } from '#app/collections/use-call.ts'
import { FormError } from '#app/ui/form-error.tsx'
import type { RosterAnswer } from '#server/shifts/roster-editor/contract.ts'
import { FindButton } from './find-cover.tsx'
import { coverLine, openSearch } from './search-words.ts'
import classes from './shift-answer.module.css'
import { ShiftThread } from './shift-thread.tsx'
import { useThread } from './use-thread.ts'

const CHOICES = [
  { answer: 'confirmed', icon: IconCircleCheck, word: 'Coming', tone: 'green' },
  { answer: 'declined', icon: IconUserSearch, word: 'Can’t come', tone: 'amber' },
  { answer: 'asked', icon: IconHelpCircle, word: 'No reply', tone: 'slate' },
] as const
type Choice = (typeof CHOICES)[number]['answer']

const choiceOf = (answer: RosterAnswer | null): Choice =>
  answer === 'confirmed' ? 'confirmed' : answer === 'seeking_cover' ? 'declined' : 'asked'

type Props = {
  shift: number
  /** The stored answer, and a text that changes with the shift. */
  answer: RosterAnswer | null
  stamp: string
  name: string
}

export function ShiftAnswer({ shift, answer, stamp, name }: Props) {
  const recording = useCall('PUT', `/api/shifts/${shift}/answer`, { handled: [403, 404], reload: 'always' })
  const [given, setGiven] = useState<Choice | null>(null)
  const [turn, setTurn] = useState(0)
  const thread = useThread(shift, `${stamp} ${answer} ${turn}`)
  const searching = useCall('POST', '/api/covers')
  const stored = choiceOf(answer)
  const chosen = given ?? stored
  useEffect(() => {
    if (given === stored) setGiven(null)
  }, [given, stored])
  const record = async (choice: Choice) => {
    setGiven(choice)
    const { ok } = await recording.call({ answer: choice })
    if (!ok) setGiven(null)
  }
  const search = openSearch(thread ?? [])
  const isStored = stored === 'declined' && chosen === stored && thread !== undefined
  const find = async () => {
    await searching.call({ shift })
    setTurn(turn + 1)
  }
  return (
    <section className={`stack ${classes.answer}`} aria-label="Answer">
      <fieldset className={classes.choices}>
        <legend>Answer</legend>
        {CHOICES.map(({ answer: choice, icon: Glyph, word, tone }) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === chosen}
            data-tone={tone}
            onClick={() => choice !== chosen && record(choice)}
          >
            <Glyph size={18} aria-hidden />
            {word}
          </button>
        ))}
      </fieldset>
      <p>
        {chosen === 'declined'
          ? `${coverLine(isStored ? search : 'searching')}. The shift stays with ${name} until someone takes it.`
          : 'Had it by phone? Record it here under your name.'}
      </p>
      {isStored && !search && (
        <FindButton busy={searching.busy} onClick={find}>
          Find cover
        </FindButton>
      )}
      <FormError message={recording.problem ?? searching.problem} />
      <ShiftThread entries={thread} name={name} />
    </section>
  )
}
