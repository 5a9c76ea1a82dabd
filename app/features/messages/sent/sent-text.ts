import { groupCounts, type MessageLine } from '#server/messages/sending/history-contract.ts'
import { countedMessages } from '../message-text.ts'

type Line = Pick<MessageLine, 'kind' | 'status' | 'started_at' | 'counts' | 'lists_people' | 'receiving' | 'expected'>

/** "143 emails sent, 2 failed, 3 waiting, 12 not sent". */
export function outcomeText({
  kind,
  started_at,
  counts,
  lists_people,
}: Pick<Line, 'kind' | 'started_at' | 'counts' | 'lists_people'>): string {
  if (started_at === null) return 'No one got it.'
  const { waiting, got, failed, skipped, stopped } = groupCounts(counts)
  return [
    `${countedMessages(kind, got)} sent`,
    failed && `${failed} failed`,
    waiting && `${waiting} ${lists_people ? 'waiting' : 'may have been sent'}`,
    stopped && `${stopped} stopped`,
    skipped && `${skipped} not sent`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Notes when the recipients differ from the sender's count; null when equal. */
export function otherNumberText({ receiving, expected }: Pick<Line, 'receiving' | 'expected'>): string | null {
  if (receiving === null || expected === null || receiving === expected) return null
  const people = (n: number) => (n === 1 ? '1 person' : `${n.toLocaleString('en-GB')} people`)
  return `It was meant for ${people(expected)}. When it was sent, ${people(receiving)} could get it.`
}
