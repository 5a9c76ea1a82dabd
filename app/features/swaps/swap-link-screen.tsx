import { Form, useNavigation } from '@remix-run/react'
import { IconCircleCheck } from '@tabler/icons-react'
import { SignInFrame } from '#app/features/accounts/sign-in/sign-in-frame.tsx'
import { Choice, tappedFirst } from '#app/features/answers/links/choice.tsx'
import { EndedLink, LinkContact } from '#app/features/answers/links/ended-link.tsx'
import { ShiftAsked } from '#app/features/answers/links/shift-asked.tsx'
import { useDateFormats } from '#app/shell/use-root.ts'
import type { SwapPage } from '#server/swaps/links/contract.ts'
import classes from '../answers/links/answer-screen.module.css'

type Props = {
  /** Null for an expired link. */
  page: SwapPage | null
  /** The answer whose button was tapped in the mail: it is the first and the filled one. */
  choice: string | null
  /** The server's clock, ISO. */
  now: string
  refused: string | null
}

/** The page behind the link of a question about a swap or a hand-over. Names no one but its reader. */
export function SwapLinkScreen({ page, choice, now, refused }: Props) {
  const busy = useNavigation().state !== 'idle'
  const when = useDateFormats()
  if (!page) return <EndedLink />
  const { state, gets, gives } = page
  const name = page.person.first_name
  const both = gets !== null && gives !== null
  return (
    <SignInFrame slim title={titleOf(page)} sign={SIGNS[state]}>
      <div aria-live="polite" className={classes.content}>
        {refused && <p className={classes.again}>{refused}</p>}
        {state === 'declined' ? (
          <p className={classes.stays}>Nothing has changed for you.</p>
        ) : (
          <>
            {gets && (
              <>
                {both && <h2 className={classes.part}>{state === 'done' ? 'You have' : 'You get'}</h2>}
                <ShiftAsked shift={gets} now={now} />
              </>
            )}
            {gives && (
              <>
                {both && <h2 className={classes.part}>{state === 'done' ? 'You gave' : 'You give'}</h2>}
                <ShiftAsked shift={gives} now={now} />
              </>
            )}
          </>
        )}
        {state === 'open' && (
          <>
            <p className={classes.event}>
              Nothing changes until everyone has said yes. Please reply by {when.shortTime(page.until)}.
            </p>
            <Form method="post" className={`stack ${classes.choices}`}>
              {tappedFirst(['yes', 'no'], choice).map((answer, at) => (
                <Choice
                  key={answer}
                  answer={answer}
                  filled={at === 0}
                  busy={busy}
                  {...(answer === 'yes' && { follows: both ? 'You swap these shifts' : 'The shift will be yours' })}
                />
              ))}
            </Form>
          </>
        )}
        {state === 'accepted' && (
          <p className={classes.stays}>You said yes. We’ll tell you once everyone has replied.</p>
        )}
        {state === 'done' && (
          <p className={classes.stays}>All done. Your calendar and the roster are up to date. Thank you.</p>
        )}
      </div>
      <p className={`muted ${classes.foot}`}>
        This link is {name ? `${name}’s` : 'one person’s'} and works for this question only.{' '}
        {name && state === 'open' && `Not ${name}? Close the page: nothing has changed. `}
        <LinkContact name={page.site.contact_name} email={page.site.contact_email} />
      </p>
    </SignInFrame>
  )
}

function titleOf({ state, gets, gives, person: { first_name: name } }: SwapPage): string {
  const question = gets && gives ? 'can you swap?' : 'can you take this shift?'
  const words = {
    open: question,
    accepted: 'thanks for saying yes',
    done: gets ? 'the shift is yours' : 'the shift is no longer yours',
    declined: 'thank you for answering',
  }[state]
  return name ? `${name}, ${words}` : words.charAt(0).toUpperCase() + words.slice(1)
}

const SIGNS = {
  open: undefined,
  accepted: { icon: IconCircleCheck, tone: 'green' },
  done: { icon: IconCircleCheck, tone: 'green' },
  declined: undefined,
} as const
