import { buttonLink, outlineLink, type PageSite } from '#server/deliveries/texts/page.ts'
import { escapeHtml as e } from '#server/engine/kernel/escape-html.ts'
import { brandTones } from '#server/organisation/brand/contract.ts'
import type { ShiftText } from './shift-text.ts'

/** The layout of every mail about shifts: each with a large time and its facts, then at most two buttons. */

export type Button = { label: string; url: string }

/** Maximum shifts with large times; more become a list. */
const MOST_WRITTEN_OUT = 3
export const isList = (shifts: readonly unknown[]): boolean => shifts.length > MOST_WRITTEN_OUT

type Shown = { words: ShiftText; note?: string; below?: string }

/** Renders shifts with large times, or as a list. `struck`: they are off or no longer the reader's. */
export function shiftCards(
  shifts: readonly Shown[],
  { site, struck, list }: { site: PageSite; struck: boolean; list: boolean },
): string {
  if (!list) return shifts.map((shown) => shiftCard(shown, site, struck)).join('\n')
  if (!shifts.length) return ''
  return `<table class="line" width="100%" cellpadding="0" cellspacing="0" style="border-bottom:1px solid #e0e7eb;margin:0 0 24px">${shifts.map(listRow).join('')}</table>`
}

/** Renders the first button filled, the second outlined. */
export function mailButtons([first, second]: readonly Button[], site: PageSite): string {
  if (!first) return ''
  const buttons = [buttonLink(first.label, first.url, site), ...(second ? [outlineLink(second.label, second.url)] : [])]
  return `<p style="margin:0 0 12px">${buttons.join(' ')}</p>`
}

export const leadLine = (lines: readonly string[]): string =>
  `<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:1.55;color:#1d282e">${lines.map((line) => e(line)).join('<br>')}</p>`

/** @param html already escaped. */
export const quietLine = (html: string): string =>
  `<p class="dim" style="margin:0 0 20px;font-size:14px;line-height:1.5;color:#48575f">${html}</p>`

/** Lets a range break only after its dash. */
const range = (time: string) => e(time).replaceAll(' ', '&nbsp;').replace('–&nbsp;', '– ')

/** Uses smaller type for ranges with a day or twelve-hour times, to fit one line. */
const timeSize = (time: string) => (time.length > 20 ? ['long', 28] : time.length > 14 ? ['big', 38] : ['big', 44])

/** Renders a shift as a list row: day and time, then assignment and location, with a link. */
function listRow({ words, note }: Shown): string {
  const what = [
    e(words.assignment),
    words.url ? `<a href="${e(words.url)}" style="color:#48575f">${e(words.event)}</a>` : e(words.event),
    e(words.location),
  ]
  const more = [...words.changes, ...(note ? [note] : []), ...(words.notes ? [words.notes] : [])]
  const label = words.label ? `${e(words.label)}: ` : ''
  return `<tr><td class="dim line" style="padding:10px 0;border-top:1px solid #e0e7eb;font-size:15px;line-height:1.5;color:#48575f;overflow-wrap:anywhere">${label}<b class="ink" style="color:#1d282e">${e(words.date)}, ${range(words.time)}</b> ${e(words.zone)}<br>${what.filter(Boolean).join(' · ')}${more.map((line) => `<br>${e(line).replaceAll('\n', '<br>')}`).join('')}</td></tr>`
}

function shiftCard({ words, note, below = '' }: Shown, site: PageSite, isStruck: boolean): string {
  const [scale, size] = timeSize(words.time)
  const struck = isStruck ? 'text-decoration:line-through;' : ''
  const [tone, colour] = isStruck ? ['dim', '#48575f'] : ['accent', brandTones(site.color).light.fg]
  const label = words.label
    ? `<p class="dim" style="margin:0;font-size:15px;line-height:1.5;color:#48575f">${e(words.label)}</p>\n`
    : ''
  return `${label}<p class="ink" style="margin:0;font-size:20px;line-height:1.35;font-weight:600;letter-spacing:-0.01em;color:#1d282e;${struck}">${e(words.date)}</p>
<p class="${tone} ${scale}" style="margin:0;font-size:${size}px;line-height:1.15;font-weight:700;letter-spacing:-0.03em;color:${colour};${struck}">${range(words.time)}</p>
<p class="dim" style="margin:4px 0 20px;font-size:13px;line-height:1.5;color:#48575f">${e(words.zone)}</p>
${changeNote([...words.changes, ...(note ? [note] : [])])}<table class="line" width="100%" cellpadding="0" cellspacing="0" style="border-bottom:1px solid #e0e7eb;margin:0 0 24px">${facts(words)}</table>${below ? `\n${below}` : ''}`
}

const changeNote = (changes: readonly string[]) =>
  changes.length
    ? `<p class="note" style="margin:0 0 20px;padding:12px 16px;border-radius:8px;background:#fff3d6;color:#6b4a00;font-size:15px;line-height:1.5">${changes.map((line) => e(line)).join('<br>')}</p>\n`
    : ''

const facts = (words: ShiftText) =>
  [
    ['Event', e(words.event)],
    ['Assignment', e(words.assignment)],
    ['Location', placeOf(words)],
    ['With', e(words.crew)],
    ['Contact', e(words.contact)],
    ['Notes', e(words.notes).replaceAll('\n', '<br>')],
  ]
    .filter(([, value]) => value)
    .map(
      ([label = '', value = '']) =>
        `<tr><th scope="row" class="dim line" style="width:88px;padding:10px 12px 10px 0;white-space:nowrap;border-top:1px solid #e0e7eb;vertical-align:top;text-align:left;font-size:15px;line-height:1.45;font-weight:400;color:#48575f">${label}</th><td class="ink line" style="padding:10px 0;border-top:1px solid #e0e7eb;vertical-align:top;font-size:15px;line-height:1.45;font-weight:600;color:#1d282e;overflow-wrap:anywhere">${value}</td></tr>`,
    )
    .join('')

const placeOf = ({ location, map }: ShiftText) =>
  map ? `${e(location)} · <a href="${e(map)}" style="color:#1d282e">Map</a>` : e(location)
