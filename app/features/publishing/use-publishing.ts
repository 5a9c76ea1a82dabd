import { useState } from 'react'
import { useUndo } from '#app/collections/undo.tsx'
import { useCall } from '#app/collections/use-call.ts'
import { HANDLED_STATUSES } from '#app/shell/fetch-api.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { countText } from '#app/ui/count-text.ts'
import type { PlannedPublication } from '#server/publishing/later/contract.ts'
import type { Proof } from '#server/publishing/proof/contract.ts'
import type { ProofAsk } from './proof-ask.ts'
import { usePublish } from './use-publish.ts'

const LATER = '/api/roster/publish/later'
const NOT_SAVED = 'The changes are not saved. Close this to see why.'

type Then = { onPublished: (proof: Proof) => void; onClose: () => void }

export function usePublishing(ask: ProofAsk, { onPublished, onClose }: Then) {
  const { publish: publishStored, problem: refused } = usePublish()
  const { offer } = useUndo()
  const { dateTime } = useDateFormats()
  const planning = useCall<PlannedPublication>('POST', LATER, { fields: ['at'], handled: HANDLED_STATUSES })
  const [busy, setBusy] = useState(false)

  const now = async (proof: Proof) => {
    const { people, reached } = proof
    if ('what' in ask) return (await publishStored(ask.what)) && onPublished(proof)
    const names = reached.slice(0, 6).map(({ name }) => name)
    if (await ask.save(true, { people, names })) onPublished(proof)
    else planning.refuse(NOT_SAVED)
  }
  const later = async (at: string) => {
    if ('staged' in ask && !(await ask.save(false, { people: 0, names: [] }))) return planning.refuse(NOT_SAVED)
    const what = 'what' in ask ? ask.what : { events: [ask.staged.event], shifts: [] }
    const { ok, body: planned } = await planning.call({ ...what, at })
    if (!ok) return
    offer(`${countText(planned.shifts, 'shift')} will be published on ${dateTime(planned.at)}.`, {
      path: `${LATER}/${planned.id}/cancel`,
      body: {},
    })
    onClose()
  }
  const publish = async (proof: Proof, at: string | null) => {
    setBusy(true)
    planning.clear()
    await (at === null ? now(proof) : later(at))
    setBusy(false)
  }
  return { publish, busy, problem: planning.problem ?? refused, refusedAt: planning.error('at') }
}
