import { createContext, useContext } from 'react'

/** The nonce of this response's content security policy; the browser reads it from the first script. */
export const NonceContext = createContext<string | undefined>(undefined)

export function useNonce(): string | undefined {
  const serverNonce = useContext(NonceContext)
  if (typeof document === 'undefined') return serverNonce
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? serverNonce
}
