import type { MenuProps } from '@mantine/core'

/** The tallest that a menu gets. Pixels. */
const TALLEST = 480

/** The part of a menu's props that keeps a long one within the window: it takes the side with more room, and scrolls. */
export const FITTING_MENU = {
  middlewares: {
    flip: true,
    shift: true,
    size: {
      padding: 8,
      apply: ({ availableHeight, elements }) => {
        Object.assign(elements.floating.style, {
          maxHeight: `${Math.max(160, Math.min(TALLEST, availableHeight))}px`,
          overflowY: 'auto',
        })
      },
    },
  },
} satisfies Pick<MenuProps, 'middlewares'>
