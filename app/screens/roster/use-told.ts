import { useEffect, useState } from 'react'
import type { Preview, PreviewAsk } from '#server/shifts/preview/contract.ts'

const PAUSE_MS = 500

/**
 * Whom something would tell, asked of the server when typing pauses; null while that is not known. `stamp` changes when what
 * is stored does.
 */
export function useTold(event: number, ask: PreviewAsk | null, stamp = ''): Preview | null {
  const [answer, setAnswer] = useState<{ key: string; preview: Preview } | null>(null)
  const body = ask && JSON.stringify(ask)
  const key = `${body} ${stamp}`
  useEffect(() => {
    if (!body) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      fetch(`/api/events/${event}/preview`, {
        method: 'POST',
        signal: controller.signal,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body,
      })
        .then((response) => (response.ok ? response.json() : null))
        .then((preview: Preview | null) => preview && setAnswer({ key, preview }))
        .catch(() => {})
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [event, body, key])
  return answer?.key === key ? answer.preview : null
}

const PEOPLE = (people: number) => (people === 1 ? '1 person' : `${people} people`)

/** "tells nobody", "tells 1 person", "tells 4 people". */
export const tellsWords = (people: number) => (people === 0 ? 'tells nobody' : `tells ${PEOPLE(people)}`)

/** "Ann Lee, Bob Ray and 3 others will be told." */
export function toldSentence({ people, names }: { people: number; names: readonly string[] }): string {
  if (!people) return 'Nobody will be told.'
  const left = people - names.length
  const all = left > 0 ? [...names, left === 1 ? '1 other' : `${left} others`] : names
  return `${all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all[0]} will be told.`
}
