export const handle = { title: 'Edit Event' }

/** The layout draws the whole screen. */
export default function EditEvent() {
  return null
}
