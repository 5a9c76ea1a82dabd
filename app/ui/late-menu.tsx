import { type ReactElement, type ReactNode, Suspense, useState } from 'react'

type Popup = 'menu' | 'dialog'

type ButtonProps = { 'aria-haspopup': Popup; 'aria-expanded': false; onClick: () => void }

type Props = {
  popup?: Popup
  children: (props: ButtonProps) => ReactElement
  menu: (button: ReactElement) => ReactNode
}

/** Loads the menu on the first press: menus are an eighth of a page's scripts. */
export function LateMenu({ children, menu, popup = 'menu' }: Props) {
  const [isAsked, setAsked] = useState(false)
  const button = children({ 'aria-haspopup': popup, 'aria-expanded': false, onClick: () => setAsked(true) })
  return isAsked ? <Suspense fallback={button}>{menu(button)}</Suspense> : button
}
