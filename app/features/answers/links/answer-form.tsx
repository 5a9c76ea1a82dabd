import { Form } from '@remix-run/react'
import { createContext, type ReactNode, useContext } from 'react'

/** What the page says of its shifts: an answer to one that has changed since its message must name it. */
export const StatedContext = createContext<readonly string[]>([])

/** A form of the page behind a link. */
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
