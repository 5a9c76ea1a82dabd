import { type ReactNode, useEffect, useState } from 'react'

let show: ((prompt: ReactNode) => void) | undefined

/** Shows a prompt above the page; null removes it. @returns whether the page can show one. */
export function showPrompt(prompt: ReactNode): boolean {
  show?.(prompt)
  return show !== undefined
}

export function PasswordPrompt() {
  const [prompt, setPrompt] = useState<ReactNode>(null)
  useEffect(() => {
    show = setPrompt
  }, [])
  return prompt
}
