import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { KioskData, KioskShift } from '#server/kiosks/signing/contract.ts'
import { askData } from './calls.ts'
import { flush, keepAll, takeBack } from './flush.ts'
import { type Entry, endedAt, idToSend, readOutbox, type Sign, type Stored, storeOutbox, withKept } from './outbox.ts'
import type { TimeStep } from './steps.ts'

const RETRY_MS = 15_000

/** `refused`: the device's secret does not count; `away`: there was no usable answer yet. */
export type Standing = 'asking' | 'ready' | 'refused' | 'away'

/** What a confirm came to. `kept`: there was no answer, it is stored and will be sent. */
export type Outcome = { done: true; kept: boolean; shift: KioskShift | null } | { done: false; problem: string }

/** What the device knows, and what it has still to send. */
export function useDesk(secret: string, onStatus: (status: number) => void) {
  const [data, setData] = useState<KioskData>()
  const [standing, setStanding] = useState<Standing>('asking')
  const [connected, setConnected] = useState(true)
  const [offset, setOffset] = useState(0)
  const [stored, setStored] = useState<Stored>(() => readOutbox())
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const last = useRef<{ said: string; key: string }>(undefined)
  const told = useRef(onStatus)
  told.current = onStatus

  /** One after another, so that nothing is sent twice at once or overtakes what came before it. */
  const inTurn = useCallback(<T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.current.then(work)
    queue.current = turn.catch(() => {})
    return turn
  }, [])

  /** @returns whether there was an answer. */
  const reload = useCallback(
    () =>
      inTurn(async () => {
        await flush(secret)
        keepAll()
        const { status, body } = await askData(secret)
        setStored(readOutbox())
        setConnected(status !== 0)
        if (body) {
          setData(body)
          setOffset(Date.parse(body.now) - Date.now())
          setStanding('ready')
        } else {
          if (status !== 0) told.current(status)
          setStanding((so) => (status === 401 || status === 403 ? 'refused' : so === 'ready' ? so : 'away'))
        }
        return status === 200
      }),
    [inTurn, secret],
  )

  useEffect(() => {
    void reload()
  }, [reload])

  const trying = !connected || stored.pending.length > 0 || standing === 'away'
  useEffect(() => {
    if (!trying) return
    const again = () => void reload()
    const timer = setInterval(again, RETRY_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [trying, reload])

  /** Stores first, then sends: what was acknowledged survives a lost answer, a reload and a flat battery. */
  const confirm = useCallback(
    (step: TimeStep, time: string): Promise<Outcome> =>
      inTurn(async () => {
        const item: Sign = {
          sign: step.sign,
          shift: step.shift && idToSend(step.shift.id),
          person: step.person.id,
          role: step.role?.id ?? step.shift?.role ?? null,
          time,
        }
        const said = JSON.stringify(item)
        if (last.current?.said !== said) last.current = { said, key: crypto.randomUUID() }
        const duty = step.role?.name ?? step.shift?.duty ?? ''
        const entry: Entry = { key: last.current.key, item, name: step.person.name, duty, kept: false }
        const before = readOutbox()
        storeOutbox({ ...before, pending: [...before.pending.filter(({ key }) => key !== entry.key), entry] })
        const answer = await flush(secret, entry.key)
        // What waits behind others was not sent at all: it is kept, whatever the first of them met.
        const waits = readOutbox().pending.findIndex(({ key }) => key === entry.key) > 0
        const kept = answer?.status === 0 || waits
        if (kept) keepAll()
        else if (answer?.status !== 200) takeBack(entry.key)
        setConnected(answer?.status !== 0)
        setStored(readOutbox())
        if (!kept && answer?.status !== 200) return { done: false, problem: answer?.detail ?? 'Please try again.' }
        last.current = undefined
        const shift = Object.values(answer?.body?.results.shifts ?? {})[0] ?? null
        return { done: true, kept, shift: shift ?? (step.shift && endedAt(step.shift, time)) }
      }),
    [inTurn, secret],
  )

  const forget = useCallback((key: string) => {
    const { pending, refused } = readOutbox()
    storeOutbox({ pending, refused: refused.filter((entry) => entry.key !== key) })
    setStored(readOutbox())
  }, [])

  const desk = useMemo(() => {
    const shiftsOf = (list: 'waiting' | 'signed_in') =>
      data?.lists[list].flatMap((id) => data.results.shifts[id] ?? []) ?? []
    return withKept({ waiting: shiftsOf('waiting'), signedIn: shiftsOf('signed_in') }, stored.pending)
  }, [data, stored])

  return { data, desk, standing, connected, offset, stored, reload, confirm, forget }
}

export type DeskState = ReturnType<typeof useDesk>
