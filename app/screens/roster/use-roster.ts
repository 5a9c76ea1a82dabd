import { useHotkeys, useIsomorphicEffect } from '@mantine/hooks'
import { useBeforeUnload, useBlocker, useFetcher } from '@remix-run/react'
import { useReducer, useRef, useState } from 'react'
import type { Names, RosterEditor, RosterSaved, StoredPlace } from '#server/shifts/staging-contract.ts'
import { formError, type Refusal } from '../../http/answer.ts'
import { paths } from '../../paths.ts'
import { placesOf } from './duties.ts'
import { changeCount, type Messages, messagesOf, NOTHING, saveOf, stage } from './staging.ts'

type Answer = RosterSaved | Refusal

export type Roster = ReturnType<typeof useRoster>

/** Everything that the editor of one event knows and does: what is stored, what is staged on it, and saving it. */
export function useRoster(editor: RosterEditor) {
  const { event } = editor
  const [staging, step] = useReducer(stage, NOTHING)
  const [picked, setPicked] = useState<Partial<Names>>({})
  const [messages, setMessages] = useState<Messages>({})
  const [refusal, setRefusal] = useState<string>()
  const [stale, setStale] = useState<ReadonlySet<number | 'event'>>(new Set())
  const [told, setTold] = useState('')
  const saving = useFetcher<Answer>()
  const publishing = useRef(false)
  const answered = useRef<Answer>(undefined)
  const count = changeCount(staging)

  const { state, data } = saving
  // Before the next paint, so that what was saved is never seen twice: stored, and staged.
  useIsomorphicEffect(() => {
    if (state !== 'idle' || !data || answered.current === data) return
    answered.current = data
    if ('problem' in data) {
      setMessages(messagesOf(data.problem))
      setRefusal(formError(data) ?? 'Not saved: please correct what is marked.')
    } else if (data.saved) {
      step({ do: 'discard' })
      setTold(publishing.current ? 'Saved and published' : 'Saved')
    } else {
      const gone = data.stale.flatMap(({ key, gone }) => (gone && key !== 'event' ? [key] : []))
      step({ do: 'forget', ids: gone })
      setStale(new Set(data.stale.filter((row) => !row.gone).map(({ key }) => key)))
      setRefusal(
        gone.length === data.stale.length
          ? 'Somebody else removed what you changed, so that change is dropped. The rest is not saved yet.'
          : 'Nothing is saved yet: somebody else changed the marked places. Keep yours or take theirs, then save again.',
      )
    }
  }, [state, data])

  const save = (publish: boolean) => {
    if (saving.state !== 'idle' || (!count && !publish)) return
    publishing.current = publish
    setMessages({})
    setRefusal(undefined)
    setStale(new Set())
    setTold('')
    saving.submit(
      { staged: JSON.stringify(saveOf(staging, publish)) },
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
  const settled = (key: number | 'event') => setStale((before) => new Set([...before].filter((one) => one !== key)))

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
    told,
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
    /** Puts a person on a place, whether it is stored or not. */
    assign: (key: string, person: number, name: string) => {
      const place = places.find((one) => one.key === key)
      if (!place || place.state === 'removed') return
      setPicked((before) => ({ ...before, people: { ...before.people, [person]: name } }))
      step(
        place.stored
          ? { do: 'change', row: place.stored, patch: { person } }
          : { do: 'change-new', key, patch: { person } },
      )
      touched(key, ['person'])
    },
    insist: (row: StoredPlace) => {
      step({ do: 'insist', id: row.id, version: row.version })
      settled(row.id)
    },
    yield: (id: number) => {
      step({ do: 'forget', ids: [id] })
      settled(id)
    },
    insistEvent: () => {
      step({ do: 'insist-event', version: event.version })
      settled('event')
    },
    yieldEvent: () => {
      step({ do: 'restore-event' })
      settled('event')
    },
    discard: () => {
      step({ do: 'discard' })
      setMessages({})
      setRefusal(undefined)
      setStale(new Set())
      setTold('Changes discarded')
    },
  }
}
