import { Menu, type MenuProps } from '@mantine/core'
import { type ReactElement, type ReactNode, useRef } from 'react'

type Props = Omit<MenuProps, 'children' | 'opened' | 'onChange' | 'onClose' | 'onExitTransitionEnd'> & {
  button: ReactElement
  children: ReactNode
}

/**
 * A menu mounted open, when its button is first pressed. Returns the focus to the button when it closes: Mantine does
 * so only for a menu mounted before it opened. A focus that has moved elsewhere stays there.
 */
export function OpenedMenu({ button, children, ...props }: Props) {
  const target = useRef<HTMLElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const returnFocus = () => {
    const focused = document.activeElement
    if (!focused || focused === document.body || menu.current?.contains(focused)) target.current?.focus()
  }
  return (
    <Menu
      defaultOpened
      shadow="md"
      withinPortal={false}
      {...props}
      onClose={returnFocus}
      // Mantine focuses the menu in a timer, which may end after a menu that closes immediately.
      onExitTransitionEnd={returnFocus}
    >
      <Menu.Target ref={target}>{button}</Menu.Target>
      <Menu.Dropdown ref={menu}>{children}</Menu.Dropdown>
    </Menu>
  )
}
