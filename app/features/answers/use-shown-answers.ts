import { useCallback, useState } from 'react'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'

/** What a page shows of its own shifts: the answer that `OwnAnswer`, which loads later, tells of; until then the stored one. */
export function useShownAnswers() {
  const [shown, setShown] = useState<Readonly<Record<number, ShiftAnswer>>>({})
  const onShown = useCallback(
    (shift: number, answer: ShiftAnswer) =>
      setShown((all) => (all[shift] === answer ? all : { ...all, [shift]: answer })),
    [],
  )
  return { answerOf: (shift: number, stored: ShiftAnswer): ShiftAnswer => shown[shift] ?? stored, onShown }
}
