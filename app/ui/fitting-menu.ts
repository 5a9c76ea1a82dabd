import type { MenuProps } from '@mantine/core'

/** Maximum height of a menu. Pixels. */
const TALLEST = 480

/** Menu props that keep a long one within the window: it takes the side with more room, and scrolls. */
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
