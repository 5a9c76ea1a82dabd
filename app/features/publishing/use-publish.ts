import { notifiedText, recipientsSentence } from '#app/collections/notification-text.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { useCall } from '#app/collections/use-call.ts'
import { HANDLED_STATUSES } from '#app/shell/fetch-api.ts'
import { useNotificationPreview } from '#app/shell/use-notification-preview.ts'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import type { Published, PublishInput, PublishPreview } from '#server/publishing/contract.ts'
import { FEW } from './proof-ask.ts'

const PATH = '/api/roster/publish'

export const shiftsText = (count: number) => (count === 1 ? '1 shift' : `${count} shifts`)

/** Recipients of a publication; null until known. */
export const usePublishPreview = (what: PublishInput | null, stamp = ''): PublishPreview | null =>
  useNotificationPreview<PublishPreview>(PATH, what, stamp)

export function usePublishedNotice() {
  const { offer } = useUndo()
  return (published: Published, notifies: NotificationPreview | null) => {
    const count = published.shifts.length
    if (count === 0) return
    const text = `${shiftsText(count)} ${count === 1 ? 'is' : 'are'} published.`
    // The receipt beside it lists many by name.
    const heard = notifies && (notifies.people > FEW ? notifiedText(notifies.people) : recipientsSentence(notifies))
    offer([text, heard].filter(Boolean).join(' '), { path: `${PATH}/undo`, body: published })
  }
}

export function usePublish() {
  const { call, busy, problem } = useCall<Published & { notifies: NotificationPreview }>('PUT', PATH, {
    handled: HANDLED_STATUSES,
  })
  const offerUndo = usePublishedNotice()
  const publish = async (what: PublishInput): Promise<boolean> => {
    const { ok, body } = await call(what)
    if (ok) offerUndo({ shifts: body.shifts, at: body.at }, body.notifies)
    return ok
  }
  return { publish, busy, problem }
}
