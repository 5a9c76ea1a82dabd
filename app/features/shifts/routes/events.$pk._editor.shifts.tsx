export const handle = { title: 'Event Shifts', auth: true, framed: false }

/** The layout renders the whole screen. */
export default function EventShifts() {
  return null
}
