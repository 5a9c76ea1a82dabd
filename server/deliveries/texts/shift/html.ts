import { greeting, mailPage } from '#server/deliveries/texts/page.ts'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import type { MessageDraft } from '#server/deliveries/transport.ts'
import { escapeHtml as e } from '#server/engine/kernel/escape-html.ts'
import { isList, leadLine, mailButtons, quietLine, shiftCards } from './layout.ts'
import {
  calendarHint,
  countAsked,
  headline,
  IF_NOT,
  isAsked,
  LATER,
  laterHint,
  leadOf,
  lowerFirst,
  ownShifts,
  type ShiftText,
  shiftLine,
  shiftTexts,
  stillYours,
} from './shift-text.ts'

/** Writes the HTML part: greeting, then each shift with large time, facts and buttons; many as a list. */
export function htmlPart(draft: MessageDraft, shifts: readonly ShiftText[] = shiftTexts(draft)): string {
  const { site } = draft
  const hello = greeting(draft.person.name)
  const lead = hello ? `${hello} ${lowerFirst(leadOf(draft))}` : leadOf(draft)
  return mailPage({
    site,
    origin: draft.origin,
    title: headline(draft),
    preview: shifts
      .slice(0, 5)
      .map((words) => shiftLine(words))
      .join(' / '),
    body: [
      leadLine([lead]),
      cards(draft, shifts, false),
      ...(draft.items.length > 1 ? [question(draft, shifts)] : []),
      ...laterPart(draft, shifts),
      quietLine(calendarHint(draft)),
    ].join('\n'),
    foot: [
      `You get this because you volunteer at ${e(oneLine(site.name))}. <a href="${e(draft.unsubscribe_url)}" style="color:#48575f">Choose which emails you get, or turn them off</a>.`,
    ],
  })
}

function cards(draft: MessageDraft, shifts: readonly ShiftText[], later: boolean): string {
  const struck = draft.kind === 'shift.cancelled'
  const shown = draft.items.flatMap((item, at) => {
    const words = shifts[at]!
    if ((item.question === 'later') !== later) return []
    const asks = isAsked(draft, item) && draft.items.length === 1
    const own = struck
      ? ''
      : draft.answer_url
        ? shiftLink(words.url)
        : mailButtons([{ label: 'See your shift', url: words.url }], draft.site)
    return [{ words, note: stillYours(item.shift), below: `${asks ? question(draft, [words]) : ''}${own}` }]
  })
  return shiftCards(shown, { site: draft.site, struck, list: isList(draft.items) })
}

/** Renders shifts to ask about later, with the reason, and a heading if there are others. */
function laterPart(draft: MessageDraft, shifts: readonly ShiftText[]): string[] {
  const hint = laterHint(draft)
  if (!hint) return []
  const isAll = draft.items.every(({ question }) => question === 'later')
  return [
    ...(isAll
      ? []
      : [
          `<h2 class="ink" style="margin:8px 0 12px;font-size:18px;line-height:1.35;font-weight:600;color:#1d282e">${LATER}</h2>`,
        ]),
    cards(draft, shifts, true),
    quietLine(`${e(hint)} <a href="${e(ownShifts(draft))}" style="color:#48575f">See your shifts</a>`),
  ]
}

/**
 * Renders two buttons for one shift, one for several, and the consequence of a no. Links open a page that asks for
 * confirmation.
 */
function question(draft: MessageDraft, shifts: readonly ShiftText[]): string {
  const { answer_url, items, site } = draft
  if (!answer_url) return ''
  const only = countAsked(draft) === 1 ? shifts[items.findIndex((item) => isAsked(draft, item))] : undefined
  const label = only ? `Reply about ${only.date}` : 'Reply about these shifts'
  const buttons =
    items.length > 1
      ? [{ label, url: answer_url }]
      : [
          { label: 'I’ll be there', url: `${answer_url}?answer=confirmed` },
          { label: 'I can’t come', url: `${answer_url}?answer=declined` },
        ]
  return `${mailButtons(buttons, site)}${quietLine(`You don’t need to sign in. ${IF_NOT}`)}`
}

const shiftLink = (url: string) =>
  `<p class="ink" style="margin:0 0 24px;font-size:15px;line-height:1.5;color:#1d282e"><a href="${e(url)}" style="color:#1d282e">See your shift</a></p>`
