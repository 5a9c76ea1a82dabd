import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { onWaking, runClock, type ServerClock } from '#app/ui/use-server-clock.ts'
import type { KioskData, KioskShift } from '#server/kiosks/signing/contract.ts'
import { fetchKioskData, sendConfirm } from './calls.ts'
import { discard, flush, markAllForRetry } from './flush.ts'
import {
  applyPending,
  type Entry,
  endShift,
  idToSend,
  type Outbox,
  readOutbox,
  type Sign,
  storeOutbox,
} from './outbox.ts'
import type { TimeStep } from './steps.ts'

const RETRY_MS = 15_000

/** `refused`: the device goes to the kiosks page; `away`: no answer yet. */
export type KioskStatus = 'asking' | 'ready' | 'refused' | 'away'

/** `kept`: there was no answer; it is stored and will be sent. */
export type Outcome = { done: true; kept: boolean; shift: KioskShift | null } | { done: false; problem: string }

export function useKiosk(secret: string, onStatus: (status: number) => void) {
  const [data, setData] = useState<KioskData>()
  const [kioskStatus, setKioskStatus] = useState<KioskStatus>('asking')
  const [connected, setConnected] = useState(true)
  const [clock, setClock] = useState<ServerClock>()
  const [stored, setStored] = useState<Outbox>(() => readOutbox())
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const lastItem = useRef<{ serialized: string; key: string }>(undefined)
  const latestOnStatus = useRef(onStatus)
  latestOnStatus.current = onStatus

  /** Runs calls one after another, so that nothing is sent twice or out of order. */
  const runInOrder = useCallback(<T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.current.then(work)
    queue.current = result.catch(() => {})
    return result
  }, [])

  /** @returns whether there was an answer. */
  const reload = useCallback(
    () =>
      runInOrder(async () => {
        await flush(secret)
        markAllForRetry()
        const { status, body } = await fetchKioskData(secret)
        setStored(readOutbox())
        setConnected(status !== 0)
        if (body) {
          setData(body)
          setClock(runClock(body.now))
          setKioskStatus('ready')
        } else {
          if (status !== 0) latestOnStatus.current(status)
          setKioskStatus((current) => (status !== 0 ? 'refused' : current === 'ready' ? current : 'away'))
        }
        return status === 200
      }),
    [runInOrder, secret],
  )

  useEffect(() => {
    void reload()
  }, [reload])

  useEffect(() => clock && onWaking(clock, () => void reload()), [clock, reload])

  const shouldRetry = !connected || stored.pending.length > 0 || kioskStatus === 'away'
  useEffect(() => {
    if (!shouldRetry) return
    const retry = () => void reload()
    const timer = setInterval(retry, RETRY_MS)
    window.addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }, [shouldRetry, reload])

  /** Stores first, then sends: an acknowledged entry survives a lost answer, a reload and a flat battery. */
  const confirm = useCallback(
    (step: TimeStep, time: string): Promise<Outcome> =>
      runInOrder(async () => {
        const item: Sign = {
          sign: step.sign,
          shift: step.shift && idToSend(step.shift.id),
          person: step.person.id,
          role: step.role?.id ?? step.shift?.role ?? null,
          time,
        }
        const serialized = JSON.stringify(item)
        if (lastItem.current?.serialized !== serialized) lastItem.current = { serialized, key: crypto.randomUUID() }
        const shiftText = step.role?.name ?? step.shift?.duty ?? ''
        const entry: Entry = { key: lastItem.current.key, item, name: step.person.name, duty: shiftText, kept: false }
        const outbox = readOutbox()
        storeOutbox({ ...outbox, pending: [...outbox.pending.filter(({ key }) => key !== entry.key), entry] })
        const answer = await flush(secret, entry.key)
        // An entry behind others has not been sent: it is kept, whatever happened to the first of them.
        const isBehindOthers = readOutbox().pending.findIndex(({ key }) => key === entry.key) > 0
        const kept = answer?.status === 0 || isBehindOthers
        if (kept) markAllForRetry()
        else if (answer?.status !== 200) discard(entry.key)
        setConnected(answer?.status !== 0)
        setStored(readOutbox())
        if (!kept && answer?.status !== 200) return { done: false, problem: answer?.detail ?? 'Please try again.' }
        lastItem.current = undefined
        const shift = Object.values(answer?.body?.results.shifts ?? {})[0] ?? null
        return { done: true, kept, shift: shift ?? (step.shift && endShift(step.shift, time)) }
      }),
    [runInOrder, secret],
  )

  /**
   * Undoes a sign-out: drops one that is still in the outbox, else asks the server.
   * @returns the problem, or null.
   */
  const undoSignOut = useCallback(
    (shift: KioskShift): Promise<string | null> =>
      runInOrder(async () => {
        const waiting = readOutbox().pending.find(
          ({ item }) => item.sign === 'out' && item.person === shift.person && item.time === shift.actual_end,
        )
        if (waiting) {
          discard(waiting.key)
          setStored(readOutbox())
          return null
        }
        const { id, person, role, actual_end } = shift
        const item: Sign = { sign: 'undo', shift: idToSend(id), person, role, time: actual_end ?? '' }
        const entry = { key: crypto.randomUUID(), item, name: shift.person_name, duty: shift.duty, kept: false }
        const answer = await sendConfirm(secret, entry)
        if (answer.status === 200) return null
        return answer.status === 0 ? 'There is no connection. Please try again.' : answer.detail
      }),
    [runInOrder, secret],
  )

  const dismiss = useCallback((key: string) => {
    const { pending, refused } = readOutbox()
    storeOutbox({ pending, refused: refused.filter((entry) => entry.key !== key) })
    setStored(readOutbox())
  }, [])

  const lists = useMemo(() => {
    const shiftsOf = (list: 'waiting' | 'signed_in') =>
      data?.lists[list].flatMap((id) => data.results.shifts[id] ?? []) ?? []
    return applyPending({ waiting: shiftsOf('waiting'), signedIn: shiftsOf('signed_in') }, stored.pending)
  }, [data, stored])

  return { data, lists, kioskStatus, connected, clock, stored, reload, confirm, undoSignOut, dismiss }
}

export type KioskState = ReturnType<typeof useKiosk>
