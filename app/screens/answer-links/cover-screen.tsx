import { Form, useNavigation } from '@remix-run/react'
import type { CoverPage } from '#server/cover/calls-contract.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { AnswerMark } from '../answers/answer-mark.tsx'
import { SignInFrame } from '../sign-in/sign-in-frame.tsx'
import classes from './answer-screen.module.css'
import { Choice } from './choice.tsx'
import { EndedLink, LinkContact } from './ended-link.tsx'
import { ShiftAsked } from './shift-asked.tsx'

type Props = {
  /** Null for a link that is over. */
  page: CoverPage | null
  /** The answer whose button in the mail was pressed: it is the first here. */
  choice: string | null
  /** The instant on the server's clock, ISO. */
  now: string
  /** Why the answer that was just given could not be taken. */
  refused: string | null
}

/** The page behind the link that asks somebody to cover. It names nobody but the person asked. */
export function CoverScreen({ page, choice, now, refused }: Props) {
  const busy = useNavigation().state !== 'idle'
  if (!page) return <EndedLink />
  const { state, asked } = page
  const name = page.person.first_name
  return (
    <SignInFrame title={TITLES[state](name)}>
      <div aria-live="polite" className={classes.content}>
        {refused && state !== 'taken' && <p className={classes.again}>{refused}</p>}
        <ShiftAsked shift={page.shift} now={now} />
        {(state === 'open' || state === 'declined') && (
          <>
            {state === 'declined' && <p>You said not this time. You can still take it while nobody has.</p>}
            <Form method="post" className={classes.choices} data-first={choice === 'no' ? 'no' : 'yes'}>
              <Choice answer="yes" busy={busy} />
              {state === 'open' && <Choice answer="no" busy={busy} />}
            </Form>
            <p className={classes.stays}>
              {page.why.join(' ')} {asked > 1 ? `${asked} people are asked; the` : 'The'} first yes has it. A no needs
              no reason and counts against nobody.
            </p>
          </>
        )}
        {state === 'yours' && (
          <>
            <div>
              <AnswerMark state="confirmed" reader="member" />
            </div>
            <p className={classes.stays}>The shift is yours now, and in your shifts. Thank you for covering.</p>
          </>
        )}
        {state === 'taken' && <Taken instead={page.instead} />}
      </div>
      <p className={classes.foot}>
        This link is {name ? `${name}’s` : 'one person’s'} and works for this request only.{' '}
        <LinkContact name={page.site.contact_name} email={page.site.contact_email} />
      </p>
    </SignInFrame>
  )
}

const TITLES: Record<CoverPage['state'], (name: string) => string> = {
  open: (name) => (name ? `${name}, can you cover?` : 'Can you cover?'),
  declined: (name) => (name ? `Thank you for answering, ${name}` : 'Thank you for answering'),
  yours: (name) => (name ? `${name}, you’re on` : 'You’re on'),
  taken: () => 'Just taken. Thank you',
}

/** Somebody was faster: other shifts that this person could do. Taking those needs a sign-in, since the link is for one request. */
function Taken({ instead }: Pick<CoverPage, 'instead'>) {
  const when = useDateFormats()
  return (
    <>
      <p className={classes.stays}>Nothing has changed for you, and there is nothing more to do.</p>
      {instead.length > 0 && (
        <>
          <p>
            <b>Still open, and you could do {instead.length > 1 ? 'them' : 'it'}:</b>
          </p>
          <ul className={classes.rows}>
            {instead.map(({ id, event, start, end, assignment }) => (
              <li key={id} className={classes.row}>
                <div className={classes.what}>
                  <p className="num">
                    <b>
                      {when.format(start, 'ddd D MMM')}, {when.range(start, end)}
                    </b>
                  </p>
                  <p>{[assignment, event].filter(Boolean).join(' · ')}</p>
                </div>
              </li>
            ))}
          </ul>
          <a className={classes.signIn} href="/shifts/open">
            Sign in to take one
          </a>
        </>
      )}
    </>
  )
}
