export const handle = { title: 'Event Shifts', auth: true, framed: false }

export default function EventShifts() {
  return null
}
