import { Form, useNavigation } from '@remix-run/react'
import { IconCircleCheck, IconUserCheck } from '@tabler/icons-react'
import { SignInFrame } from '#app/features/accounts/sign-in/sign-in-frame.tsx'
import { Choice, tappedFirst } from '#app/features/answers/links/choice.tsx'
import { EndedLink, LinkContact } from '#app/features/answers/links/ended-link.tsx'
import { ShiftAsked } from '#app/features/answers/links/shift-asked.tsx'
import { Taken } from '#app/features/answers/links/taken.tsx'
import { useDateFormats } from '#app/shell/use-root.ts'
import type { HoldPage } from '#server/waiting/links/contract.ts'
import classes from '../answers/links/answer-screen.module.css'

type Props = {
  /** Null for an expired link. */
  page: HoldPage | null
  /** The answer whose button was tapped in the mail: it is the first and the filled one. */
  choice: string | null
  /** The server's clock, ISO. */
  now: string
  refused: string | null
}

/** The page behind the link of an offer from a waiting list. Names no one but its reader. */
export function HoldScreen({ page, choice, now, refused }: Props) {
  const busy = useNavigation().state !== 'idle'
  const when = useDateFormats()
  if (!page) return <EndedLink />
  const { state, shift, until } = page
  const name = page.person.first_name
  return (
    <SignInFrame slim title={TITLES[state](name)} sign={SIGNS[state]}>
      <div aria-live="polite" className={classes.content}>
        {refused && state !== 'taken' && <p className={classes.again}>{refused}</p>}
        {state === 'taken' ? (
          <Taken {...page} why="This shift is no longer held for you" />
        ) : (
          <ShiftAsked shift={shift} now={now} />
        )}
        {state === 'open' && (
          <>
            {until && <p className={classes.event}>It is held for you until {when.shortTime(until)}.</p>}
            <Form method="post" className={`stack ${classes.choices}`}>
              {tappedFirst(['yes', 'no'], choice).map((answer, at) => (
                <Choice
                  key={answer}
                  answer={answer}
                  filled={at === 0}
                  busy={busy}
                  {...(answer === 'no'
                    ? { follows: 'You keep your place for other shifts' }
                    : until && { follows: 'The shift will be yours' })}
                />
              ))}
            </Form>
          </>
        )}
        {state === 'declined' && <p className={classes.stays}>You keep your place for other shifts.</p>}
        {state === 'yours' && <p className={classes.stays}>The shift is yours now, and in your shifts. Thank you.</p>}
      </div>
      <p className={`muted ${classes.foot}`}>
        This link is {name ? `${name}’s` : 'one person’s'} and works for this shift only.{' '}
        {name && state === 'open' && `Not ${name}? Close the page: nothing has changed. `}
        <LinkContact name={page.site.contact_name} email={page.site.contact_email} />
      </p>
    </SignInFrame>
  )
}

const TITLES: Record<HoldPage['state'], (name: string) => string> = {
  open: (name) => (name ? `${name}, a shift is free` : 'A shift is free'),
  declined: (name) => (name ? `Thank you for answering, ${name}` : 'Thank you for answering'),
  yours: (name) => (name ? `${name}, you’re on` : 'You’re on'),
  taken: () => 'No longer held. Thank you',
}

const SIGNS = {
  open: undefined,
  declined: undefined,
  yours: { icon: IconCircleCheck, tone: 'green' },
  taken: { icon: IconUserCheck, tone: 'slate' },
} as const
