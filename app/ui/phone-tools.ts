import { useEffect, useState } from 'react'

/** Parses and formats phone numbers by the world's numbering plans, which are too large for pages without any. */
export type PhoneTools = typeof import('#server/engine/kernel/phone-number/reading.pure.ts')

let loaded: PhoneTools | null = null

/** Null without a connection; the server then parses the typed text. */
const loadPhoneTools = async (): Promise<PhoneTools | null> => {
  loaded ??= await import('#server/engine/kernel/phone-number/reading.pure.ts').catch(() => null)
  return loaded
}

/** Null until loaded, after the first page with a number. */
export function usePhoneTools(): PhoneTools | null {
  const [tools, setTools] = useState<PhoneTools | null>(loaded)
  useEffect(() => {
    let isGone = false
    loadPhoneTools().then((found) => {
      if (!isGone) setTools(found)
    })
    return () => {
      isGone = true
    }
  }, [])
  return tools
}
