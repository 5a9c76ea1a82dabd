import { PhoneText } from '#app/ui/phone-text.tsx'

export const Dial = ({ phone }: { phone: string | null }) =>
  phone && (
    <a href={`tel:${phone}`} style={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}>
      <PhoneText number={phone} />
    </a>
  )
