import type { Suggestion } from '#server/shifts/suggestions/contract.ts'

export type SuggestionGroup = { title: string; people: Suggestion[] }

const ASKED = 'Asked'
const NOT_SUITABLE = 'Not suitable'
const TITLES = [ASKED, 'Available', 'Qualified', 'Others', NOT_SUITABLE] as const

/**
 * Groups people under headings, those who asked first, keeping the order within a group. Unsuitable people come last.
 * @param options.askedFirst whether people who asked come first even if unsuitable.
 */
export function groupSuggestions(
  suggestions: readonly Suggestion[],
  { askedFirst = false }: { askedFirst?: boolean } = {},
): SuggestionGroup[] {
  const titleOf = (one: Suggestion): (typeof TITLES)[number] => {
    if (one.requested && (one.fits || askedFirst)) return ASKED
    if (!one.fits) return NOT_SUITABLE
    if (has(one, 'available')) return 'Available'
    return has(one, 'qualified') && !has(one, 'if_required') ? 'Qualified' : 'Others'
  }
  return TITLES.map((title) => ({ title, people: suggestions.filter((one) => titleOf(one) === title) })).filter(
    ({ people }) => people.length > 0,
  )
}

const has = (one: Suggestion, wanted: string) => [...one.for, ...one.against].some(({ code }) => code === wanted)
