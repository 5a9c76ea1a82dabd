import type { Announcements } from '@dnd-kit/core'

/** Texts for screen readers while a row is dragged. @param indexOf the position of an id, from 0 */
export const orderAnnouncements = (
  nameOf: (id: unknown) => string,
  indexOf: (id: unknown) => number,
): Announcements => ({
  onDragStart: ({ active }) => `${nameOf(active.id)} picked up.`,
  onDragOver: ({ active, over }) =>
    over ? `${nameOf(active.id)} is over position ${indexOf(over.id) + 1}.` : undefined,
  onDragEnd: ({ active, over }) =>
    over ? `${nameOf(active.id)} moved to position ${indexOf(over.id) + 1}.` : undefined,
  onDragCancel: ({ active }) => `${nameOf(active.id)} is back in its original position.`,
})
