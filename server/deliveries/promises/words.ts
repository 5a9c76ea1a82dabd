import type { RosterNoticeKind } from '../roster-notice-kinds.ts'
import type { RosterNotice } from '../roster-notices.ts'
import { ROSTER_SMS } from '../texts/account/roster-sms.ts'
import type { PromiseEnd, PromiseOf, StandingPromise } from './rules.ts'

type Words = Pick<RosterNotice, 'title' | 'paragraphs'> & { kind: RosterNoticeKind; sms: string; opens?: true }

/** Returns the notice of a promise's end. `{name}` is the shift's current person, or the one who comes after all. */
export const endWords = ({ of, what }: Pick<StandingPromise, 'of' | 'what'>, end: PromiseEnd): Words =>
  WORDS[of](what)[end]

const WORDS: Record<PromiseOf, (what: string) => Record<PromiseEnd, Words>> = {
  hold: (what) => {
    const ended = (words: string): Words => ({
      kind: 'waiting.expired',
      title: `No longer held for you: ${what}`,
      paragraphs: [`${what}, {at}, was held for you. ${words} You don’t need to do anything.`],
      sms: ROSTER_SMS.hold_ended,
      opens: true,
    })
    const changed = ended(
      'It no longer is: the shift has changed, you have another shift then, or you’re no longer on the waiting list.',
    )
    return {
      taken: ended('Someone else has it now.'),
      gone: ended('It isn’t going ahead as it was offered.'),
      ...{ changed, kept: changed, asked: changed, unanswered: changed },
    }
  },
  ask: (what) => {
    const notNeeded: Words = {
      kind: 'cover.taken',
      title: `No longer needed, thank you: ${what}`,
      paragraphs: [`${what}, {at}, no longer needs cover. You don’t need to do anything. Thanks for being on call.`],
      sms: ROSTER_SMS.cover_not_needed,
    }
    return {
      taken: {
        kind: 'cover.taken',
        title: `Covered, thank you: ${what}`,
        paragraphs: [`Someone has taken ${what}, {at}. You don’t need to do anything. Thanks for being on call.`],
        sms: ROSTER_SMS.cover_taken,
      },
      changed: {
        kind: 'cover.taken',
        title: `Changed, no answer needed: ${what}`,
        paragraphs: [
          `The time or place of ${what}, {at}, has changed since you were asked. You don’t need to do anything. Thanks for being on call. You may be asked again.`,
        ],
        sms: ROSTER_SMS.cover_changed,
      },
      ...{ kept: notNeeded, asked: notNeeded, unanswered: notNeeded, gone: notNeeded },
    }
  },
  gap: (what) => {
    const answerGone = (title: string, words: string, sms: string): Words => ({
      kind: 'cover.ended',
      title: `${title}: ${what}`,
      paragraphs: [`{name} had said they couldn’t come to ${what}, {at}. That answer no longer counts, ${words}`],
      ...{ sms, opens: true },
    })
    const asked = answerGone('Asked again', 'so they are being asked again.', ROSTER_SMS.gap_asked_again)
    const unanswered = answerGone('No answer yet', 'and they haven’t given another.', ROSTER_SMS.gap_unanswered)
    return {
      taken: {
        kind: 'cover.ended',
        title: `Someone was found: ${what}`,
        paragraphs: [`{name} is on ${what}, {at}. No one else is needed.`],
        sms: ROSTER_SMS.gap_filled,
        opens: true,
      },
      kept: {
        kind: 'answer.kept',
        title: `Coming after all: ${what}`,
        paragraphs: [`{name} is coming after all: ${what}, {at}. No one else is needed.`],
        sms: ROSTER_SMS.answer_kept,
        opens: true,
      },
      gone: {
        kind: 'cover.ended',
        title: `No longer needed: ${what}`,
        paragraphs: [`${what}, {at}, no longer needs anyone.`],
        sms: ROSTER_SMS.gap_gone,
      },
      ...{ asked, unanswered, changed: unanswered },
    }
  },
}
