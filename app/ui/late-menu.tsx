import { type ReactElement, type ReactNode, Suspense, useState } from 'react'

type Popup = 'menu' | 'dialog'

type ButtonProps = { 'aria-haspopup': Popup; 'aria-expanded': false; onClick: () => void }

type Props = {
  popup?: Popup
  /** Draws the button with the properties that open the menu. */
  children: (props: ButtonProps) => ReactElement
  /** Draws the open menu around the button: a part that is loaded on demand. */
  menu: (button: ReactElement) => ReactNode
}

/** A button whose menu is loaded when it is first pressed, since menus bring an eighth of what a page's scripts weigh. */
export function LateMenu({ children, menu, popup = 'menu' }: Props) {
  const [isAsked, setAsked] = useState(false)
  const button = children({ 'aria-haspopup': popup, 'aria-expanded': false, onClick: () => setAsked(true) })
  return isAsked ? <Suspense fallback={button}>{menu(button)}</Suspense> : button
}
