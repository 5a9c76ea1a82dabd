export const handle = { title: 'Edit Event' }

/** The layout renders the whole screen. */
export default function EditEvent() {
  return null
}
