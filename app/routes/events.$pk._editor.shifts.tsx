export const handle = { title: 'Event Shifts' }

/** The layout draws the whole screen. */
export default function EventShifts() {
  return null
}
