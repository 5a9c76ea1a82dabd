import { useHotkeys, useIsomorphicEffect } from '@mantine/hooks'
import { useBeforeUnload, useBlocker, useFetcher, useRevalidator } from '@remix-run/react'
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { Names, RosterEditor, RosterSaved, StoredPlace } from '#server/shifts/roster-editor/contract.ts'
import { formError, type Refusal } from '../../http/answer.ts'
import { paths } from '../../shell/paths.ts'
import { type Place, placesOf } from './duties.ts'
import { changeCount, draft, type Messages, messagesOf, NO_DRAFT, overtaken, type Step, saveOf } from './staging.ts'
import { newToken } from './token.ts'

type Answer = RosterSaved | Refusal

export type Roster = ReturnType<typeof useRoster>

/** Everything that the editor of one event knows and does: what is stored, what is staged on it, and saving it. */
export function useRoster(editor: RosterEditor) {
  const { event } = editor
  const [{ now: staging, past }, step] = useReducer(draft, NO_DRAFT)
  const [picked, setPicked] = useState<Partial<Names>>({})
  const [messages, setMessages] = useState<Messages>({})
  const [refusal, setRefusal] = useState<string>()
  const [authors, setAuthors] = useState<ReadonlyMap<number | 'event', string | null>>(new Map())
  const [told, setTold] = useState('')
  const saving = useFetcher<Answer>()
  const publishing = useRef(false)
  const answered = useRef<Answer>(undefined)
  const sending = useRef(false)
  const count = changeCount(staging)
  // A save that arrives twice is one save; what was staged since is another.
  const token = useMemo(() => (staging ? newToken() : ''), [staging])
  const { stale, gone } = overtaken(staging, editor)

  const { state, data } = saving
  // Before the next paint, so that what was saved is never seen twice: stored, and staged.
  useIsomorphicEffect(() => {
    if (state === 'idle') sending.current = false
    if (state !== 'idle' || !data || answered.current === data) return
    answered.current = data
    if ('problem' in data) {
      setMessages(messagesOf(data.problem))
      setRefusal(formError(data) ?? 'Not saved: please correct the marked fields.')
    } else if (data.saved) {
      step({ do: 'saved' })
      setTold(publishing.current ? 'Saved and published' : 'Saved')
    } else {
      setAuthors(new Map(data.stale.map(({ key, by }) => [key, by])))
      if (data.stale.some(({ gone }) => !gone))
        setRefusal(
          'Nothing is saved yet: somebody else changed the marked shifts. Keep yours or take theirs, then save again.',
        )
    }
  }, [state, data])

  // What somebody else removed can be staged no longer, whether it is noticed on saving or before.
  const goneKey = gone.join()
  useEffect(() => {
    if (!goneKey) return
    step({ do: 'forget', ids: goneKey.split(',').map(Number) })
    setRefusal(
      'Somebody else removed a shift that you changed, so that change is discarded. The rest is not saved yet.',
    )
  }, [goneKey])

  // Whoever comes back to this window sees at once what others did meanwhile.
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && revalidate()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [revalidate])

  const save = (publish: boolean) => {
    if (sending.current || saving.state !== 'idle' || (!count && !publish)) return
    sending.current = true
    publishing.current = publish
    setMessages({})
    setRefusal(undefined)
    setTold('')
    saving.submit(
      { staged: JSON.stringify(saveOf(staging, publish, token)) },
      { method: 'post', action: paths.eventShifts(event.id) },
    )
  }
  useHotkeys([['mod+S', () => save(false)]], [])

  useBeforeUnload((leaving) => {
    if (count) leaving.preventDefault()
  })
  const own = [paths.eventShifts(event.id), paths.eventEdit(event.id)]
  const blocker = useBlocker(({ nextLocation }) => count > 0 && !own.includes(nextLocation.pathname.replace(/\/$/, '')))

  /** Removes the message of a field that was corrected, and the words about the last save. */
  const touched = (row: string, fields: readonly string[]) => {
    setTold('')
    setMessages(({ [row]: before, ...rest }) => {
      const left = Object.entries(before ?? {}).filter(([field]) => !fields.includes(field))
      return left.length ? { ...rest, [row]: Object.fromEntries(left) } : rest
    })
  }

  const places = placesOf(editor.places, staging)

  return {
    editor,
    staging,
    step,
    places,
    eventFields: { ...event.fields, ...staging.event?.fields },
    count,
    messages,
    refusal,
    stale,
    authorOf: (key: number | 'event') => authors.get(key) ?? null,
    told,
    say: setTold,
    canUndo: past.length > 0,
    undo: () => {
      if (!past.length) return
      step({ do: 'undo' })
      setMessages({})
      setTold('Undone')
    },
    touched,
    save,
    saving: saving.state !== 'idle',
    blocker,
    nameOf: (collection: keyof Names, id: number | null): string =>
      id === null ? '' : (picked[collection]?.[id] ?? editor.names[collection][id] ?? `No. ${id}`),
    /** Remembers the name of a record that was chosen in a select. */
    remember: (collection: keyof Names, id: number | null, name: string) => {
      if (id !== null) setPicked((before) => ({ ...before, [collection]: { ...before[collection], [id]: name } }))
    },
    rememberAll: (names: Names) =>
      setPicked((before) =>
        Object.fromEntries(Object.entries(names).map(([of, more]) => [of, { ...before[of as keyof Names], ...more }])),
      ),
    /** Puts a person on a place, whether it is stored or not; null leaves it open. */
    assign: (key: string, person: number | null, name = '') => {
      const place = places.find((one) => one.key === key)
      if (!place || place.state === 'removed') return
      if (person !== null) setPicked((before) => ({ ...before, people: { ...before.people, [person]: name } }))
      step(personStep(place, person))
      touched(key, ['person'])
    },
    /** Takes the person of one place to another; whoever was there changes seats with them. */
    move: (from: string, to: string) => {
      const [a, b] = [from, to].map((key) => places.find((one) => one.key === key))
      if (!a || !b || a === b || b.state === 'removed' || a.fields.person === null) return
      step({ do: 'batch', steps: [personStep(a, b.fields.person), personStep(b, a.fields.person)] })
      touched(from, ['person'])
      touched(to, ['person'])
    },
    remove: (key: string) => {
      const place = places.find((one) => one.key === key)
      if (!place || place.state === 'removed') return
      step(place.stored ? { do: 'remove', row: place.stored } : { do: 'remove-new', key })
    },
    insist: (row: StoredPlace) => {
      step({ do: 'insist', row })
      setRefusal(undefined)
    },
    yield: (id: number) => {
      step({ do: 'forget', ids: [id] })
      setRefusal(undefined)
    },
    insistEvent: () => {
      step({ do: 'insist-event', version: event.version, stored: event.fields })
      setRefusal(undefined)
    },
    yieldEvent: () => {
      step({ do: 'restore-event' })
      setRefusal(undefined)
    },
    discard: () => {
      step({ do: 'discard' })
      setMessages({})
      setRefusal(undefined)
      setTold('Changes discarded')
    },
  }
}

const personStep = (place: Place, person: number | null): Step =>
  place.stored
    ? { do: 'change', row: place.stored, patch: { person } }
    : { do: 'change-new', key: place.key, patch: { person } }
