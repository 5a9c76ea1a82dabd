import { buttonLink, greeting, mailPage, outlineLink } from '#server/deliveries/texts/page.ts'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import type { MessageDraft } from '#server/deliveries/transport.ts'
import { escapeHtml as e } from '#server/engine/kernel/escape-html.ts'
import { brandTones } from '#server/organisation/brand/contract.ts'
import {
  calendarHint,
  countAsked,
  headline,
  IF_NOT,
  isAsked,
  isList,
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

/** Writes the HTML part: greeting, then each shift with large time, facts and one button; many as a list. */
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
      `<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:1.55;color:#1d282e">${e(lead)}</p>`,
      ...itemsOf(draft, shifts, false),
      ...(draft.items.length > 1 ? [question(draft, shifts)] : []),
      ...laterPart(draft, shifts),
      `<p class="dim" style="margin:0;font-size:14px;line-height:1.5;color:#48575f">${calendarHint(draft)}</p>`,
    ].join('\n'),
    foot: [
      `You get this because you volunteer at ${e(oneLine(site.name))}. <a href="${e(draft.unsubscribe_url)}" style="color:#48575f">Choose which emails you get, or turn them off</a>.`,
    ],
  })
}

function itemsOf(draft: MessageDraft, shifts: readonly ShiftText[], later: boolean): string[] {
  const chosen = draft.items.flatMap((item, at) => {
    const words = shifts[at]!
    return (item.question === 'later') === later ? [{ item, words, note: stillYours(item.shift) }] : []
  })
  if (!isList(draft)) return chosen.map(({ item, words, note }) => shiftBlock(words, draft, isAsked(draft, item), note))
  if (!chosen.length) return []
  const rows = chosen.map(({ words, note }) => listRow(words, note)).join('')
  return [
    `<table class="line" width="100%" cellpadding="0" cellspacing="0" style="border-bottom:1px solid #e0e7eb;margin:0 0 24px">${rows}</table>`,
  ]
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
    ...itemsOf(draft, shifts, true),
    `<p class="dim" style="margin:0 0 20px;font-size:14px;line-height:1.5;color:#48575f">${e(hint)} <a href="${e(ownShifts(draft))}" style="color:#48575f">See your shifts</a></p>`,
  ]
}

/** Lets a range break only after its dash. */
const range = (time: string) => e(time).replaceAll(' ', '&nbsp;').replace('–&nbsp;', '– ')

/** Uses smaller type for ranges with a day or twelve-hour times, to fit one line. */
const timeSize = (time: string) => (time.length > 20 ? ['long', 28] : time.length > 14 ? ['big', 38] : ['big', 44])

/** Renders a shift as a list row: day and time, then assignment and location, with a link. */
function listRow(words: ShiftText, note: string): string {
  const what = [
    e(words.assignment),
    `<a href="${e(words.url)}" style="color:#48575f">${e(words.event)}</a>`,
    e(words.location),
  ]
  const more = [...words.changes, ...(note ? [note] : []), ...(words.notes ? [words.notes] : [])]
  return `<tr><td class="dim line" style="padding:10px 0;border-top:1px solid #e0e7eb;font-size:15px;line-height:1.5;color:#48575f;overflow-wrap:anywhere"><b class="ink" style="color:#1d282e">${e(words.date)}, ${range(words.time)}</b> ${e(words.zone)}<br>${what.filter(Boolean).join(' · ')}${more.map((line) => `<br>${e(line).replaceAll('\n', '<br>')}`).join('')}</td></tr>`
}

function shiftBlock(words: ShiftText, draft: MessageDraft, asked: boolean, note: string): string {
  const { site } = draft
  const cancelled = draft.kind === 'shift.cancelled'
  const asks = asked && draft.items.length === 1
  const [scale, size] = timeSize(words.time)
  const struck = cancelled ? 'text-decoration:line-through;' : ''
  const [tone, colour] = cancelled ? ['dim', '#48575f'] : ['accent', brandTones(site.color).light.fg]
  return `<p class="ink" style="margin:0;font-size:20px;line-height:1.35;font-weight:600;letter-spacing:-0.01em;color:#1d282e;${struck}">${e(words.date)}</p>
<p class="${tone} ${scale}" style="margin:0;font-size:${size}px;line-height:1.15;font-weight:700;letter-spacing:-0.03em;color:${colour};${struck}">${range(words.time)}</p>
<p class="dim" style="margin:4px 0 20px;font-size:13px;line-height:1.5;color:#48575f">${e(words.zone)}</p>
${changeNote([...words.changes, ...(note ? [note] : [])])}<table class="line" width="100%" cellpadding="0" cellspacing="0" style="border-bottom:1px solid #e0e7eb;margin:0 0 24px">${facts(words)}</table>
${asks ? question(draft, [words]) : ''}${cancelled ? '' : draft.answer_url ? shiftLink(words.url) : `<p style="margin:0 0 24px">${buttonLink('See your shift', words.url, site)}</p>`}`
}

/**
 * Renders two buttons for one shift, one for several, and the consequence of a no. Links open a page that asks for
 * confirmation.
 */
function question(draft: MessageDraft, shifts: readonly ShiftText[]): string {
  const { answer_url = '', items, site } = draft
  const only = countAsked(draft) === 1 ? shifts[items.findIndex((item) => isAsked(draft, item))] : undefined
  const label = only ? `Answer for ${only.date}` : 'Answer for these shifts'
  const buttons =
    items.length > 1
      ? buttonLink(label, answer_url, site)
      : `${buttonLink('I’ll be there', `${answer_url}?answer=confirmed`, site)} ${outlineLink('I can’t come', `${answer_url}?answer=declined`)}`
  return answer_url
    ? `<p style="margin:0 0 12px">${buttons}</p><p class="dim" style="margin:0 0 20px;font-size:14px;line-height:1.5;color:#48575f">You don’t need to sign in. ${IF_NOT}</p>`
    : ''
}

const shiftLink = (url: string) =>
  `<p class="ink" style="margin:0 0 24px;font-size:15px;line-height:1.5;color:#1d282e"><a href="${e(url)}" style="color:#1d282e">See your shift</a></p>`

const changeNote = (changes: readonly string[]) =>
  changes.length
    ? `<p class="note" style="margin:0 0 20px;padding:12px 16px;border-radius:8px;background:#fff3d6;color:#6b4a00;font-size:15px;line-height:1.5">${changes.map((line) => e(line)).join('<br>')}</p>\n`
    : ''

const facts = (words: ShiftText) =>
  [
    ['Event', words.event],
    ['Assignment', words.assignment],
    ['Location', words.location],
    ['Contact', words.contact],
    ['Notes', words.notes],
  ]
    .filter(([, value]) => value)
    .map(
      ([label = '', value = '']) =>
        `<tr><th scope="row" class="dim line" style="width:88px;padding:10px 12px 10px 0;border-top:1px solid #e0e7eb;vertical-align:top;text-align:left;font-size:15px;line-height:1.45;font-weight:400;color:#48575f">${label}</th><td class="ink line" style="padding:10px 0;border-top:1px solid #e0e7eb;vertical-align:top;font-size:15px;line-height:1.45;font-weight:600;color:#1d282e;overflow-wrap:anywhere">${e(value).replaceAll('\n', '<br>')}</td></tr>`,
    )
    .join('')
