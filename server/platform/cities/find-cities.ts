import { foldText } from '#server/engine/kernel/folded-text.pure.ts'
import { DEFAULT_COUNTRY, isCountry } from '#server/engine/kernel/phone-number/countries.pure.ts'
import { CITY_LINES } from './cities.gen.ts'

/** `label` is unique ("Portsmouth, United Kingdom"); `country` has two letters; `zone` is an IANA name. */
export type City = { label: string; country: string; zone: string }

const MAX_OFFERED = 8

type Known = City & { folded: string }

const names = new Intl.DisplayNames('en-GB', { type: 'region' })

function readCities(): Known[] {
  return CITY_LINES.split('\n').flatMap((line) => {
    const [country = '', zone = '', cities = ''] = line.split('\t')
    return cities.split('|').map((city) => {
      const label = `${city}, ${names.of(country)}`
      return { label, country, zone, folded: foldText(label) }
    })
  })
}

let known: Known[] | null = null
const all = () => (known ??= readCities())

const withoutFolded = ({ label, country, zone }: Known): City => ({ label, country, zone })

/** Finds cities with a name, or a word of it, that begins with the text: first those whose name begins with it. */
export function findCities(search: string): City[] {
  const wanted = foldText(search.trim())
  if (wanted.length < 2) return []
  const whole = all().filter(({ folded }) => folded.startsWith(wanted))
  const later = all().filter(({ folded }) => folded.includes(` ${wanted}`) && !folded.startsWith(wanted))
  return [...whole, ...later].slice(0, MAX_OFFERED).map(withoutFolded)
}

/** Returns the city for a typed label or unique name; otherwise null. */
export function cityOf(typed: string): City | null {
  const wanted = foldText(typed.trim())
  if (!wanted) return null
  const same = all().filter(({ folded }) => folded === wanted)
  const meant = same.length ? same : all().filter(({ folded }) => folded.startsWith(`${wanted},`))
  return meant.length === 1 ? withoutFolded(meant[0]!) : null
}

/** Languages by country; elsewhere British English. */
const LOCALES: Record<string, string> = { IE: 'en-IE', AU: 'en-AU', NZ: 'en-NZ' }

export const settingsNear = ({ country, zone }: City) => ({
  timezone: zone,
  locale: LOCALES[country] ?? 'en-GB',
  default_country_code: isCountry(country) ? country : DEFAULT_COUNTRY,
})
