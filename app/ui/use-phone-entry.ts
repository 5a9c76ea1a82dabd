import { type RefObject, useEffect, useRef, useState } from 'react'
import { CALLING_CODES, defaultCallingCode, splitPhone, wholePhone } from '#server/engine/kernel/phone-number/rules.ts'

type Given = {
  initial: string
  input: RefObject<HTMLInputElement>
  onNumber: ((number: string | null, typed: string) => void) | undefined
}

type Entry = { code: string; typed: string }

export type PhoneEntry = Entry & {
  /** The whole number; null while there is none. */
  number: string | null
  /** The field was left or submitted, which shows its error. */
  isLeft: boolean
  isWrong: boolean
  set: (entry: Entry) => void
  /** @param to the next focus: a message that moves a button away under the pointer would swallow the click. */
  leave: (to: EventTarget | null) => void
}

/** Splits a number with an offered code into list and text; keeps any other text. */
function entryOf(text: string, chosen: string): Entry {
  const { code, local } = splitPhone(text, chosen)
  return text.trim().startsWith('+') && local && CALLING_CODES.includes(code)
    ? { code, typed: local }
    : { code: chosen, typed: text }
}

/** The state of a phone field. A form that takes the number from `onNumber` is not sent while the text is invalid. */
export function usePhoneEntry({ initial, input, onNumber }: Given): PhoneEntry {
  const [entry, setEntry] = useState(() => entryOf(initial, defaultCallingCode('')))
  const [isLeft, setLeft] = useState(false)
  const touched = useRef(false)
  const { code, typed } = entry
  const number = wholePhone(typed, code)
  const isWrong = typed.trim() !== '' && number === null

  useEffect(() => {
    if (!touched.current) setEntry(entryOf(initial, defaultCallingCode(navigator.language)))
  }, [initial])

  const holds = isWrong && onNumber !== undefined
  useEffect(() => {
    const field = input.current
    const form = holds ? field?.form : null
    const hold = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
      setLeft(true)
      field?.focus()
    }
    form?.addEventListener('submit', hold, true)
    return () => form?.removeEventListener('submit', hold, true)
  }, [holds, input])

  const set = (given: Entry) => {
    const next = entryOf(given.typed, given.code)
    touched.current = true
    setEntry(next)
    setLeft(false)
    onNumber?.(wholePhone(next.typed, next.code), next.typed.trim())
  }
  return {
    ...entry,
    number,
    isLeft,
    isWrong: isLeft && isWrong,
    set,
    leave: (to) => {
      if (!(to instanceof HTMLButtonElement)) setLeft(true)
    },
  }
}
