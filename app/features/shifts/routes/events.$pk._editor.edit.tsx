export const handle = { title: 'Edit Event', auth: true, framed: false }

export default function EditEvent() {
  return null
}
