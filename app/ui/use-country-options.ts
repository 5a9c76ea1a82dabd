import { useEffect, useState } from 'react'
import {
  callingCodeOf,
  countryName,
  countryOfLanguage,
  listCountries,
} from '#server/engine/kernel/phone-number/countries.pure.ts'

const browserCountries = (): string[] => navigator.languages.flatMap((language) => countryOfLanguage(language) ?? [])

/**
 * All countries as options of a list: the given one, those of the browser's languages, then the others by name. The
 * server renders only the given one, since browsers spell some names differently.
 */
export function useCountryOptions(first: string): { value: string; label: string }[] {
  const [leading, setLeading] = useState<string[] | null>(null)
  useEffect(() => setLeading([first, ...browserCountries()]), [first])
  const listed = leading
    ? listCountries(leading)
    : [{ country: first, name: countryName(first), code: callingCodeOf(first) }]
  return listed.map(({ country, name, code }) => ({ value: country, label: `${name} (${code})` }))
}
