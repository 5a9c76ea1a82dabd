import { Form, useNavigation } from '@remix-run/react'
import { IconCircleCheck, IconUserCheck } from '@tabler/icons-react'
import { SignInFrame } from '#app/features/accounts/sign-in/sign-in-frame.tsx'
import { AnswerMark } from '#app/features/answers/answer-mark.tsx'
import { Choice, tappedFirst } from '#app/features/answers/links/choice.tsx'
import { EndedLink, LinkContact } from '#app/features/answers/links/ended-link.tsx'
import { ShiftAsked } from '#app/features/answers/links/shift-asked.tsx'
import { Taken } from '#app/features/answers/links/taken.tsx'
import { paths } from '#app/shell/paths.ts'
import type { CoverPage } from '#server/cover/calls-contract.ts'
import classes from '../answers/links/answer-screen.module.css'

type Props = {
  /** Null for an expired link. */
  page: CoverPage | null
  /** The answer whose button was tapped in the mail: it is the first and the filled one. */
  choice: string | null
  /** The server's clock, ISO. */
  now: string
  refused: string | null
}

/** The page behind the link that asks someone to cover. Names no one but the invitee. */
export function CoverScreen({ page, choice, now, refused }: Props) {
  const busy = useNavigation().state !== 'idle'
  if (!page) return <EndedLink />
  const { state, asked } = page
  const name = page.person.first_name
  return (
    <SignInFrame slim title={TITLES[state](name)} sign={SIGNS[state]}>
      <div aria-live="polite" className={classes.content}>
        {refused && state !== 'taken' && state !== 'not_needed' && <p className={classes.again}>{refused}</p>}
        {state === 'taken' || state === 'not_needed' ? (
          <Taken {...page} why={state === 'taken' ? 'Someone else has the shift' : 'Cover is no longer needed'} />
        ) : (
          <ShiftAsked shift={page.shift} now={now} why={page.why.join(' ')} />
        )}
        {(state === 'open' || state === 'declined') && (
          <>
            {state === 'declined' && <p>You said “not this time”. You can still take it while no one has.</p>}
            <Form method="post" className={`stack ${classes.choices}`}>
              {tappedFirst(['yes', 'no'], choice)
                .filter((answer) => answer === 'yes' || state === 'open')
                .map((answer) => (
                  <Choice
                    key={answer}
                    answer={answer}
                    filled={answer === (choice === 'no' ? 'no' : 'yes')}
                    busy={busy}
                    {...(answer === 'yes' &&
                      asked > 1 && { follows: `First to say yes gets it (${asked} people asked)` })}
                  />
                ))}
            </Form>
          </>
        )}
        {state === 'kept' && (
          <p>You said yes. The shift is being changed right now: we’ll write to you if you aren’t needed.</p>
        )}
        {state === 'yours' && (
          <>
            <div>
              <AnswerMark state="confirmed" reader="member" />
            </div>
            <p className={classes.stays}>The shift is yours now, and in your shifts. Thank you for covering.</p>
          </>
        )}
      </div>
      <p className={`muted ${classes.foot}`}>
        This link is {name ? `${name}’s` : 'one person’s'} and works for this request only.{' '}
        {name && state === 'open' && `Not ${name}? Close the page: nothing has changed. `}
        {(state === 'open' || state === 'declined') && (
          <>
            <a href={paths.settings}>Stop being asked to cover</a>.{' '}
          </>
        )}
        <LinkContact name={page.site.contact_name} email={page.site.contact_email} />
      </p>
    </SignInFrame>
  )
}

const TITLES: Record<CoverPage['state'], (name: string) => string> = {
  open: (name) => (name ? `${name}, can you cover?` : 'Can you cover?'),
  declined: (name) => (name ? `Thank you for answering, ${name}` : 'Thank you for answering'),
  yours: (name) => (name ? `${name}, you’re on` : 'You’re on'),
  kept: (name) => (name ? `Thank you for answering, ${name}` : 'Thank you for answering'),
  taken: () => 'Just taken. Thank you',
  not_needed: () => 'No longer needed. Thank you',
}

const SIGNS = {
  open: undefined,
  declined: undefined,
  yours: { icon: IconCircleCheck, tone: 'green' },
  kept: undefined,
  taken: { icon: IconUserCheck, tone: 'slate' },
  not_needed: { icon: IconUserCheck, tone: 'slate' },
} as const
