import { Autocomplete, Text } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { paths } from '#app/shell/paths.ts'
import { callingCodeOf } from '#server/engine/kernel/phone-number/countries.pure.ts'
import health from './health.module.css'

type City = { label: string; now: string; timezone: string; locale: string; default_country_code: string }

const LANGUAGES: Record<string, string> = {
  'en-GB': 'British English',
  'en-IE': 'Irish English',
  'en-AU': 'Australian English',
  'en-NZ': 'New Zealand English',
}

const zoneName = (zone: string) => `${zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`

export function CityInput({ error }: { error: string | undefined }) {
  const [text, setText] = useState('')
  const { data, load } = useFetcher<{ cities?: City[] }>()
  const cities = data?.cities ?? []
  const chosen = cities.find(({ label }) => label === text)
  useEffect(() => {
    if (text.trim().length < 2) return
    const timer = setTimeout(() => load(`${paths.consoleCities}?search=${encodeURIComponent(text)}`), 150)
    return () => clearTimeout(timer)
  }, [text, load])
  return (
    <Autocomplete
      name="city"
      size="md"
      label="Time zone: a city near the club"
      description={
        chosen
          ? `Now ${chosen.now} there. Imported phone numbers begin with ${callingCodeOf(chosen.default_country_code)}; ${LANGUAGES[chosen.locale]}.`
          : 'This sets the time zone, phone numbers and language.'
      }
      placeholder="Portsmouth"
      leftSection={<IconSearch size={18} aria-hidden />}
      autoComplete="off"
      value={text}
      onChange={setText}
      error={error}
      data={cities.map(({ label }) => label)}
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const city = cities.find(({ label }) => label === option.value)
        return (
          <span className={`cluster ${health.city}`}>
            <strong>{option.value}</strong>
            {city && (
              <>
                <Text component="span" fz="xs" c="dimmed">
                  {zoneName(city.timezone)}
                </Text>
                <span className="num">now {city.now}</span>
              </>
            )}
          </span>
        )
      }}
    />
  )
}
