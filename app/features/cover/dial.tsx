import { PhoneText } from '#app/ui/phone-text.tsx'

/** A number that a tap dials; nothing without one. */
export const Dial = ({ phone }: { phone: string | null }) =>
  phone && (
    <a href={`tel:${phone}`} style={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}>
      <PhoneText number={phone} />
    </a>
  )
