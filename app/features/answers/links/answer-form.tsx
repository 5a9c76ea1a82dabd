import { Form } from '@remix-run/react'
import { createContext, type ReactNode, useContext } from 'react'

/** Statements of the page about its shifts: an answer to a changed shift must name them. */
export const StatedContext = createContext<readonly string[]>([])

export function AnswerForm({
  children,
  ...attributes
}: {
  children: ReactNode
  className?: string | undefined
  'data-asked'?: true | undefined
}) {
  const stated = useContext(StatedContext)
  return (
    <Form method="post" {...attributes}>
      {stated.map((one) => (
        <input key={one} type="hidden" name="stated" value={one} />
      ))}
      {children}
    </Form>
  )
}
