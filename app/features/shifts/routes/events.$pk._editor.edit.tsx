export const handle = { title: 'Edit Event', auth: true, framed: false }

/** The layout renders the whole screen. */
export default function EditEvent() {
  return null
}
