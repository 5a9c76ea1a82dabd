import { type RefObject, useEffect, useRef, useState } from 'react'
import { callingCodeOf } from '#server/engine/kernel/phone-number/countries/rules.ts'
import type { Doubt } from '#server/engine/kernel/phone-number/reading/rules.ts'
import { type PhoneTools, usePhoneTools } from './phone-tools.ts'
import { browserCountries } from './use-country-options.ts'

type Given = {
  /** A stored number, or what was typed before. */
  initial: string
  /** The club's country. */
  home: string
  input: RefObject<HTMLInputElement>
  onNumber: ((number: string | null, typed: string) => void) | undefined
}

export type PhoneEntry = {
  country: string
  typed: string
  doubt: Doubt | null
  /** How often the form was held back by the question. */
  held: number
  /** The text was left and is no number. */
  isWrong: boolean
  type: (text: string) => void
  choose: (country: string) => void
  /** @param to what gets the focus: a message that moved a button away under the pointer would swallow the click. */
  leave: (to: EventTarget | null) => void
  /** The number of the other country is meant. */
  accept: () => void
}

const shown = (tools: PhoneTools, number: string, home: string) => {
  const phone = tools.readPhone(number)
  if (!phone) return null
  const country = callingCodeOf(home) === phone.callingCode ? home : phone.country
  return country
    ? { country, typed: tools.formatNational(phone.number) }
    : { country: home, typed: tools.formatPhone(phone.number) }
}

/**
 * The state of a phone field: what is typed, for which country, and whether a number of another country is meant. A form with an
 * open question is not sent.
 */
export function usePhoneEntry({ initial, home, input, onNumber }: Given): PhoneEntry {
  const tools = usePhoneTools()
  const [{ country, typed }, setEntry] = useState({ country: home, typed: initial })
  const [doubt, setDoubt] = useState<Doubt | null>(null)
  const [isLeft, setLeft] = useState(false)
  const [held, setHeld] = useState(0)
  const touched = useRef(false)
  const accepted = useRef<string[]>([])
  const read = tools?.readPhone(typed, country) ?? null

  useEffect(() => {
    if (!tools || touched.current || !initial.startsWith('+')) return
    const entry = shown(tools, initial, home)
    if (!entry) return
    setEntry(entry)
    accepted.current = [entry.country]
  }, [tools, initial, home])

  const ask = () =>
    tools?.doubtAbout(typed, {
      chosen: country,
      expected: [home, ...accepted.current],
      likely: [home, ...browserCountries()],
    }) ?? null
  const askLatest = useRef(ask)
  askLatest.current = ask

  useEffect(() => {
    const form = input.current?.form
    const hold = (event: Event) => {
      setLeft(true)
      const asked = touched.current ? askLatest.current() : null
      if (!asked) return
      event.preventDefault()
      event.stopPropagation()
      setDoubt(asked)
      setHeld((count) => count + 1)
    }
    form?.addEventListener('submit', hold, true)
    return () => form?.removeEventListener('submit', hold, true)
  }, [input])

  const change = (next: { country: string; typed: string }) => {
    touched.current = true
    setEntry(next)
    setDoubt(null)
    setLeft(false)
    onNumber?.(tools?.readPhone(next.typed, next.country)?.number ?? null, next.typed.trim())
  }
  return {
    country,
    typed,
    doubt,
    held,
    isWrong: isLeft && tools !== null && typed.trim() !== '' && !read,
    type: (text) => change({ country, typed: text }),
    choose: (chosen) => {
      accepted.current = [chosen]
      change({ country: chosen, typed })
    },
    leave: (to) => {
      if (to instanceof HTMLButtonElement) return
      setLeft(true)
      if (!touched.current) return
      const asked = ask()
      setDoubt(asked)
      const entry = !asked && tools && read ? shown(tools, read.number, country) : null
      if (entry) change(entry)
    },
    accept: () => {
      if (!doubt || !tools) return
      accepted.current = [doubt.country]
      change({ country: doubt.country, typed: tools.formatNational(doubt.number) })
    },
  }
}
