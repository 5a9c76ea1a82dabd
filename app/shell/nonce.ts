import { createContext, useContext } from 'react'

/** The nonce of this answer's content security policy; in the browser it is read from the first script. */
export const NonceContext = createContext<string | undefined>(undefined)

export function useNonce(): string | undefined {
  const given = useContext(NonceContext)
  if (typeof document === 'undefined') return given
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? given
}
