import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useMemo, useRef } from 'react'
import { Avatar } from '../../ui/person-chip.tsx'
import classes from './kiosk.module.css'
import { LETTERS, letterOf, OTHER } from './letters.ts'
import type { Named } from './steps.ts'

type Props = {
  people: readonly Named[]
  signedIn: ReadonlySet<number>
  letter: string | null
  onLetter: (letter: string) => void
  onPick: (person: Named) => void
}

function grouped(people: readonly Named[]): Map<string, Named[]> {
  const groups = new Map<string, Named[]>()
  for (const person of people) {
    const letter = letterOf(person.name)
    const group = groups.get(letter)
    if (group) group.push(person)
    else groups.set(letter, [person])
  }
  return groups
}

/** The first letter, then the names that begin with it. A letter without anybody cannot be chosen. */
export function PickPerson({ people, signedIn, letter, onLetter, onPick }: Props) {
  const byLetter = useMemo(() => grouped(people), [people])
  const names = useRef<HTMLUListElement>(null)
  // On a phone the letters fill the screen.
  useEffect(() => {
    if (letter !== null) names.current?.scrollIntoView({ block: 'nearest' })
  }, [letter])
  const letters = byLetter.has(OTHER) ? [...LETTERS, OTHER] : LETTERS
  return (
    <>
      <fieldset className={classes.letters} aria-label="First letter of your name">
        {letters.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === letter}
            aria-label={one === OTHER ? 'Other letters' : one}
            disabled={!byLetter.has(one)}
            onClick={() => onLetter(one)}
          >
            {one}
          </button>
        ))}
      </fieldset>
      {letter === null && <p className={classes.empty}>Choose the first letter of your name.</p>}
      <ul ref={names} className={classes.names}>
        {(byLetter.get(letter ?? '') ?? []).map((person) => {
          const on = signedIn.has(person.id)
          return (
            <li key={person.id}>
              <button type="button" className={classes.who} disabled={on} onClick={() => onPick(person)}>
                <Avatar name={person.name} size={56} />
                <span>
                  {person.name}
                  {on && (
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
