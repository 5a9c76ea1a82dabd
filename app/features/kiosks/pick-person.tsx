import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { Avatar } from '#app/ui/person-chip.tsx'
import classes from './kiosk.module.css'
import { LETTERS, letterFor, OTHER_LETTERS } from './letters.ts'
import type { NamedRecord } from './steps.ts'

type Props = {
  people: readonly NamedRecord[]
  signedIn: ReadonlySet<number>
  letter: string | null
  onLetter: (letter: string) => void
  onPick: (person: NamedRecord) => void
}

function groupByLetter(people: readonly NamedRecord[]): Map<string, NamedRecord[]> {
  const groups = new Map<string, NamedRecord[]>()
  for (const person of people) {
    const letter = letterFor(person.name)
    const group = groups.get(letter)
    if (group) group.push(person)
    else groups.set(letter, [person])
  }
  return groups
}

export function PickPerson({ people, signedIn, letter, onLetter, onPick }: Props) {
  const byLetter = useMemo(() => groupByLetter(people), [people])
  const names = useRef<HTMLUListElement>(null)
  // On a phone the letters fill the screen.
  useEffect(() => {
    if (letter !== null) names.current?.scrollIntoView({ block: 'nearest' })
  }, [letter])
  const letters = byLetter.has(OTHER_LETTERS) ? [...LETTERS, OTHER_LETTERS] : LETTERS
  return (
    <>
      <fieldset className={classes.letters} aria-label="First letter of your name">
        {letters.map((candidate) => (
          <button
            key={candidate}
            type="button"
            aria-pressed={candidate === letter}
            aria-label={candidate === OTHER_LETTERS ? 'Other letters' : candidate}
            disabled={!byLetter.has(candidate)}
            onClick={() => onLetter(candidate)}
          >
            {candidate}
          </button>
        ))}
      </fieldset>
      {letter === null && <p className={classes.empty}>Choose the first letter of your name.</p>}
      <ul ref={names} className={classes.names}>
        {(byLetter.get(letter ?? '') ?? []).map((person) => {
          const isSignedIn = signedIn.has(person.id)
          return (
            <li key={person.id}>
              <button type="button" className={classes.who} disabled={isSignedIn} onClick={() => onPick(person)}>
                <Avatar name={person.name} size={56} />
                <span>
                  {person.name}
                  {isSignedIn && (
                    <small>
                      <IconCircleCheck size={22} aria-hidden /> Already signed in
                    </small>
                  )}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
