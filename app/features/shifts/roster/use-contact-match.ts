import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { BACKGROUND_STATUSES, fetchApi } from '#app/shell/fetch-api.ts'
import { wordsOfContact } from './contact-words.ts'

const DEBOUNCE_MS = 400

type Match = { id: number; name: string }
type Answer = { order: number[]; results: { people?: Record<number, Match> } }

/** The one active person whom the text of a contact names, once typing pauses; null for none or several. */
export function useContactMatch(contact: string): Match | null {
  const words = wordsOfContact(contact)
  const [settled] = useDebouncedValue(words, DEBOUNCE_MS)
  const [found, setFound] = useState<{ words: string; match: Match | null }>()
  useEffect(() => {
    if (settled === null) return
    const controller = new AbortController()
    const query = new URLSearchParams({ search: settled, is_active: 'true', role__ne: 'new', limit: '2' })
    fetchApi(`/api/people?${query}`, { signal: controller.signal }, BACKGROUND_STATUSES)
      .then((response) => (response.ok ? response.json() : null))
      .then((answer: Answer | null) => {
        const [id, ...others] = answer?.order ?? []
        const one = id !== undefined && !others.length ? answer?.results.people?.[id] : undefined
        setFound({ words: settled, match: one ?? null })
      })
      .catch(() => {})
    return () => controller.abort()
  }, [settled])
  return found !== undefined && found.words === words ? found.match : null
}
