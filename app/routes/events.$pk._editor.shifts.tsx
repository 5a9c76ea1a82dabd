export const handle = { title: 'Event Shifts' }

/** The layout renders the whole screen. */
export default function EventShifts() {
  return null
}
