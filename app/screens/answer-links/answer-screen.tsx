import { useNavigation } from '@remix-run/react'
import type { AnswerPage } from '#server/answers/contract.ts'
import { SignInFrame } from '../sign-in/sign-in-frame.tsx'
import { AnswerMany } from './answer-many.tsx'
import { AnswerOne } from './answer-one.tsx'
import classes from './answer-screen.module.css'
import { EndedLink, LinkContact } from './ended-link.tsx'

type Props = {
  /** Null for a link that is over. */
  page: AnswerPage | null
  /** What the button of the mail said. It only comes first; nothing is answered by opening the page. */
  choice: string | null
  /** The instant on the server's clock, ISO. */
  now: string
  /** Whether an answer was given just now. */
  answered: boolean
}

/** The page behind the link of a mail or a text. It shows a first name and these shifts, and nobody else: mails are forwarded. */
export function AnswerScreen({ page, choice, now, answered }: Props) {
  const busy = useNavigation().state !== 'idle'
  if (!page) return <EndedLink />
  const [first] = page.shifts
  const name = page.person.first_name
  return (
    <SignInFrame title={titleOf(page, answered)}>
      <div aria-live="polite" className={classes.content}>
        {page.shifts.length === 1 && first ? (
          <AnswerOne shift={first} now={now} choice={choice} busy={busy} />
        ) : (
          <AnswerMany shifts={page.shifts} busy={busy} />
        )}
      </div>
      <p className={classes.foot}>
        You can change your answer until the shift starts. This link is {name ? `${name}’s` : 'one person’s'} and works
        for {page.shifts.length === 1 ? 'this shift' : 'these shifts'} only.{' '}
        {name &&
          page.shifts.every(({ answer }) => answer === 'asked') &&
          `Not ${name}? Close the page: nothing has changed. `}
        <LinkContact name={page.site.contact_name} email={page.site.contact_email} />
      </p>
    </SignInFrame>
  )
}

function titleOf({ person, shifts }: AnswerPage, answered: boolean): string {
  const to = (words: string) => (person.first_name ? `${person.first_name}, ${words}` : upperFirst(words))
  if (shifts.length > 1) return to(`${shifts.length} shifts of yours`)
  const state = shifts[0]?.answer
  if (state === 'confirmed') return answered ? to('thank you') : to('you’re on')
  return state === 'seeking_cover' ? to('thank you for telling us') : to('can you make it?')
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
