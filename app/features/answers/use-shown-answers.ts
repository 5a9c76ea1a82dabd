import { useCallback, useState } from 'react'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'

/**
 * Answers to show for the viewer's shifts: the one reported by `OwnAnswer`, which loads later; until then the stored
 * one.
 */
export function useShownAnswers() {
  const [shown, setShown] = useState<Readonly<Record<number, ShiftAnswer>>>({})
  const onShown = useCallback(
    (shift: number, answer: ShiftAnswer) =>
      setShown((all) => (all[shift] === answer ? all : { ...all, [shift]: answer })),
    [],
  )
  return { answerOf: (shift: number, stored: ShiftAnswer): ShiftAnswer => shown[shift] ?? stored, onShown }
}
