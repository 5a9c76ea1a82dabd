import { useEffect, useState } from 'react'

/** Reads and writes phone numbers by the numbering plans of the world, which are too large for pages without any. */
export type PhoneTools = typeof import('#server/engine/kernel/phone-number/reading.pure.ts')

let loaded: PhoneTools | null = null

/** Loads the numbering plans; null without a connection, in which case the server reads what was typed. */
const loadPhoneTools = async (): Promise<PhoneTools | null> => {
  loaded ??= await import('#server/engine/kernel/phone-number/reading.pure.ts').catch(() => null)
  return loaded
}

/** The numbering plans; null until they are loaded, after the first page with a number. */
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
