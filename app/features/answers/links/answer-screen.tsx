import { useNavigation } from '@remix-run/react'
import { IconCircleCheck, IconUserSearch } from '@tabler/icons-react'
import { SignInFrame } from '#app/features/accounts/sign-in/sign-in-frame.tsx'
import { useDateFormats } from '#app/shell/use-root.ts'
import type { AnswerPage } from '#server/answers/contract.ts'
import { StatedContext } from './answer-form.tsx'
import { AnswerMany } from './answer-many.tsx'
import { AnswerOne } from './answer-one.tsx'
import classes from './answer-screen.module.css'
import { EndedLink, LinkContact } from './ended-link.tsx'

type Props = {
  /** Null for an expired link. */
  page: AnswerPage | null
  /**
   * The answer whose button was tapped in the mail: it is the first and the filled one. Opening the page answers
   * nothing.
   */
  choice: string | null
  /** The server's clock, ISO. */
  now: string
  answered: boolean
}

/** The page behind the link of a mail or text. Shows a first name and these shifts only: mails are forwarded. */
export function AnswerScreen({ page, choice, now, answered }: Props) {
  const busy = useNavigation().state !== 'idle'
  const when = useDateFormats()
  const tapped = answered ? null : choice
  if (!page) return <EndedLink />
  const [first] = page.shifts
  const name = page.person.first_name
  return (
    <SignInFrame
      slim
      title={titleOf(page, answered, (start) => when.short(start))}
      {...(page.shifts.length > 1 && page.shifts.some(({ answer }) => answer === 'asked')
        ? { text: 'Can you make them?' }
        : {})}
      sign={page.shifts.length === 1 && first ? SIGNS[first.answer] : undefined}
    >
      <div aria-live="polite" className={classes.content}>
        <StatedContext.Provider value={page.shifts.map(({ stated }) => stated)}>
          {page.shifts.length === 1 && first ? (
            <AnswerOne shift={first} now={now} tapped={tapped} busy={busy} />
          ) : (
            <AnswerMany shifts={page.shifts} now={now} tapped={tapped} busy={busy} />
          )}
        </StatedContext.Provider>
      </div>
      <p className={`muted ${classes.foot}`}>
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

const SIGNS = {
  asked: undefined,
  confirmed: { icon: IconCircleCheck, tone: 'green' },
  seeking_cover: { icon: IconUserSearch, tone: 'amber' },
} as const

function titleOf({ person, shifts }: AnswerPage, answered: boolean, dayOf: (start: string) => string): string {
  const to = (words: string) => (person.first_name ? `${person.first_name}, ${words}` : upperFirst(words))
  if (shifts.length > 1) return to(`${shifts.length} shifts of yours`)
  const [first] = shifts
  const state = first?.answer
  if (state === 'confirmed') return answered ? to(`see you on ${dayOf(first?.start ?? '')}`) : to('you’re on')
  return state === 'seeking_cover' ? to('thank you for telling us') : to('can you make it?')
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
